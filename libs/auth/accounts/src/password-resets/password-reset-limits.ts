import { Injectable } from '@nestjs/common';
import { declaredLimit, ExactLimit, networkOf } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { LinkLimits } from '@storewright/mail';
import { countHashed, emailKey } from '@storewright/people';
import { DeviceCookie } from '@storewright/sessions';
import type { FastifyRequest } from 'fastify';

const refusal = 'Too many links were requested';

/**
 * Rate limits for password reset requests, which need no session. The limits count every submitted email
 * address, even if no account has the address.
 */
@Injectable()
export class PasswordResetLimits {
  private readonly ofPlace: ExactLimit;
  private readonly ofEmail: ExactLimit;
  private readonly ofNetwork: ExactLimit;
  private readonly tries: ExactLimit;

  constructor(
    database: AuthDatabase,
    private readonly devices: DeviceCookie,
    private readonly links: LinkLimits,
  ) {
    const limit = (name: 'place' | 'email' | 'network' | 'tries') =>
      new ExactLimit(database, declaredLimit(`auth-api:password-reset-${name}`));
    this.ofPlace = limit('place');
    this.ofEmail = limit('email');
    this.ofNetwork = limit('network');
    this.tries = limit('tries');
  }

  /**
   * Counts a password reset request. Known devices have a separate limit, so that an attacker cannot block
   * the account owner.
   */
  async countRequest(request: FastifyRequest, email: string): Promise<void> {
    const device = this.devices.read(request, email);
    const [key, network] = [emailKey(email), networkOf(request.ip)];
    if (device === undefined) await countHashed(this.ofNetwork, network, refusal);
    await countHashed(this.ofPlace, `${key} ${device ?? network}`, refusal);
    if (device === undefined) await countHashed(this.ofEmail, key, refusal);
  }

  /** Counts a request with an unknown password reset link. Throws `rate_limited`. */
  countUnknown(address: string): Promise<void> {
    return this.links.countUnknown(address);
  }

  /**
   * Limits attempts to set a password with a valid reset link, because each attempt takes up to a second of
   * CPU time. Throws `rate_limited`.
   */
  async countTry(owner_id: string): Promise<void> {
    await countHashed(this.tries, owner_id, 'Too many passwords were tried');
  }
}
