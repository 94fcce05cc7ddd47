import { Injectable } from '@nestjs/common';
import type { Row } from '@storewright/entities';
import type { ReadContext, ShopTransaction } from '@storewright/tenancy';
import { Any } from 'typeorm';
import { Product } from './products/product.entity';
import { Variant } from './variants/variant.entity';
import { VariantsRepository } from './variants/variants.repository';

/** What other resources may ask of the catalogue: variants with their stock, and the products that they belong to. */
@Injectable()
export class Inventory {
  constructor(private readonly variants: VariantsRepository) {}

  /** Those variants that are there, ascending by id and locked in that order. */
  lockVariants(tx: ShopTransaction, ids: readonly string[]): Promise<Row<Variant>[]> {
    return this.variants.lockAll(tx, ids);
  }

  /** Those products that are there, in any order. */
  async findProducts(context: ReadContext, ids: readonly string[]): Promise<Row<Product>[]> {
    return ids.length === 0 ? [] : context.repository(Product).find({ where: { id: Any([...ids]) } });
  }

  /** Counts the stock of a variant that is locked, with its event. */
  async setQuantity(tx: ShopTransaction, variant: Row<Variant>, inventory_quantity: number): Promise<void> {
    await tx.repository(Variant).update(variant, { inventory_quantity });
  }
}
