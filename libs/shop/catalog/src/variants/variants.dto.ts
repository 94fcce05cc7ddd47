import {
  IsAmount,
  IsCurrencyCode,
  IsIn,
  IsIntBetween,
  IsNullable,
  IsOmittable,
  IsText,
} from '@storewright/json-api';

export const inventoryPolicies = ['deny', 'continue'] as const;
export type InventoryPolicy = (typeof inventoryPolicies)[number];

class VariantInput {
  @IsNullable()
  @IsText(1, 255)
  sku?: string | null;

  @IsNullable()
  @IsAmount()
  compare_at_amount?: number | null;

  @IsNullable()
  @IsIntBetween(-1_000_000_000, 1_000_000_000)
  inventory_quantity?: number | null;

  @IsOmittable()
  @IsIn(inventoryPolicies)
  inventory_policy?: InventoryPolicy;

  /** Position among the variants of the product. Defaults to the last position. */
  @IsOmittable()
  @IsIntBetween(1, 1_000_000)
  position?: number;
}

export class CreateVariant extends VariantInput {
  @IsText(1, 255)
  title: string;

  @IsAmount()
  price_amount: number;

  /** ISO 4217 code of the price. Defaults to the currency of the shop. */
  @IsOmittable()
  @IsCurrencyCode()
  currency_code?: string;
}

export class UpdateVariant extends VariantInput {
  @IsOmittable()
  @IsText(1, 255)
  title?: string;

  @IsOmittable()
  @IsAmount()
  price_amount?: number;

  @IsOmittable()
  @IsCurrencyCode()
  currency_code?: string;
}
