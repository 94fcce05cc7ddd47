import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { AuthDatabase, defineStatement, namedValues } from '@storewright/database';
import { CanaryToken, TokenIncident } from '@storewright/entities';
import { digestBytes, type PlainToken } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { v7 as uuidv7 } from 'uuid';

/** Interval in milliseconds after which a process looks up the same invalid token again. */
const LOOKUP_INTERVAL_MS = 60_000;
const MAX_REMEMBERED_TOKENS = 10_000;
/** Maximum stored length of a User-Agent header in characters. */
const MAX_USER_AGENT = 255;

const find = defineStatement<Pick<CanaryToken, 'id'>>('canary-find', (source) =>
  source.createQueryBuilder(CanaryToken, 'c').select('c.id', 'id').where('c.digest = :digest'),
);

const insert = defineStatement('canary-use', (source) =>
  source
    .createQueryBuilder()
    .insert()
    .into(TokenIncident)
    .values(namedValues('id', 'kind', 'digest', 'token_kind', 'detail', 'request_id'))
    .orIgnore(),
);

/**
 * Queues an alert if a request contains a canary token (docs/adr/leaked-tokens.md). Attackers must not
 * recognize canary tokens, so the response is the same as for an unknown token and does not wait for the
 * lookup.
 */
@Injectable()
export class CanaryUses implements BeforeApplicationShutdown {
  private readonly log = new Logger('canary-tokens');
  private readonly lookedUp = new LRUCache<string, true>({
    max: MAX_REMEMBERED_TOKENS,
    ttl: LOOKUP_INTERVAL_MS,
  });
  private readonly pending = new Set<Promise<void>>();

  constructor(private readonly database: AuthDatabase) {}

  /** Looks up an invalid token among the canary tokens without delaying the response. Never throws. */
  check({ kind, digest }: PlainToken, request: Pick<FastifyRequest, 'id' | 'ip' | 'headers'>): void {
    if (kind !== 'access_token' || this.lookedUp.has(digest)) return;
    this.lookedUp.set(digest, true);
    const lookup = this.record(digest, request)
      .catch((error: Error) =>
        this.log.warn({ err: error }, 'an unknown token was not compared with canary tokens'),
      )
      .finally(() => this.pending.delete(lookup));
    this.pending.add(lookup);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.pending);
  }

  private async record(
    credential: PlainToken['digest'],
    { id, ip, headers }: Pick<FastifyRequest, 'id' | 'ip' | 'headers'>,
  ): Promise<void> {
    const digest = digestBytes(credential);
    const canaries = await this.database.execute({ credential }, find, { digest });
    if (canaries.length === 0) return;
    const detail = { address: ip, user_agent: headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null };
    await this.database.execute({ credential }, insert, {
      ...{ id: uuidv7(), kind: 'canary_used', digest, token_kind: 'access_token' },
      ...{ detail: JSON.stringify(detail), request_id: id },
    });
  }
}
