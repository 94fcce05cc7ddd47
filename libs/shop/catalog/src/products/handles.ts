import { tableOf } from '@storewright/entities';
import { FreeValue } from '@storewright/tenancy';
import { handleOf } from '@storewright/text';
import { Product } from './product.entity';

/** A title without letters and digits gets the handle `product`. */
const handleOfTitle = (title: string) => handleOf(title) || 'product';

const numbered = (number: string) =>
  `:handle::text || CASE WHEN ${number} = 1 THEN '' ELSE '-' || ${number} END`;

/**
 * Finds a free handle: `mug`, or `mug-<number>` where `mug-<number - 1>` is taken. The search doubles the
 * number until a handle is free, then halves the interval, so ten thousand products of one title cost 28
 * index lookups and no lock. `OFFSET 0` computes the candidate before the lookup: an expression in the
 * condition would not use the index under row-level security.
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

/** A handle made of the title, with a number if another product has it. */
export const freeHandle = (title: string) =>
  new FreeValue<Product>(handleOfTitle(title), ['handle'], {
    name: 'free',
    sql: '(SELECT handle FROM found)',
    with: [search],
  });
