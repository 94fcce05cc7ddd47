import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { ApiError } from '@storewright/json-api';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { GrantedRequest } from './grant';

/** Requests per minute that one token may send to one process; 0: as many as it likes. */
export const REQUESTS_PER_MINUTE = Symbol('requests per minute');

/** A token's requests of a minute are counted, or 429 with Retry-After (docs/contract.md §2). Each process counts its own. */
@Injectable()
export class RateGuard implements CanActivate {
  private readonly limiter: RateLimiterMemory | undefined;

  constructor(@Inject(REQUESTS_PER_MINUTE) points: number) {
    this.limiter = points > 0 ? new RateLimiterMemory({ points, duration: 60 }) : undefined;
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { grant } = context.switchToHttp().getRequest<GrantedRequest>();
    return this.limiter && grant ? this.count(this.limiter, grant.token_id) : true;
  }

  private async count(limiter: RateLimiterMemory, tokenId: string): Promise<boolean> {
    try {
      await limiter.consume(tokenId);
      return true;
    } catch (reached) {
      if (!(reached instanceof RateLimiterRes)) throw reached;
      const seconds = Math.max(1, Math.ceil(reached.msBeforeNext / 1000));
      throw new ApiError('rate_limited', {
        detail: `This token may send ${limiter.points} requests a minute; come back in ${seconds} seconds.`,
        headers: { 'retry-after': String(seconds) },
      });
    }
  }
}
