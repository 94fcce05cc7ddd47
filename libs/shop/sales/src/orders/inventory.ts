import type { ReadContext, ShopTransaction } from '@storewright/tenancy';

export interface InventoryVariant {
  readonly id: string;
  readonly product_id: string;
  readonly title: string;
  readonly sku: string | null;
  /** Price in minor units. A text if the variant comes from a database row. */
  readonly price_amount: string | number;
  readonly currency_code: string;
  /** Quantity in stock. null means that stock is not tracked. */
  readonly inventory_quantity: number | null;
  readonly inventory_policy: string;
}

export interface InventoryProduct {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

/** New stock of a variant, and the order that takes or returns the stock. */
export interface StockChange {
  readonly quantity: number;
  readonly reason: 'ordered' | 'restocked';
  readonly order_id: string;
}

/**
 * Catalog operations that orders need. `SalesModule.forRoot` receives the implementation, so that sales does
 * not import the catalog (docs/adr/order-states.md). Rules and events of the catalog apply to each variant.
 */
export abstract class Inventory {
  /** Locks the existing variants among `ids`, in ascending order of id. */
  abstract lockVariants(tx: ShopTransaction, ids: readonly string[]): Promise<readonly InventoryVariant[]>;
  abstract findProductsOf(
    context: ReadContext,
    variantIds: readonly string[],
  ): Promise<readonly InventoryProduct[]>;
  /** Sets the stock of a variant from `lockVariants`. Writes the variant's event and its inventory change. */
  abstract setQuantity(tx: ShopTransaction, variant: InventoryVariant, change: StockChange): Promise<void>;
}
