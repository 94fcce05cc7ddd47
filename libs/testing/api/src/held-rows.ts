import type { TestDatabase } from '@storewright/testing';
import { Client } from 'pg';

/** Runs `work` while the connection `holder` holds the row locks that an SQL statement acquires. */
export async function whileRowsAreHeld<T>(
  { administratorUrl }: TestDatabase,
  lock: { text: string; values: unknown[] },
  work: (holder: Client) => Promise<T>,
): Promise<T> {
  const holder = new Client({ connectionString: administratorUrl });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    const { rowCount } = await holder.query(lock);
    if (!rowCount) throw new Error('The SQL statement must lock at least one row, but it matched none.');
    return await work(holder);
  } finally {
    await holder.end();
  }
}
