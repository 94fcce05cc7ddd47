import type { Row } from '@storewright/entities';
import type { ShopTransaction } from '@storewright/tenancy';
import { Any } from 'typeorm';
import { Product } from '../products/product.entity';
import { Variant } from '../variants/variant.entity';
import { ImportRow } from './import-row.entity';

type KnownVariant = Pick<Row<Variant>, 'id' | 'product_id' | 'currency_code'>;

export interface EarlierRow {
  number: number;
  isValid: boolean;
}

/**
 * Existing objects and earlier CSV rows to which a batch of CSV rows can refer. Planning a row adds the
 * objects that the row will create.
 */
export interface KnownObjects {
  products: Map<string, string>;
  variants: Map<string, KnownVariant>;
  handles: Map<string, EarlierRow>;
  skus: Map<string, EarlierRow>;
}

/** Loads the existing objects and the earlier rows with the handles and SKUs of a batch of CSV rows. */
export async function knownObjects(
  tx: ShopTransaction,
  import_id: string,
  batch: readonly Row<ImportRow>[],
): Promise<KnownObjects> {
  const handles = [...new Set(batch.flatMap(({ handle }) => handle ?? []))];
  const skus = [...new Set(batch.flatMap(({ sku }) => sku ?? []))];
  const first = batch[0]?.number ?? 0;
  const [products, variants, byHandle, bySku] = await Promise.all([
    tx.repository(Product).find({ where: { handle: Any(handles) }, select: ['id', 'handle'] }),
    tx.repository(Variant).find({
      where: { sku: Any(skus) },
      select: ['id', 'sku', 'product_id', 'currency_code'],
    }),
    earlierRows(tx, 'handle', { import_id, values: handles, first }),
    earlierRows(tx, 'sku', { import_id, values: skus, first }),
  ]);
  return {
    products: new Map(products.map(({ id, handle }) => [handle, id])),
    variants: new Map(variants.map((variant) => [variant.sku!, variant])),
    handles: byHandle,
    skus: bySku,
  };
}

async function earlierRows(
  tx: ShopTransaction,
  column: 'handle' | 'sku',
  values: { import_id: string; values: readonly string[]; first: number },
): Promise<Map<string, EarlierRow>> {
  const rows = await tx
    .repository(ImportRow)
    .select<EarlierRow & { value: string }>(
      `earlier by ${column}`,
      (query) =>
        query
          .select(`t.${column}`, 'value')
          .addSelect('min(t.number)', 'number')
          .addSelect('bool_or(t.errors IS NULL)', '"isValid"')
          .where('t.import_id = :import_id')
          .andWhere(`t.${column} = ANY (:values)`)
          .andWhere('t.number < :first')
          .groupBy(`t.${column}`),
      values,
    );
  return new Map(rows.map(({ value, number, isValid }) => [value, { number, isValid }]));
}
