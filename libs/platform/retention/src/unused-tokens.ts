import type { AuthDatabase } from '@storewright/database';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days between the mail about the expiry of a token and the expiry. */
const NOTICE_DAYS = 7;
/** Maximum number of tokens that one run queues. The next run queues the remaining tokens. */
const MAX_TOKENS = 1_000;

const queue = {
  name: 'queue-unused-tokens',
  text: 'SELECT auth.queue_unused_tokens($1, $2, $3)',
};

/**
 * Queues access tokens that no request has used for `days` days, and a week earlier those that get a notice. The auth
 * API sends the mails and ends the tokens (docs/adr/leaked-tokens.md).
 */
export async function queueUnusedTokens(database: AuthDatabase, now: number, days: number): Promise<void> {
  const before = (age: number) => new Date(now - age * DAY_MS).toISOString();
  const values = [before(days - NOTICE_DAYS), before(days), MAX_TOKENS];
  await database.query({}, { ...queue, values });
}
