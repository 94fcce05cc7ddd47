import type { ReadContext, ShopTransaction } from '@storewright/tenancy';

/** Attributes of a variant that orders need. */
export interface InventoryVariant {
  readonly id: string;
  readonly product_id: string;
  readonly title: string;
  readonly sku: string | null;
  /** Price in minor units. Amounts in database rows are text. */
  readonly price_amount: string | number;
  readonly currency_code: string;
  /** Quantity in stock. null means that the stock of the variant is not tracked. */
  readonly inventory_quantity: number | null;
  readonly inventory_policy: string;
}

/** Attributes of a product that orders need. */
export interface InventoryProduct {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

/** A new quantity of a variant, with the order that takes or returns stock. */
export interface StockChange {
  readonly quantity: number;
  readonly reason: 'ordered' | 'restocked';
  readonly order_id: string;
}

/**
 * Operations of the catalog that orders need. `SalesModule.forRoot` receives the implementation, so that
 * sales does not import the catalog and the catalog's rules and events apply to each variant
 * (docs/adr/order-states.md).
 */
export abstract class Inventory {
  /** Locks the given variants that exist, in ascending order of their ids. */
  abstract lockVariants(tx: ShopTransaction, ids: readonly string[]): Promise<readonly InventoryVariant[]>;
  /** Returns the products of these variants in any order. */
  abstract findProductsOf(
    context: ReadContext,
    variantIds: readonly string[],
  ): Promise<readonly InventoryProduct[]>;
  /** Sets the stock of a variant from `lockVariants`, and writes the variant's event and its inventory change. */
  abstract setQuantity(tx: ShopTransaction, variant: InventoryVariant, change: StockChange): Promise<void>;
}
