import type { Client } from 'pg';

/**
 * Enables pg_stat_statements for a database role. On connections that are opened afterwards,
 * pg_stat_statements counts all statements, including BEGIN and COMMIT.
 */
export async function countStatements(client: Client, role: string): Promise<void> {
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await client.query(`ALTER ROLE ${role} SET pg_stat_statements.track = 'top'`);
}

/**
 * Returns the number of statements that a database role has run. `like` is an SQL pattern for the statement
 * text.
 */
export async function statementsOf(client: Client, role: string, like = '%'): Promise<number> {
  const text =
    'SELECT sum(calls) AS calls FROM pg_stat_statements WHERE userid = $1::regrole AND query LIKE $2';
  const { rows } = await client.query<{ calls: string | null }>(text, [role, like]);
  return Number(rows[0]!.calls ?? 0);
}
