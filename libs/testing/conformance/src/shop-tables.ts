import type { TestDatabase } from '@storewright/testing';

/**
 * Returns the database tables that contain rows of shops, such as `shop.products`. Queries the database
 * catalog, so that new tables are tested automatically.
 */
export async function shopTables(database: TestDatabase): Promise<string[]> {
  const found = await database.query<{ name: string }>(
    `SELECT 'shop.' || c.relname AS name FROM pg_class c JOIN pg_attribute s
      ON s.attrelid = c.oid AND s.attname = 'shop_id'
     WHERE c.relnamespace = 'shop'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`,
  );
  return found.map(({ name }) => name);
}
