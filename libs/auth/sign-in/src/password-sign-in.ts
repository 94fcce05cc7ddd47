import { Injectable } from '@nestjs/common';
import { ApiError } from '@storewright/json-api';
import { Owners, type OwnerWithHash, Passwords } from '@storewright/people';
import { SecondFactorLimits, TotpDevices } from '@storewright/second-factors';
import { type SignInAttempt, SignInLimits } from './sign-in-limits';

export interface Credentials {
  email: string;
  password: string;
  code?: string | undefined;
}

/** From where, on which device, by which request. */
export type SignInOrigin = Omit<SignInAttempt, 'email'> & { request_id: string };

/** Proves with a password, and a code where the person has two-factor authentication, who somebody is. */
@Injectable()
export class PasswordSignIn {
  constructor(
    private readonly owners: Owners,
    private readonly passwords: Passwords,
    private readonly limits: SignInLimits,
    private readonly codeLimits: SecondFactorLimits,
    private readonly devices: TotpDevices,
  ) {}

  /**
   * Undefined for an unknown email and a wrong password, after the same work. Throws `second_factor_required` behind the right password, where the code is missing
   * or wrong.
   */
  async authenticate(
    { email, password, code }: Credentials,
    { request_id, ...from }: SignInOrigin,
  ): Promise<OwnerWithHash | undefined> {
    const attempt = { email, ...from };
    await this.limits.count(attempt);
    const owner = await this.owners.findByEmail(email);
    if (!(await this.passwords.matches(owner?.password_hash, password)) || !owner) return undefined;
    if (await this.devices.isNeeded(owner.id)) {
      if (code === undefined) {
        await this.limits.takeBackOne(attempt);
        throw secondFactorRequired('missing');
      }
      await this.checkCode({ ...owner, request_id }, code, from.device);
    }
    await this.limits.takeBack(attempt);
    return owner;
  }

  private async checkCode(
    owner: OwnerWithHash & { request_id: string },
    code: string,
    device: string | undefined,
  ): Promise<void> {
    const attempt = { owner_id: owner.id, device };
    await this.codeLimits.count(attempt);
    if (!(await this.devices.use(owner, code))) throw secondFactorRequired('wrong');
    await this.codeLimits.takeBack(attempt);
  }
}

const details = {
  missing: 'Send the code of the authenticator app, or a recovery code, as the attribute "code".',
  wrong: 'The code is not the one that the app shows now, or it was used already.',
};

/** No 401: the password was right, and of a session that is asked again nothing has ended. */
function secondFactorRequired(reason: keyof typeof details): ApiError {
  return new ApiError('second_factor_required', {
    detail: details[reason],
    ...(reason === 'wrong' && { source: { pointer: '/data/attributes/code' } }),
    meta: { reason },
  });
}
