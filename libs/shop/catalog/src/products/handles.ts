import { tableOf } from '@storewright/entities';
import type { InsertExpressions } from '@storewright/tenancy';
import { handleOf } from '@storewright/text';
import { Product } from './product.entity';

/** A title without letters and digits gets the handle `product`. */
export const handleOfTitle = (title: string) => handleOf(title) || 'product';

const numbered = (number: string) =>
  `:handle::text || CASE WHEN ${number} = 1 THEN '' ELSE '-' || ${number} END`;

/**
 * The handle that was asked for, with a number behind it where another product has it: one that is free and
 * follows one that is taken. The number is doubled until it is free, then what lies between is halved, so ten
 * thousand products of one title cost 28 looks into the index of handles, and nobody is locked out meanwhile.
 * `OFFSET 0` has the candidate made before it is looked for: an expression in the condition would not use the
 * index under row-level security. QueryBuilder has no words for it.
 */
export const freeHandle: InsertExpressions<Product> = {
  name: 'with a free handle',
  with: [
    {
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
    },
  ],
  columns: { handle: '(SELECT handle FROM found)' },
  free: ['handle'],
};
