import { Injectable } from '@nestjs/common';
import { inTurn } from '@storewright/database';
import type { ShopTransaction } from '@storewright/tenancy';
import { MoreThan } from 'typeorm';
import { Inventory, type InventoryVariant } from './inventory';
import { OrderVariant } from './order-variant.entity';
import { type PricedLines, priceLines, type Reservation, type SentLines } from './priced-lines';

/** What orders take out of the stock, and give back. */
@Injectable()
export class StockReservation {
  constructor(private readonly inventory: Inventory) {}

  /** The variants that were ordered, locked: those that are there. */
  lock(tx: ShopTransaction, { line_items }: SentLines): Promise<readonly InventoryVariant[]> {
    const ids = line_items.flatMap(({ variant_id }) => (variant_id === undefined ? [] : [variant_id]));
    return this.inventory.lockVariants(tx, [...new Set(ids)]);
  }

  /** Looks up what was ordered; `variants` are locked. Throws as `priceLines`. `pointer`: of the attributes. */
  async price(
    tx: ShopTransaction,
    variants: readonly InventoryVariant[],
    sent: SentLines,
    pointer: string,
  ): Promise<PricedLines> {
    const productIds = new Set(variants.map(({ product_id }) => product_id));
    const products = productIds.size > 0 ? await this.inventory.findProducts(tx, [...productIds]) : [];
    return priceLines({ variants: byId(variants), products: byId(products) }, sent, pointer);
  }

  /** Takes out of the stock what a new order reserves, each variant with its event. */
  async reserve(tx: ShopTransaction, reservations: readonly Reservation[]): Promise<void> {
    const counted = reservations.filter(
      ({ variant, reserved }) => reserved > 0 && variant.inventory_quantity !== null,
    );
    await inTurn(
      counted.map(({ variant, reserved }) =>
        this.inventory.setQuantity(tx, variant, variant.inventory_quantity! - reserved),
      ),
    );
  }

  /** Puts back what a cancelled order had reserved, as far as the variants are still there and counted. */
  async release(tx: ShopTransaction, order_id: string): Promise<void> {
    const taken = await tx.repository(OrderVariant).find({ where: { order_id, reserved: MoreThan(0) } });
    const reserved = new Map(taken.map((each) => [each.variant_id, each.reserved]));
    const variants = await this.inventory.lockVariants(tx, [...reserved.keys()]);
    for (const variant of variants)
      if (variant.inventory_quantity !== null)
        await this.inventory.setQuantity(tx, variant, variant.inventory_quantity + reserved.get(variant.id)!);
  }
}

const byId = <T extends { readonly id: string }>(rows: readonly T[]) =>
  new Map(rows.map((row) => [row.id, row]));
