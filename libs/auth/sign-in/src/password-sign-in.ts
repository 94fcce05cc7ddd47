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

export type SignInOrigin = Omit<SignInAttempt, 'email'> & { request_id: string };

/**
 * Verifies the password of a person, and a second-factor code if the person uses two-factor authentication.
 */
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
   * Verifies credentials. Returns undefined for an unknown email address and for a wrong password, after the
   * same work in both cases. Throws `second_factor_required` if only the second-factor code is missing or
   * wrong.
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
        await this.limits.uncount(attempt);
        throw secondFactorRequired('missing');
      }
      await this.checkCode({ ...owner, request_id }, code, from.device);
    }
    await this.limits.recordSuccess(attempt);
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
    await this.codeLimits.uncount(attempt);
  }
}

const details = {
  missing:
    'A second-factor code is required. Send the code of the authenticator app or a recovery code as "code".',
  wrong:
    'The code is wrong, has expired or was already used. Send the code that the authenticator app shows now.',
};

/** A missing second factor gets 403 instead of 401, because the password was correct. */
function secondFactorRequired(reason: keyof typeof details): ApiError {
  return new ApiError('second_factor_required', {
    detail: details[reason],
    ...(reason === 'wrong' && { source: { pointer: '/data/attributes/code' } }),
    meta: { reason },
  });
}
