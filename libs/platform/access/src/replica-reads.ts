import { Injectable, Optional } from '@nestjs/common';
import { AuthDatabase, defineStatement, ReadReplicas } from '@storewright/database';
import { AccessToken, type EntityClass, OAuthToken } from '@storewright/entities';
import { type ReadContext, type ReadSource, ShopRows } from '@storewright/tenancy';
import { LRUCache } from 'lru-cache';
import type { Grant } from './grant';

/**
 * Requests of a token do not read from replicas for WRITE_WINDOW_MS after a write. The stored end of this
 * period is renewed when less than MIN_REMAINING_MS remain, which is longer than any request takes.
 */
const [WRITE_WINDOW_MS, MIN_REMAINING_MS] = [30_000, 20_000];

interface LastWrites {
  /**
   * Milliseconds since the stored end of the token's last period of writes. Negative during the period. null
   * if no write of the token is stored.
   */
  age: number | null;
}

const statementsOf = (kind: string, entity: EntityClass<OAuthToken | AccessToken>) => ({
  mark: defineStatement(`writes-until-${kind}`, (source) =>
    source
      .createQueryBuilder()
      .update(entity)
      .set({ writes_until: () => `clock_timestamp() + interval '${WRITE_WINDOW_MS} ms'` })
      .where('shop_id = :shop_id AND id = :id'),
  ),
  find: defineStatement<LastWrites>(`last-writes-${kind}`, (source) =>
    source
      .createQueryBuilder(entity, 't')
      .select('(extract(epoch FROM clock_timestamp() - t.writes_until) * 1000)::float8', 'age')
      .where('t.shop_id = :shop_id AND t.id = :id'),
  ),
});
const statements = {
  oauth_token: statementsOf('oauth_token', OAuthToken),
  access_token: statementsOf('access_token', AccessToken),
};

/**
 * Chooses the primary database or a replica for the reads of a token. A replica is chosen only if it has
 * replayed the token's last write (docs/adr/replicas.md). Before a write, the time until which the token may
 * write is stored. A replica must have every commit before this time. One stored time covers many writes.
 */
@Injectable()
export class ReplicaReads {
  /**
   * End of the period in which a token does not read from replicas, by the monotonic clock of this process.
   * Keyed by token id.
   */
  private readonly writers = new LRUCache<string, number>({ max: 50_000 });
  readonly isUsed: boolean;

  constructor(
    private readonly rows: ShopRows,
    private readonly auth: AuthDatabase,
    @Optional() private readonly replicas?: ReadReplicas,
  ) {
    this.isUsed = replicas?.isUsed ?? false;
  }

  of(grant: Grant): ReadContext {
    const { replicas } = this;
    if (!replicas?.isUsed) return this.rows.of(grant.shop);
    const source: ReadSource = {
      choose: () => this.choose(grant, replicas),
      failed: () => (replicas.reads.failed += 1),
    };
    return this.rows.reading(grant.shop, source);
  }

  /** Stores that a token is about to write. The caller must wait for this before the write. */
  async beforeWrite({ kind, shop, token_id: id }: Grant): Promise<void> {
    const now = performance.now();
    if ((this.writers.get(id) ?? 0) - now >= MIN_REMAINING_MS) return;
    const shop_id = shop.id;
    await this.auth.execute({ shop_id }, statements[kind].mark, { shop_id, id });
    this.writers.set(id, now + WRITE_WINDOW_MS);
  }

  private async choose(grant: Grant, replicas: ReadReplicas): ReturnType<ReadSource['choose']> {
    const { reads } = replicas;
    if ((this.writers.get(grant.token_id) ?? 0) > performance.now()) return void (reads.written += 1);
    if (replicas.areBehind) return void (reads.behind += 1);
    try {
      const last = await this.lastWrite(grant);
      const replica = replicas.after(last);
      // Checks the replica lag again for the statistics, because it may have grown during the query.
      reads[replica ? 'replica' : replicas.areBehind ? 'behind' : 'written'] += 1;
      return replica;
    } catch {
      return void (reads.failed += 1);
    }
  }

  /**
   * Returns the latest possible time of the token's last write, by the monotonic clock of this process.
   * -Infinity means that no write is stored, and Infinity that the token does not exist.
   */
  private async lastWrite({ kind, shop, token_id: id }: Grant): Promise<number> {
    const shop_id = shop.id;
    const [row] = await this.auth.execute({ shop_id }, statements[kind].find, { shop_id, id });
    if (!row) return Infinity;
    return row.age === null ? -Infinity : performance.now() - row.age;
  }
}
