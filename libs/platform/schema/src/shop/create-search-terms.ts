import { tagTerm, wordsOf } from '@storewright/json-api';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Words and tags by which rows are found (docs/adr/search.md): row-level security lets only leakproof comparisons reach an index, so no GIN. The primary key is for
 * the writes of a row, the index for who looks for a word.
 */
export class CreateSearchTerms1795364286238 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql);
    for (const { table, words } of searched) await fill(runner, table, words);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shop.search_terms');
  }
}

const sql = `
CREATE TABLE shop.search_terms (
  shop_id uuid NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  resource_id uuid NOT NULL,
  field text COLLATE "C" NOT NULL,
  term text COLLATE "C" NOT NULL,
  PRIMARY KEY (shop_id, resource_type, resource_id, field, term)
);
CREATE INDEX ON shop.search_terms (shop_id, resource_type, term, resource_id);
ALTER TABLE shop.search_terms ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.search_terms USING (shop_id = (SELECT shop.current_shop()));
GRANT SELECT, INSERT, DELETE ON shop.search_terms TO storewright_shop;
`;

const searched = [
  { table: 'products', words: ['title'] },
  { table: 'customers', words: ['first_name', 'last_name'] },
  { table: 'orders', words: [] },
];

interface Row {
  shop_id: string;
  id: string;
  tags: string[];
  [word: string]: string | string[] | null;
}

/** Words are made by the code that makes them of new rows. */
async function fill(runner: QueryRunner, table: string, words: readonly string[]): Promise<void> {
  const page = `SELECT ${['shop_id', 'id', 'tags', ...words].join(', ')} FROM shop.${table}
    WHERE (shop_id, id) > ($1::uuid, $2::uuid) ORDER BY shop_id, id LIMIT 1000`;
  const none = '00000000-0000-0000-0000-000000000000';
  let rows = (await runner.query(page, [none, none])) as Row[];
  while (rows.length > 0) {
    const entries = rows.flatMap((row) =>
      [
        ...row.tags.map((tag) => ['tags', tagTerm(tag)]),
        ...words.flatMap((field) => entriesOf(row, field)),
      ].map(([field, term]) => [row.shop_id, row.id, field, term]),
    );
    await runner.query(
      `INSERT INTO shop.search_terms (shop_id, resource_type, resource_id, field, term)
       SELECT e.shop_id, $1, e.id, e.field, e.term FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[]) AS e (shop_id, id, field, term)`,
      [table, ...[0, 1, 2, 3].map((at) => entries.map((entry) => entry[at]))],
    );
    const last = rows.at(-1)!;
    rows = (await runner.query(page, [last.shop_id, last.id])) as Row[];
  }
}

function entriesOf(row: Row, field: string): string[][] {
  const text = row[field];
  return typeof text === 'string' ? wordsOf(text).map((word) => [field, word]) : [];
}
