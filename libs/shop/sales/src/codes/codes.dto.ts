import {
  type CustomValidation,
  IsAmount,
  IsCurrency,
  IsText,
  IsTime,
  IsWhole,
  IsWord,
  MayBeAbsent,
  MayBeNull,
  type Violations,
} from '@storewright/json-api';
import { Matches } from 'class-validator';
import { IsSwitch } from '../rules';
import { checkNewValues, checkPeriod, codeKinds, valueTypes } from './code-values';

const mostUses = 1_000_000_000;

class CodeInput {
  /** What a customer types, in whatever case. */
  @MayBeAbsent()
  @IsText(1, 64)
  @Matches(/^\S(?:.*\S)?$/su, { message: 'code begins and ends with something else than a blank' })
  code?: string;

  /** In the currency of the order. */
  @MayBeNull()
  @IsAmount()
  minimum_subtotal_amount?: number | null;

  @MayBeNull()
  @IsWhole(1, mostUses)
  usage_limit?: number | null;

  @MayBeNull()
  @IsWhole(1, mostUses)
  usage_limit_per_customer?: number | null;

  @MayBeNull()
  @IsTime()
  starts_at?: string | null;

  @MayBeNull()
  @IsTime()
  ends_at?: string | null;

  @MayBeAbsent()
  @IsSwitch()
  enabled?: boolean;
}

export class CreateCode extends CodeInput implements CustomValidation {
  @IsWord(codeKinds)
  kind: string;

  @MayBeNull()
  @IsWord(valueTypes)
  value_type?: string | null;

  @MayBeNull()
  @IsAmount(1)
  value?: number | null;

  @MayBeNull()
  @IsCurrency()
  currency_code?: string | null;

  @MayBeNull()
  @IsAmount(1)
  initial_amount?: number | null;

  check(violations: Violations, pointer: string): void {
    checkNewValues(this, violations, pointer);
    checkPeriod(this, this, violations, pointer);
  }
}

export class UpdateCode extends CodeInput {
  @MayBeAbsent()
  @IsAmount(1)
  value?: number;
}
