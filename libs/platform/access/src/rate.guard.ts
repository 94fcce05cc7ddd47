import {
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  type OnApplicationShutdown,
  Optional,
} from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import type { FastifyReply } from 'fastify';
import { DailyLimits } from './daily-limits';
import type { Grant, GrantedRequest } from './grant';
import {
  BatchedLimit,
  declaredLimit,
  type LimitOptions,
  rateLimited,
  rateLimitPolicy,
  rateLimitWriter,
} from './limits';
import { canWrite } from './token.guard';

/**
 * Injection token for the maximum number of requests per access token and minute, over all service instances.
 * 0 means unlimited.
 */
export const REQUESTS_PER_MINUTE = Symbol('requests per minute');

/**
 * Enforces the limits of requests per token and minute, and per installation and day (docs/contract.md §3).
 * Throws 429 with Retry-After above a limit. The remaining number in responses is approximate, because each
 * instance counts in memory.
 */
@Injectable()
export class RateGuard implements CanActivate, OnApplicationShutdown {
  private readonly limit: BatchedLimit | undefined;
  private readonly policy: string;
  private readonly rateLimit: (left: number, ms: number) => string;

  constructor(
    @Inject(REQUESTS_PER_MINUTE) points: number,
    @Optional() database?: AuthDatabase,
    @Optional() private readonly daily?: DailyLimits,
  ) {
    const options: LimitOptions = { ...declaredLimit('shop-api:requests'), points };
    if (points > 0) this.limit = new BatchedLimit(database, options);
    this.policy = rateLimitPolicy(options);
    this.rateLimit = rateLimitWriter(options);
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const { grant, method } = http.getRequest<GrantedRequest>();
    if (!grant || (!this.limit && !grant.dailyLimits)) return true;
    return this.count(grant, method, http.getResponse<FastifyReply>());
  }

  async onApplicationShutdown(): Promise<void> {
    await this.limit?.stop();
  }

  private async count(grant: Grant, method: string, reply: FastifyReply): Promise<boolean> {
    if (this.limit) this.countOfMinute(this.limit, grant.token_id, reply);
    if (grant.dailyLimits) await this.daily?.count(grant, canWrite(method));
    return true;
  }

  private countOfMinute(limit: BatchedLimit, tokenId: string, reply: FastifyReply): void {
    const refused = limit.consume(tokenId);
    if (refused !== undefined)
      throw rateLimited(`This token can send ${limit.options.points} requests per minute`, refused, limit);
    const { points, ms } = limit.left(tokenId);
    void reply.header('ratelimit-policy', this.policy).header('ratelimit', this.rateLimit(points, ms));
  }
}
