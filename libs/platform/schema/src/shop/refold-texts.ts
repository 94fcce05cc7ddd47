import { createHash } from 'node:crypto';
import { wordsOf } from '@storewright/json-api';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { nonAsciiRows, refoldColumn } from '../refold';

const key = ['shop_id', 'id'] as const;

/** Sets stored keys and search terms to the result of `fold` of `@storewright/text` (docs/adr/text.md). */
export class RefoldTexts1795706100001 implements MigrationInterface {
  /**
   * Each row has its own transaction, so writers do not wait for the migration. A second run continues where an
   * interrupted run stopped.
   */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const email = { key, source: 'email', folded: 'email_folded' };
    await refoldColumn(runner, { ...email, table: 'shop.customers', uniqueWithin: ['shop_id'] });
    await refoldColumn(runner, { ...email, table: 'shop.orders' }, (row, before, after) =>
      replaceDigest(runner, row, before, after),
    );
    const code = {
      table: 'shop.codes',
      key,
      source: 'code',
      folded: 'code_folded',
      uniqueWithin: ['shop_id'],
    };
    await refoldColumn(runner, code);
    await refoldTerms(runner, 'products', ['title']);
    await refoldTerms(runner, 'customers', ['first_name', 'last_name']);
  }
  async down(): Promise<void> {
    // Keys of either form are valid.
  }
}

const digestOf = (order_id: string, email_folded: string) =>
  createHash('sha256').update([order_id, 'email', email_folded].join('\n')).digest('base64url').slice(0, 22);

/** Orders remember by a digest of the folded email that they had it with another customer (docs/adr/redaction.md). */
async function replaceDigest(
  runner: QueryRunner,
  { shop_id, id }: Readonly<Record<string, string>>,
  before: string,
  after: string,
): Promise<void> {
  await runner.query(
    `UPDATE shop.orders SET former_customers = replace(former_customers::text, $3, $4)::jsonb
     WHERE shop_id = $1 AND id = $2 AND former_customers IS NOT NULL`,
    [shop_id, id, digestOf(id!, before), digestOf(id!, after)],
  );
}

async function refoldTerms(runner: QueryRunner, table: string, columns: readonly string[]): Promise<void> {
  for await (const row of nonAsciiRows(runner, `shop.${table}`, key, columns))
    for (const field of columns) {
      const text = row[field];
      if (text != null)
        await refoldTermsOf(runner, { table, field, shop_id: row['shop_id']!, id: row['id']!, text });
    }
}

interface TextOfRow {
  table: string;
  field: string;
  shop_id: string;
  id: string;
  text: string;
}

async function refoldTermsOf(
  runner: QueryRunner,
  { table, field, shop_id, id, text }: TextOfRow,
): Promise<void> {
  const entry = [shop_id, table, id, field];
  const ofEntry = 'shop_id = $1 AND resource_type = $2 AND resource_id = $3 AND field = $4';
  const stored = (await runner.query(`SELECT term FROM shop.search_terms WHERE ${ofEntry}`, entry)) as {
    term: string;
  }[];
  const [before, after] = [stored.map(({ term }) => term), wordsOf(text)];
  const gone = before.filter((term) => !after.includes(term));
  const added = after.filter((term) => !before.includes(term));
  if (gone.length + added.length === 0) return;
  await runner.startTransaction();
  try {
    // A row that has another text in the meantime has been written with its terms.
    const [row] = (await runner.query(
      `SELECT id FROM shop.${table} WHERE shop_id = $1 AND id = $2 AND ${field} = $3 FOR NO KEY UPDATE`,
      [shop_id, id, text],
    )) as unknown[];
    if (row) {
      await runner.query(`DELETE FROM shop.search_terms WHERE ${ofEntry} AND term = ANY ($5)`, [
        ...entry,
        gone,
      ]);
      for (const term of added)
        await runner.query(
          `INSERT INTO shop.search_terms (shop_id, resource_type, resource_id, field, term)
           VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
          [...entry, term],
        );
    }
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}
