import { isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import { ApiError } from '@storewright/json-api';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { emailKey } from '../owners/email';

/** Failed sign-ins in each window of this many seconds, per process. */
const duration = 15 * 60;
const failuresPerEmail = 10;
/** Many people may share an address. */
const failuresPerAddress = 100;

/** Makes guessing passwords slow: a sign-in counts before its password is looked at, and is taken back when it was right. */
@Injectable()
export class SignInLimits {
  private readonly byEmail = new RateLimiterMemory({ points: failuresPerEmail, duration });
  private readonly byAddress = new RateLimiterMemory({ points: failuresPerAddress, duration });

  /** Throws `rate_limited` where there were too many failures. */
  async count(email: string, address: string): Promise<void> {
    try {
      await this.byAddress.consume(network(address));
      await this.byEmail.consume(emailKey(email));
    } catch (reached) {
      if (!(reached instanceof RateLimiterRes)) throw reached;
      const seconds = Math.max(1, Math.ceil(reached.msBeforeNext / 1000));
      throw new ApiError('rate_limited', {
        detail: `Too many sign-ins failed; try again in ${seconds} seconds.`,
        headers: { 'retry-after': String(seconds) },
      });
    }
  }

  async takeBack(email: string, address: string): Promise<void> {
    await this.byEmail.delete(emailKey(email));
    await this.byAddress.reward(network(address));
  }
}

/** One household or server holds a whole /64 of IPv6 addresses. */
function network(address: string): string {
  return isIPv6(address) && !address.startsWith('::') ? address.split(':').slice(0, 4).join(':') : address;
}
