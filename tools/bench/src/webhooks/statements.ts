import type { Client } from 'pg';

/**
 * How many statements the worker has sent so far. Each is a message of its own, but for those that give events their numbers; what begins and ends a transaction
 * is not counted.
 */
export async function statementsOfWorker(client: Client): Promise<number> {
  const { rows } = await client.query<{ calls: string | null }>(
    `SELECT sum(calls) AS calls FROM pg_stat_statements WHERE userid = 'storewright_hooks'::regrole`,
  );
  return Number(rows[0]!.calls ?? 0);
}

/** Counts them from now on: of connections that are made later. */
export async function countStatements(client: Client): Promise<void> {
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await client.query(`ALTER ROLE storewright_hooks SET pg_stat_statements.track = 'top'`);
}
