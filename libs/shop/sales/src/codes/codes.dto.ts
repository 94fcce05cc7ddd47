import {
  type CustomValidation,
  IsAmount,
  IsBoolean,
  IsCurrencyCode,
  IsIn,
  IsIntBetween,
  IsTimestamp,
  IsNullable,
  IsOmittable,
  IsText,
  type Violations,
} from '@storewright/json-api';
import { Matches } from 'class-validator';
import {
  checkNewValues,
  checkPeriod,
  type CodeKind,
  codeKinds,
  type ValueType,
  valueTypes,
} from './code-values';

const MAX_USES = 1_000_000_000;

class CodeInput {
  @IsOmittable()
  @IsText(1, 64)
  @Matches(/^\S(?:[\s\S]*\S)?$/u, { message: 'code must not start or end with whitespace' })
  code?: string;

  @IsNullable()
  @IsAmount()
  minimum_subtotal_amount?: number | null;

  @IsNullable()
  @IsIntBetween(1, MAX_USES)
  usage_limit?: number | null;

  @IsNullable()
  @IsIntBetween(1, MAX_USES)
  usage_limit_per_customer?: number | null;

  @IsNullable()
  @IsTimestamp()
  starts_at?: string | null;

  @IsNullable()
  @IsTimestamp()
  ends_at?: string | null;

  @IsOmittable()
  @IsBoolean()
  enabled?: boolean;
}

export class CreateCode extends CodeInput implements CustomValidation {
  @IsIn(codeKinds)
  kind: CodeKind;

  @IsNullable()
  @IsIn(valueTypes)
  value_type?: ValueType | null;

  @IsNullable()
  @IsAmount(1)
  value?: number | null;

  @IsNullable()
  @IsCurrencyCode()
  currency_code?: string | null;

  @IsNullable()
  @IsAmount(1)
  initial_amount?: number | null;

  check(violations: Violations, pointer: string): void {
    checkNewValues(this, violations, pointer);
    checkPeriod(this, this, violations, pointer);
  }
}

export class UpdateCode extends CodeInput {
  /** New value of a discount code. Must be null for a gift code. */
  @IsNullable()
  @IsAmount(1)
  value?: number | null;
}
