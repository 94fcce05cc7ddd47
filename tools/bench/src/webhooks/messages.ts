import type { Client } from 'pg';

/**
 * How many messages with a context the worker has sent so far: each begins with it, and is a transaction of one statement or of several that go out together. What
 * it asks each second over all shops has none.
 */
export async function messagesOfWorker(client: Client): Promise<number> {
  const { rows } = await client.query<{ calls: string | null }>(
    `SELECT sum(calls) AS calls FROM pg_stat_statements WHERE userid = 'storewright_hooks'::regrole AND query LIKE 'SET LOCAL app.%'`,
  );
  return Number(rows[0]!.calls ?? 0);
}

/** Counts them from now on: of connections that are made later. */
export async function countMessages(client: Client): Promise<void> {
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await client.query(`ALTER ROLE storewright_hooks SET pg_stat_statements.track = 'top'`);
}
