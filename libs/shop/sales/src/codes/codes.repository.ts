import { Injectable } from '@nestjs/common';
import type { ColumnValues, Row } from '@storewright/entities';
import { type ParsedResource, Violations } from '@storewright/json-api';
import { type NewObjectInput, ResourceRepository } from '@storewright/resources';
import type { InsertValues, ShopTransaction } from '@storewright/tenancy';
import { foldKey } from '@storewright/text';
import { foldOptional } from '../rules';
import type { Code } from './code.entity';
import type { CodeStatus } from './code-status';
import { checkPeriod, checkChangedValue, hasCurrency } from './code-values';
import type { CreateCode, UpdateCode } from './codes.dto';
import { codes } from './codes.resource';
import { generatedCode } from './generated-code';

export type CodeWithStatus = Row<Code> & { readonly status: CodeStatus };

@Injectable()
export class CodesRepository extends ResourceRepository<Code, CreateCode, UpdateCode> {
  static override readonly resource = codes;
  protected override readonly unique = { code_folded: 'code' };

  protected override readonly referenceAdvice = {
    orders: 'Orders have redeemed this code, so it cannot be deleted. Send "enabled": false to disable it.',
  };

  protected override beforeInsert(
    { attributes }: NewObjectInput<CreateCode>,
    { shop }: ShopTransaction,
  ): InsertValues<Code> {
    const { code = generatedCode(), initial_amount = null } = attributes;
    const currency_code = hasCurrency(attributes) ? (attributes.currency_code ?? shop.currency_code) : null;
    return {
      ...{ enabled: true },
      ...attributes,
      ...{ currency_code, code, code_folded: foldKey(code), balance_amount: initial_amount, usage_count: 0 },
    };
  }

  protected override beforeUpdate(
    { attributes, pointer }: ParsedResource<UpdateCode>,
    code: Row<Code>,
  ): ColumnValues<Code> {
    const violations = new Violations();
    const place = `${pointer}/attributes`;
    const { value, starts_at, ends_at } = attributes;
    if (value !== undefined) checkChangedValue(code, value, violations, place);
    if (starts_at !== undefined || ends_at !== undefined)
      checkPeriod(periodAfter(code, attributes), attributes, violations, place);
    violations.throwIfAny();
    return { ...attributes, code_folded: foldOptional(attributes.code) };
  }

  override async lockAll(tx: ShopTransaction, ids: readonly string[]): Promise<CodeWithStatus[]> {
    return (await super.lockAll(tx, ids)) as CodeWithStatus[];
  }
}

const periodAfter = (
  code: Row<Code>,
  { starts_at = code.starts_at, ends_at = code.ends_at }: UpdateCode,
) => ({
  starts_at,
  ends_at,
});
