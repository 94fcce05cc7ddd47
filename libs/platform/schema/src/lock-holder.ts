import { Client } from 'pg';
import type { SchemaName } from './roles';

const holders = `
  SELECT a.pid, a.application_name AS name, extract(epoch FROM clock_timestamp() - a.xact_start)::integer AS seconds,
    string_agg(DISTINCT c.oid::regclass::text, ', ') AS tables
  FROM pg_locks l JOIN pg_class c ON c.oid = l.relation AND c.relkind IN ('r', 'p')
    JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.granted AND n.nspname = $1 AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND a.xact_start < clock_timestamp() - $2 * interval '1 millisecond'
  GROUP BY a.pid, a.application_name, a.xact_start ORDER BY a.xact_start LIMIT 1`;

export async function lockHolder(
  administrator: string,
  schema: SchemaName,
  waitedMs: number,
): Promise<string> {
  const client = new Client({ connectionString: administrator });
  await client.connect();
  try {
    const { rows } = await client.query<Record<'pid' | 'name' | 'seconds' | 'tables', string>>(holders, [
      schema,
      waitedMs,
    ]);
    const [row] = rows;
    if (!row) return 'another session held a lock on one of its tables and has released it';
    return `session ${row.pid} (${row.name || 'unnamed'}) has had a lock on ${row.tables} for ${row.seconds} s`;
  } finally {
    await client.end();
  }
}
