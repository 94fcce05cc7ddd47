import { IsAmount, IsCurrency, IsText, IsWhole, IsWord, MayBeAbsent, MayBeNull } from '@storewright/json-api';

export const inventoryPolicies = ['deny', 'continue'];

class VariantInput {
  @MayBeNull()
  @IsText(1, 255)
  sku?: string | null;

  /** What it cost before, for showing that it is cheaper now. */
  @MayBeNull()
  @IsAmount()
  compare_at_amount?: number | null;

  /** null: nobody counts them. */
  @MayBeNull()
  @IsWhole(-1_000_000_000, 1_000_000_000)
  inventory_quantity?: number | null;

  /** Whether it can be ordered when there are none left. */
  @MayBeAbsent()
  @IsWord(inventoryPolicies)
  inventory_policy?: string;

  /** Among the variants of its product; behind the others where it is absent. */
  @MayBeAbsent()
  @IsWhole(1, 1_000_000)
  position?: number;
}

export class CreateVariant extends VariantInput {
  @IsText(1, 255)
  title: string;

  @IsAmount()
  price_amount: number;

  @IsCurrency()
  currency_code: string;
}

export class UpdateVariant extends VariantInput {
  @MayBeAbsent()
  @IsText(1, 255)
  title?: string;

  @MayBeAbsent()
  @IsAmount()
  price_amount?: number;

  @MayBeAbsent()
  @IsCurrency()
  currency_code?: string;
}
