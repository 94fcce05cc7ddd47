import type { Client } from 'pg';

/** Starts to count all statements of a role, BEGIN and COMMIT included, on connections that open later. */
export async function countStatements(client: Client, role: string): Promise<void> {
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await client.query(`ALTER ROLE ${role} SET pg_stat_statements.track = 'top'`);
}

/** Number of statements of a role so far. `like`: a pattern of their text. */
export async function statementsOf(client: Client, role: string, like = '%'): Promise<number> {
  const text =
    'SELECT sum(calls) AS calls FROM pg_stat_statements WHERE userid = $1::regrole AND query LIKE $2';
  const { rows } = await client.query<{ calls: string | null }>(text, [role, like]);
  return Number(rows[0]!.calls ?? 0);
}
