import { Injectable, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import { ApiError } from '@storewright/json-api';
import type { DailyLimitsOfGrant, Grant } from './grant';
import { BatchedLimit, declaredLimit, exhaustedHeaders } from './limits';

type Counted = keyof DailyLimitsOfGrant;

const attributes: Record<Counted, string> = {
  requests: 'daily_request_limit',
  writes: 'daily_write_limit',
};

/**
 * Enforces the daily limits of requests and writes that all tokens of an installation share. Throws 429 above
 * a limit (docs/contract.md §3).
 */
@Injectable()
export class DailyLimits implements OnApplicationShutdown {
  private readonly limits: Record<Counted, BatchedLimit>;

  constructor(@Optional() database?: AuthDatabase) {
    this.limits = {
      requests: new BatchedLimit(database, declaredLimit('shop-api:daily-requests')),
      writes: new BatchedLimit(database, declaredLimit('shop-api:daily-writes')),
    };
  }

  async count(grant: Grant, canWrite: boolean): Promise<void> {
    await this.consume(grant, 'requests', 1);
    if (canWrite) await this.consume(grant, 'writes', 1);
  }

  /** Counts the second and all further writes of a request. `count` has already counted the first write. */
  countMoreWrites(grant: Grant, more: number): Promise<void> {
    return this.consume(grant, 'writes', more);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(Object.values(this.limits).map((limit) => limit.stop()));
  }

  private async consume(
    { installation_id, dailyLimits }: Grant,
    counted: Counted,
    cost: number,
  ): Promise<void> {
    const points = dailyLimits?.[counted];
    if (installation_id === undefined || points === undefined || points === null || cost === 0) return;
    const limit = this.limits[counted];
    await limit.load(installation_id);
    const ms = limit.consume(installation_id, { cost, points });
    if (ms !== undefined) throw exceeded(counted, { ...limit.options, points }, ms);
  }
}

function exceeded(counted: Counted, options: BatchedLimit['options'], ms: number): ApiError {
  const headers = exhaustedHeaders(options, ms);
  return new ApiError('daily_limit_exceeded', {
    detail:
      `The shop allows this app ${options.points} ${counted} per day (UTC). Retry in ${headers['retry-after']} ` +
      `seconds, or ask the shop owner to raise ${attributes[counted]}.`,
    headers,
  });
}
