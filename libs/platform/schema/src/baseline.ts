import { createHash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { Migration } from './migrations';
import type { SchemaName } from './roles';

/**
 * Timestamp of the last baseline migration. The baseline migrations create the whole schema and replace the
 * migrations of development builds.
 */
const BASELINE_TIME = 1_795_000_000_009;

/**
 * SHA-256 of the sorted names of the migrations of development builds, which newer migrations have replaced.
 */
const REPLACED: Record<SchemaName, string> = {
  auth: '90be5f2cf69de06622d495ab07e78b2d4e6545c94b2dd3350d425b7d0431d820',
  shop: 'b39aacdef35aa381b4db6bf860fc92f1c2859d2aaac8d1e5e8009c562290cd95',
};

/**
 * SQL statements that a database of a development build needs to match the schema that the newer migrations
 * create.
 */
const REMAINDER: Record<SchemaName, readonly string[]> = {
  auth: [],
  shop: ['ALTER TABLE shop.webhook_deliveries VALIDATE CONSTRAINT webhook_deliveries_status_check'],
};

const timeOf = (name: string) => Number(name.slice(-13));

export const isBaseline = (name: string) => timeOf(name) <= BASELINE_TIME;

/**
 * Marks the migrations that create the whole schema as applied in a database that a development build
 * created.
 */
export async function adoptBaseline(
  dataSource: DataSource,
  schema: SchemaName,
  migrations: readonly Migration[],
): Promise<void> {
  const applied = await appliedMigrations(dataSource, schema);
  const baseline = migrations.map(({ name }) => name).filter(isBaseline);
  if (applied.length === 0 || baseline.some((name) => applied.includes(name))) return;
  if (createHash('sha256').update(applied.join()).digest('hex') !== REPLACED[schema])
    throw new Error(
      `the ${schema} data was made by an early development build. Migrate it with the last commit that has ` +
        'libs/platform/schema/src/shop/create-sales.ts, then with this build.',
    );
  await dataSource.transaction(async (transaction) => {
    for (const statement of REMAINDER[schema]) await transaction.query(statement);
    await transaction.query(`DELETE FROM ${schema}.migrations`);
    for (const name of baseline)
      await transaction.query(`INSERT INTO ${schema}.migrations (timestamp, name) VALUES ($1, $2)`, [
        timeOf(name),
        name,
      ]);
  });
}

async function appliedMigrations(dataSource: DataSource, schema: SchemaName): Promise<string[]> {
  const table = `${schema}.migrations`;
  const [{ exists }] = (await dataSource.query('SELECT to_regclass($1) IS NOT NULL AS exists', [table])) as [
    { exists: boolean },
  ];
  if (!exists) return [];
  const rows = (await dataSource.query(`SELECT name FROM ${table}`)) as { name: string }[];
  return rows.map(({ name }) => name).sort();
}
