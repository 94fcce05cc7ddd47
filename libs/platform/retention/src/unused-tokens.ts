import type { AuthDatabase } from '@storewright/database';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Number of days between the warning email about an unused access token and the expiry of the token. */
const NOTICE_DAYS = 7;
/**
 * Maximum number of access tokens that one retention run queues. The next run queues the remaining tokens.
 */
const MAX_TOKENS = 1_000;

const queue = {
  name: 'queue-unused-tokens',
  text: 'SELECT auth.queue_unused_tokens($1, $2, $3)',
};

/**
 * Queues access tokens that were not used for `days` days, so that the auth API expires them. Also queues
 * tokens that will expire within a week, so that the auth API sends a warning email
 * (docs/adr/leaked-tokens.md).
 */
export async function queueUnusedTokens(database: AuthDatabase, now: number, days: number): Promise<void> {
  const before = (age: number) => new Date(now - age * DAY_MS).toISOString();
  const values = [before(days - NOTICE_DAYS), before(days), MAX_TOKENS];
  await database.query({}, { ...queue, values });
}
