import type { AuthDatabase } from '@storewright/database';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { LimitOptions } from './limit-options';
import { announceLimit, limitsReached } from './rate-limited';

/**
 * An exact rate limit, which all service instances share. Each request costs an SQL statement, so it is for
 * rare or expensive requests.
 */
export class ExactLimit {
  private readonly limiter: RateLimiterPostgres;

  constructor(
    database: AuthDatabase,
    readonly options: LimitOptions,
  ) {
    const { name, points, seconds } = options;
    announceLimit(options);
    this.limiter = new RateLimiterPostgres({
      storeClient: { query: (statement: Statement) => query(database, statement) },
      storeType: 'client',
      schemaName: 'auth',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: seconds,
    });
  }

  /** Counts a request. Returns the time to wait in milliseconds if the request exceeds the limit. */
  async consume(key: string): Promise<number | undefined> {
    try {
      await this.limiter.consume(key);
      return undefined;
    } catch (reached) {
      if (!(reached instanceof RateLimiterRes)) throw reached;
      limitsReached.inc({ limit: this.limiter.keyPrefix });
      return Math.max(1, reached.msBeforeNext);
    }
  }

  async takeBack(key: string): Promise<void> {
    await this.limiter.reward(key);
  }

  /** Deletes the count of a rate limit key, so that the full limit is available again. */
  async forget(key: string): Promise<void> {
    await this.limiter.delete(key);
  }
}

interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

async function query(
  database: AuthDatabase,
  statement: Statement,
): Promise<{ rows: object[]; rowCount: number }> {
  const rows = await database.query<{ points?: number; expire?: string | null }>({}, statement);
  return {
    rows: rows.map(({ points, expire }) => ({ points, expire: expire === null ? null : Number(expire) })),
    rowCount: rows.length,
  };
}
