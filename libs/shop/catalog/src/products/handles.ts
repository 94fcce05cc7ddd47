import { tableOf } from '@storewright/entities';
import { FreeValue } from '@storewright/tenancy';
import { handleOf } from '@storewright/text';
import { Product } from './product.entity';

/** Derives a handle from a product title. A title without letters and digits yields `product`. */
const handleOfTitle = (title: string) => handleOf(title) || 'product';

const numbered = (number: string) =>
  `:handle::text || CASE WHEN ${number} = 1 THEN '' ELSE '-' || ${number} END`;

/**
 * Finds an unused product handle: `mug`, or `mug-<number>` if `mug-<number - 1>` is in use. The search
 * doubles the number until it finds an unused handle, and then halves the interval. For ten thousand products
 * with the same title, the search needs 28 index lookups and no lock. `OFFSET 0` makes Postgres compute the
 * handle before the lookup, because under row-level security an expression in the condition would not use the
 * index.
 */
const search = {
  name: 'found',
  columns: { handle: 'text' },
  sql: `WITH RECURSIVE search (taken, free) AS (
      SELECT 0::bigint, NULL::bigint
      UNION ALL
      SELECT CASE WHEN found THEN number ELSE taken END, CASE WHEN found THEN free ELSE number END
      FROM (
        SELECT taken, free, number, ${numbered('number')} AS handle
        FROM search, LATERAL (SELECT coalesce((taken + free) / 2, greatest(taken * 2, 1)) AS number) next
        WHERE free IS NULL OR free - taken > 1 OFFSET 0
      ) candidate LEFT JOIN LATERAL (
        SELECT true AS found FROM ${tableOf(Product)} product
        WHERE product.shop_id = :shop_id::uuid AND product.handle = candidate.handle LIMIT 1
      ) look ON true
    )
    SELECT ${numbered('free')} AS handle FROM search WHERE free - taken = 1`,
};

/** Returns a handle for a product title. Appends a number if a product already has the handle. */
export const freeHandle = (title: string) =>
  new FreeValue<Product>(handleOfTitle(title), ['handle'], {
    name: 'free',
    sql: '(SELECT handle FROM found)',
    with: [search],
  });
