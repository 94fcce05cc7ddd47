import { inMemoryTransaction } from '@storewright/api-testing';
import { Inventory, type InventoryVariant, type StockChange } from './inventory';
import { OrderVariant } from './order-variant.entity';
import { priceLines } from './priced-lines';
import { StockReservation } from './stock-reservation';

/** An inventory with the variants of one product. */
class Shelf extends Inventory {
  readonly variants = new Map<string, InventoryVariant>();

  constructor(stock: Readonly<Record<string, number | null>>) {
    super();
    for (const [id, inventory_quantity] of Object.entries(stock))
      this.variants.set(id, {
        ...{ id, inventory_quantity, product_id: 'mug', title: id, sku: null, price_amount: '500' },
        ...{ currency_code: 'EUR', inventory_policy: 'deny' },
      });
  }

  lockVariants(_tx: unknown, ids: readonly string[]) {
    return Promise.resolve([...this.variants.values()].filter(({ id }) => ids.includes(id)));
  }

  findProductsOf() {
    return Promise.resolve([{ id: 'mug', title: 'Mug', status: 'active' }]);
  }

  setQuantity(_tx: unknown, variant: InventoryVariant, { quantity: inventory_quantity }: StockChange) {
    this.variants.set(variant.id, { ...variant, inventory_quantity });
    return Promise.resolve();
  }

  get stock() {
    return Object.fromEntries(
      [...this.variants].map(([id, { inventory_quantity }]) => [id, inventory_quantity]),
    );
  }
}

describe('stock of a variant', () => {
  it('decreases by the ordered quantity if the shop tracks the stock', async () => {
    const [tx, shelf] = [inMemoryTransaction(), new Shelf({ blue: 5, endless: null, other: 1 })];
    const stock = new StockReservation(shelf);
    const line_items = [
      { variant_id: 'blue', quantity: 2 },
      { variant_id: 'endless', quantity: 3 },
      { variant_id: 'blue', quantity: 1 },
    ];
    const found = await stock.lock(tx, { line_items });
    const { reservations, subtotal_amount } = priceLines(found, { line_items }, '/a');
    await stock.reserve(tx, 'order', reservations);
    expect(subtotal_amount).toBe(3_000);
    expect(shelf.stock).toEqual({ blue: 2, endless: null, other: 1 });
  });

  it('increases on cancellation by the reserved quantity if the variant exists and has tracked stock', async () => {
    const [tx, shelf] = [inMemoryTransaction(), new Shelf({ blue: 2, endless: null, uncounted: null })];
    const [order_id, none] = ['order', { quantity: 1, reserved: 0 }];
    tx.given(
      OrderVariant,
      { order_id, variant_id: 'blue', quantity: 3, reserved: 3 },
      { order_id, variant_id: 'endless', ...none },
      { order_id, variant_id: 'uncounted', quantity: 1, reserved: 1 },
      { order_id, variant_id: 'deleted', quantity: 1, reserved: 1 },
      { order_id: 'another', variant_id: 'blue', quantity: 9, reserved: 9 },
    );
    await new StockReservation(shelf).release(tx, order_id);
    expect(shelf.stock).toEqual({ blue: 5, endless: null, uncounted: null });
  });
});
