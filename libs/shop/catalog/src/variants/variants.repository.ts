import { Injectable } from '@nestjs/common';
import type { ColumnValues, Row } from '@storewright/entities';
import { isUuid, type ParsedResource } from '@storewright/json-api';
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
import { Variant } from './variant.entity';
import type { CreateVariant, UpdateVariant } from './variants.dto';
import { variants } from './variants.resource';

@Injectable()
export class VariantsRepository extends ResourceRepository<Variant, CreateVariant, UpdateVariant> {
  static override readonly resource = variants;
  protected override readonly unique = { sku: 'sku' };

  protected override beforeInsert(
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
    const change = { variant_id: id, before: null, after, reason: reasonIn(shop, 'created') };
    return withWrites(values, {
      after: () => recordChange(tx, change),
    });
  }

  /** A new variant at the last position locks its product, so that concurrent variants get other positions. */
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

  /** Compares a new quantity with the locked variant. Other changes need no locked variant. */
  protected override beforeUpdate(
    { attributes }: ParsedResource<UpdateVariant>,
    row: Row<Variant>,
    tx: ShopTransaction,
  ): RuleResult<ColumnValues<Variant>> {
    const values = { ...attributes } as ColumnValues<Variant>;
    const { inventory_quantity: after } = attributes;
    if (after === undefined || after === row.inventory_quantity) return values;
    const change = { variant_id: row.id, before: row.inventory_quantity, after };
    return withWrites(values, {
      after: () => recordChange(tx, { ...change, reason: reasonIn(tx.shop, 'adjusted') }),
    });
  }
}

const reasonIn = ({ job }: Shop, otherwise: 'created' | 'adjusted'): InventoryChangeReason =>
  job === 'import' ? 'imported' : otherwise;
