import type { ReadContext, ShopTransaction } from '@storewright/tenancy';

export interface InventoryVariant {
  readonly id: string;
  readonly product_id: string;
  readonly title: string;
  readonly sku: string | null;
  /** Price in minor units. The price is a text if the variant comes from a database row. */
  readonly price_amount: string | number;
  readonly currency_code: string;
  /** Quantity in stock. null means that the shop does not track the stock. */
  readonly inventory_quantity: number | null;
  readonly inventory_policy: string;
}

export interface InventoryProduct {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

export interface StockChange {
  readonly quantity: number;
  readonly reason: 'ordered' | 'restocked';
  readonly order_id: string;
}

/**
 * Catalog operations that orders need, with the rules and events of the catalog. `SalesModule.forRoot`
 * receives the implementation, so that the sales library does not import the catalog library
 * (docs/adr/order-states.md).
 */
export abstract class Inventory {
  /** Locks the variants with these ids in ascending order of id. Ignores ids of missing variants. */
  abstract lockVariants(tx: ShopTransaction, ids: readonly string[]): Promise<readonly InventoryVariant[]>;
  /** Returns the products of these variants in any order. */
  abstract findProductsOf(
    context: ReadContext,
    variantIds: readonly string[],
  ): Promise<readonly InventoryProduct[]>;
  /**
   * Sets the stock of a variant that `lockVariants` returned. Writes the event and records the stock change.
   */
  abstract setQuantity(tx: ShopTransaction, variant: InventoryVariant, change: StockChange): Promise<void>;
}
