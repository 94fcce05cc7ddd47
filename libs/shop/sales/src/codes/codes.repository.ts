import { ApiError, type ParsedResource, type Row, Violations } from '@storewright/json-api';
import { type ColumnValues, TableRepository, type TransactionContext } from '@storewright/resources';
import { fold, foldIfAny } from '../rules';
import { checkPercentage, checkPeriod } from './code-values';
import type { CreateCode, UpdateCode } from './codes.dto';
import { codes } from './codes.resource';
import { generatedCode } from './generated-code';

export const codesRepository = new TableRepository(codes, {
  hidden: ['code_folded'],
  unique: { code_folded: 'code' },
  beforeInsert,
  beforeUpdate,
  beforeRemove,
});

function beforeInsert(
  _context: TransactionContext,
  { attributes }: ParsedResource<CreateCode>,
): ColumnValues {
  const { code = generatedCode(), initial_amount = null } = attributes;
  return {
    ...{ enabled: true },
    ...attributes,
    ...{ code, code_folded: fold(code), balance_amount: initial_amount, usage_count: 0 },
  };
}

function beforeUpdate(
  _context: TransactionContext,
  row: Row,
  { attributes, pointer }: ParsedResource<UpdateCode>,
): ColumnValues {
  const violations = new Violations();
  const place = `${pointer}/attributes`;
  const { value } = attributes;
  if (value !== undefined && row['kind'] === 'gift')
    violations.add('not_fillable', {
      detail: 'A gift code has no value: what it was worth at first is initial_amount, and that stays.',
      source: { pointer: `${place}/value` },
      meta: { attribute: 'value' },
    });
  checkPercentage(
    { value_type: row['value_type'] as string | null, value: value ?? null },
    violations,
    place,
  );
  checkPeriod({ ...(row as object), ...defined(attributes) }, attributes, violations, place);
  violations.throwIfAny();
  return { ...attributes, code_folded: foldIfAny(attributes.code) };
}

const defined = (attributes: object) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));

async function beforeRemove({ rows, shop }: TransactionContext, { id }: Row): Promise<void> {
  const [used] = await rows.query({
    name: 'codes-used',
    text: 'SELECT FROM shop.order_codes WHERE shop_id = $1 AND code_id = $2 LIMIT 1',
    values: [shop.id, id],
  });
  if (!used) return;
  throw new ApiError('still_referenced', {
    detail: 'Orders have used the code, so it stays; disable it instead: enabled false.',
    meta: { type: 'orders' },
  });
}
