import type { Client } from 'pg';

/** Counts what a role sends from now on, of connections that are made later: what begins and ends a transaction, too. */
export async function countStatements(client: Client, role: string): Promise<void> {
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await client.query(`ALTER ROLE ${role} SET pg_stat_statements.track = 'top'`);
}

/** How many it has sent so far; `like`: of those whose text is like this. */
export async function statementsOf(client: Client, role: string, like = '%'): Promise<number> {
  const text =
    'SELECT sum(calls) AS calls FROM pg_stat_statements WHERE userid = $1::regrole AND query LIKE $2';
  const { rows } = await client.query<{ calls: string | null }>(text, [role, like]);
  return Number(rows[0]!.calls ?? 0);
}
