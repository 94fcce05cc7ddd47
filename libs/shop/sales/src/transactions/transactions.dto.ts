import {
  type CustomValidation,
  IsAmount,
  IsArrayOf,
  IsBoolean,
  IsCurrencyCode,
  IsIn,
  IsIntBetween,
  IsNullable,
  IsOmittable,
  IsText,
  type Violations,
} from '@storewright/json-api';
import { MAX_LINES, MAX_QUANTITY } from '../orders/line-items';
import { checkDistinctLines } from '../orders/line-quantities';
import { MAX_NOTE_LENGTH } from '../rules';
import { type PostedKind, postedKinds } from './transaction-kinds';

export class RefundedLine {
  @IsIntBetween(0, MAX_LINES - 1)
  line_index: number;

  @IsIntBetween(1, MAX_QUANTITY)
  quantity: number;

  @IsOmittable()
  @IsBoolean()
  restock?: boolean;
}

export class CreateTransaction implements CustomValidation {
  @IsIn(postedKinds)
  kind: PostedKind;

  /**
   * Amount of the payment transaction. Defaults to the maximum amount that the order accepts, or to the price
   * of the refunded order lines.
   */
  @IsOmittable()
  @IsAmount(1)
  amount?: number;

  /** ISO 4217 code of the amount. Must equal the currency of the order, which is the default. */
  @IsOmittable()
  @IsCurrencyCode()
  currency_code?: string;

  @IsOmittable()
  @IsArrayOf(RefundedLine, 1, MAX_LINES)
  line_items?: RefundedLine[];

  @IsNullable()
  @IsText(0, MAX_NOTE_LENGTH)
  note?: string | null;

  @IsNullable()
  @IsText(1, 255)
  reference?: string | null;

  check(violations: Violations, pointer: string): void {
    const { kind, line_items } = this;
    if (line_items === undefined) return;
    if (kind !== 'refund')
      violations.add('invalid_attribute', {
        detail: '"line_items" is only allowed with kind "refund".',
        source: { pointer: `${pointer}/line_items` },
        meta: { attribute: 'line_items' },
      });
    checkDistinctLines(line_items, violations, `${pointer}/line_items`);
  }
}
