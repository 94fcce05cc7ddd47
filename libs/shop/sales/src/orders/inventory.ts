import type { ReadContext, ShopTransaction } from '@storewright/tenancy';

/** A variant as orders see it. */
export interface InventoryVariant {
  readonly id: string;
  readonly product_id: string;
  readonly title: string;
  readonly sku: string | null;
  /** Text in database rows. */
  readonly price_amount: string | number;
  readonly currency_code: string;
  /** null means that stock is not tracked. */
  readonly inventory_quantity: number | null;
  readonly inventory_policy: string;
}

/** A product as orders see it. */
export interface InventoryProduct {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

/**
 * Operations of the catalog that orders need. The service provides the implementation
 * (`SalesModule.forRoot`), so that sales does not import the catalog, and the catalog's rules and events
 * apply to each variant (docs/adr/order-states.md).
 */
export abstract class Inventory {
  /** Locks the existing variants in ascending order of their ids. */
  abstract lockVariants(tx: ShopTransaction, ids: readonly string[]): Promise<readonly InventoryVariant[]>;
  /** Products of these variants in any order. */
  abstract findProductsOf(
    context: ReadContext,
    variantIds: readonly string[],
  ): Promise<readonly InventoryProduct[]>;
  /** Sets the stock of a variant from `lockVariants` and writes its event. */
  abstract setQuantity(tx: ShopTransaction, variant: InventoryVariant, quantity: number): Promise<void>;
}
