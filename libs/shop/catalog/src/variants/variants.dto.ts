import { IsAmount, IsCurrency, IsIn, IsInt, IsNullable, IsOptional, IsString } from '@storewright/json-api';

export const inventoryPolicies = ['deny', 'continue'] as const;
export type InventoryPolicy = (typeof inventoryPolicies)[number];

class VariantInput {
  @IsNullable()
  @IsString(1, 255)
  sku?: string | null;

  /** What it cost before, for showing that it is cheaper now. */
  @IsNullable()
  @IsAmount()
  compare_at_amount?: number | null;

  /** null: nobody counts them. */
  @IsNullable()
  @IsInt(-1_000_000_000, 1_000_000_000)
  inventory_quantity?: number | null;

  /** Whether it can be ordered when there are none left. */
  @IsOptional()
  @IsIn(inventoryPolicies)
  inventory_policy?: InventoryPolicy;

  /** Among the variants of its product; behind the others where it is absent. */
  @IsOptional()
  @IsInt(1, 1_000_000)
  position?: number;
}

export class CreateVariant extends VariantInput {
  @IsString(1, 255)
  title: string;

  @IsAmount()
  price_amount: number;

  /** The default is the currency of the shop. */
  @IsOptional()
  @IsCurrency()
  currency_code?: string;
}

export class UpdateVariant extends VariantInput {
  @IsOptional()
  @IsString(1, 255)
  title?: string;

  @IsOptional()
  @IsAmount()
  price_amount?: number;

  @IsOptional()
  @IsCurrency()
  currency_code?: string;
}
