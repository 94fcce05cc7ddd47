import type { TestDatabase } from '@storewright/testing';
import { Client } from 'pg';

/** Runs `work` while the connection `holder` locks the rows of the statement. */
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
    if (!rowCount) throw new Error('The statement locked no row.');
    return await work(holder);
  } finally {
    await holder.end();
  }
}
