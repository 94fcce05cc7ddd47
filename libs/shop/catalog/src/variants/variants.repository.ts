import { Injectable } from '@nestjs/common';
import type { ColumnValues, Row } from '@storewright/entities';
import { ApiError, isUuid, noSuch, type ParsedResource } from '@storewright/json-api';
import {
  type NewObjectInput,
  type PlannedWrite,
  ResourceRepository,
  type RowLock,
  type RuleResult,
  withWrites,
} from '@storewright/resources';
import type { InsertValues, Shop, ShopTransaction } from '@storewright/tenancy';
import type { InventoryChangeReason } from '../inventory-changes/inventory-change.entity';
import { recordChange } from '../inventory-changes/record-change';
import { nextPosition } from '../next-position';
import { ProductImage } from '../product-images/product-image.entity';
import { Variant } from './variant.entity';
import type { CreateVariant, UpdateVariant } from './variants.dto';
import { variants } from './variants.resource';

@Injectable()
export class VariantsRepository extends ResourceRepository<Variant, CreateVariant, UpdateVariant> {
  static override readonly resource = variants;
  protected override readonly unique = { sku: 'sku' };

  protected override beforeInsert(
    input: NewObjectInput<CreateVariant>,
    tx: ShopTransaction,
  ): RuleResult<InsertValues<Variant>> | Promise<RuleResult<InsertValues<Variant>>> {
    const { product } = input.relationships;
    const checked = requireImageOf(tx, String(product), input, { lock: 'key_share' });
    return checked ? checked.then(() => this.newValues(input, tx)) : this.newValues(input, tx);
  }

  private newValues(
    { id, attributes, relationships }: NewObjectInput<CreateVariant>,
    tx: ShopTransaction,
  ): RuleResult<InsertValues<Variant>> {
    const { shop } = tx;
    const { position = nextPosition(Variant, String(relationships['product'])) } = attributes;
    const values: InsertValues<Variant> = {
      ...{ inventory_policy: 'deny', currency_code: shop.currency_code },
      ...attributes,
      position,
    };
    const { inventory_quantity: after = null } = attributes;
    if (after === null) return values;
    const { sku = null, title } = attributes;
    const change = { variant: { id, sku, title }, before: null, after, reason: reasonIn(shop, 'created') };
    return withWrites(values, {
      after: () => recordChange(tx, change),
    });
  }

  /**
   * Locks the product of a new variant without a position, so that concurrently created variants get
   * different positions.
   */
  override async locksOf(
    tx: ShopTransaction,
    writes: readonly PlannedWrite<CreateVariant, UpdateVariant>[],
  ): Promise<RowLock[]> {
    const products = writes.flatMap((write): RowLock[] => {
      if (write.op !== 'add' || write.input.attributes.position !== undefined) return [];
      const id = String(write.input.relationships['product']);
      return isUuid(id) ? [{ type: 'products', id, lock: 'no_key_update' }] : [];
    });
    return [...(await super.locksOf(tx, writes)), ...products];
  }

  /**
   * Reads the stored variant only for a new quantity or a new image. Without these, a single statement can
   * update the variant.
   */
  protected override beforeUpdate(
    input: ParsedResource<UpdateVariant>,
    row: Row<Variant>,
    tx: ShopTransaction,
  ): RuleResult<ColumnValues<Variant>> | Promise<RuleResult<ColumnValues<Variant>>> {
    const { image } = input.relationships;
    const checked = image ? requireImageOf(tx, row.product_id, input) : undefined;
    return checked
      ? checked.then(() => this.changedValues(input, row, tx))
      : this.changedValues(input, row, tx);
  }

  private changedValues(
    { attributes }: ParsedResource<UpdateVariant>,
    row: Row<Variant>,
    tx: ShopTransaction,
  ): RuleResult<ColumnValues<Variant>> {
    const values = { ...attributes } as ColumnValues<Variant>;
    const { inventory_quantity: after } = attributes;
    if (after === undefined || after === row.inventory_quantity) return values;
    const { sku = row.sku, title = row.title } = attributes;
    const change = { variant: { id: row.id, sku, title }, before: row.inventory_quantity, after };
    return withWrites(values, {
      after: () => recordChange(tx, { ...change, reason: reasonIn(tx.shop, 'adjusted') }),
    });
  }
}

/**
 * Throws 404 if the image in the request does not exist, and 422 if the image belongs to a different product.
 * Returns undefined without a query if the request contains no image. A new variant locks the image against
 * deletion. An update must not lock the image: the variant is already locked, and images must be locked
 * before variants.
 */
function requireImageOf(
  tx: ShopTransaction,
  product_id: string,
  { relationships: { image }, pointer, linkagePointer }: ParsedResource<object>,
  locking?: { lock: 'key_share' },
): Promise<void> | undefined {
  if (typeof image !== 'string') return undefined;
  const place = linkagePointer ?? `${pointer}/relationships/image/data`;
  const found = tx
    .repository(ProductImage)
    .findOne({ where: { id: image }, select: ['product_id'], ...locking });
  return found.then((row) => {
    if (!row) throw noSuch('product_images', image, place);
    if (row.product_id !== product_id) throw imageOfOtherProduct(place);
  });
}

const imageOfOtherProduct = (pointer: string) =>
  new ApiError('invalid_relationship', {
    detail: 'The image belongs to another product. Use an image of the product of this variant.',
    source: { pointer },
    meta: { relationship: 'image' },
  });

const reasonIn = ({ job }: Shop, otherwise: 'created' | 'adjusted'): InventoryChangeReason =>
  job === 'import' ? 'imported' : otherwise;
