import { Injectable } from '@nestjs/common';
import { allInOrder } from '@storewright/database';
import type { ShopTransaction } from '@storewright/tenancy';
import { Any, MoreThan } from 'typeorm';
import { Inventory } from './inventory';
import { OrderVariant } from './order-variant.entity';
import type { Reservation, SentLines, Stock } from './priced-lines';

@Injectable()
export class StockReservation {
  constructor(private readonly inventory: Inventory) {}

  /**
   * Locks the variants of an order and loads their products, in one database round trip. Ignores missing
   * variants.
   */
  async lock(tx: ShopTransaction, { line_items }: SentLines): Promise<Stock> {
    const sent = line_items.flatMap(({ variant_id }) => (variant_id === undefined ? [] : [variant_id]));
    const ids = [...new Set(sent)];
    const [variants, products] = await allInOrder([
      this.inventory.lockVariants(tx, ids),
      this.inventory.findProductsOf(tx, ids),
    ]);
    return { variants: byId(variants), products: byId(products) };
  }

  async reserve(tx: ShopTransaction, order_id: string, reservations: readonly Reservation[]): Promise<void> {
    const counted = reservations.filter(
      ({ variant, reserved }) => reserved > 0 && variant.inventory_quantity !== null,
    );
    await allInOrder(
      counted.map(({ variant, reserved }) =>
        this.inventory.setQuantity(tx, variant, {
          ...{ quantity: variant.inventory_quantity! - reserved, reason: 'ordered', order_id },
        }),
      ),
    );
  }

  /**
   * Returns the reserved stock of a cancelled order. Skips deleted variants and variants whose stock the shop
   * no longer tracks.
   */
  async release(tx: ShopTransaction, order_id: string): Promise<void> {
    const taken = await tx.repository(OrderVariant).find({ where: { order_id, reserved: MoreThan(0) } });
    const left = taken.map(
      ({ variant_id, reserved, restocked }) => [variant_id, reserved - restocked] as const,
    );
    await this.add(tx, order_id, new Map(left.filter(([, quantity]) => quantity > 0)));
  }

  /**
   * Returns refunded goods to stock. Skips deleted variants and variants whose stock the shop does not track.
   */
  async restock(
    tx: ShopTransaction,
    order_id: string,
    quantities: ReadonlyMap<string, number>,
  ): Promise<void> {
    if (quantities.size === 0) return;
    const variants = tx.repository(OrderVariant);
    for (const row of await variants.find({ where: { order_id, variant_id: Any([...quantities.keys()]) } }))
      await variants.update(row, { restocked: row.restocked + quantities.get(row.variant_id)! });
    await this.add(tx, order_id, quantities);
  }

  private async add(
    tx: ShopTransaction,
    order_id: string,
    quantities: ReadonlyMap<string, number>,
  ): Promise<void> {
    const variants = await this.inventory.lockVariants(tx, [...quantities.keys()]);
    for (const variant of variants)
      if (variant.inventory_quantity !== null)
        await this.inventory.setQuantity(tx, variant, {
          quantity: variant.inventory_quantity + quantities.get(variant.id)!,
          ...{ reason: 'restocked', order_id },
        });
  }
}

const byId = <T extends { readonly id: string }>(rows: readonly T[]) =>
  new Map(rows.map((row) => [row.id, row]));
