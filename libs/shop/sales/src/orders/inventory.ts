import type { ReadContext, ShopTransaction } from '@storewright/tenancy';

/** A variant as an order sees it. */
export interface InventoryVariant {
  readonly id: string;
  readonly product_id: string;
  readonly title: string;
  readonly sku: string | null;
  /** As text from the database. */
  readonly price_amount: string | number;
  readonly currency_code: string;
  /** null: nobody counts them. */
  readonly inventory_quantity: number | null;
  readonly inventory_policy: string;
}

/** A product as an order sees it. */
export interface InventoryProduct {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

/**
 * What orders ask of the catalogue, which is a resource of its own and not known here: the service says who answers (`SalesModule.forRoot`). So each variant that
 * an order takes from is written by its own rules, with its own event (docs/adr/order-states.md).
 */
export abstract class Inventory {
  /** Those variants that are there, ascending by id and locked in that order. */
  abstract lockVariants(tx: ShopTransaction, ids: readonly string[]): Promise<readonly InventoryVariant[]>;
  /** The products of these variants, in any order. */
  abstract findProductsOf(
    context: ReadContext,
    variantIds: readonly string[],
  ): Promise<readonly InventoryProduct[]>;
  /** Sets the stock of a variant that `lockVariants` gave, with its event. */
  abstract setQuantity(tx: ShopTransaction, variant: InventoryVariant, quantity: number): Promise<void>;
}
