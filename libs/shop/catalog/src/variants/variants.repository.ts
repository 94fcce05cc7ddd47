import type { ParsedResource, Row } from '@storewright/json-api';
import { type ColumnValues, TableRepository, type TransactionContext } from '@storewright/resources';
import type { CreateVariant } from './variants.dto';
import { variants } from './variants.resource';

export const variantsRepository = new TableRepository(variants, { unique: { sku: 'sku' }, beforeInsert });

async function beforeInsert(
  context: TransactionContext,
  { attributes, relationships }: ParsedResource<CreateVariant>,
): Promise<ColumnValues> {
  const position = attributes.position ?? (await lastPosition(context, String(relationships['product']))) + 1;
  return { inventory_policy: 'deny', ...attributes, position };
}

async function lastPosition({ rows, shop }: TransactionContext, product: string): Promise<number> {
  const [row] = await rows.query({
    name: 'variants-last-position',
    text: 'SELECT coalesce(max(position), 0) AS last FROM shop.variants WHERE shop_id = $1 AND product_id = $2',
    values: [shop.id, product],
  });
  return Number(row!['last']);
}

/** Variants go with their product, each with its event. */
export async function removeVariantsOf(context: TransactionContext, product: Row): Promise<void> {
  const found = await context.rows.query({
    name: 'variants-of-product',
    text: 'SELECT id FROM shop.variants WHERE shop_id = $1 AND product_id = $2 ORDER BY id FOR UPDATE',
    values: [context.shop.id, product['id']],
  });
  for (const { id } of found) await variantsRepository.remove(context, { id: String(id) });
}
