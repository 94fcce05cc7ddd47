import type { MetaCondition } from './condition';
import type { Placeholders } from './sql';

/**
 * Returns SQL that checks the conditions on `m.data` of each row. All operators share one SQL text, so that
 * few statements are prepared. CASE evaluates each cast only after the type check, so that values of mixed
 * types cause no error.
 */
export function recheck(conditions: readonly MetaCondition[], parameters: Placeholders): string {
  return conditions.map((condition) => matches(condition, parameters)).join(' AND ') || 'true';
}

function matches({ key, operator, value }: MetaCondition, parameters: Placeholders): string {
  const asked = value === undefined ? 'has' : (operator ?? '=');
  const k = parameters.add(key, 'text');
  const op = parameters.add(asked, 'text');
  const type = parameters.add(typeof value, 'text');
  const number = parameters.add(typeof value === 'number' ? value : 0, 'float8');
  const text = parameters.add(typeof value === 'number' ? '' : String(value ?? ''), 'text');
  const actual = `m.data->${k}`;
  return `m.data ? ${k} AND CASE
    WHEN ${op} = 'has' THEN true
    WHEN jsonb_typeof(${actual}) <> ${type} THEN ${op} = '!='
    WHEN ${type} = 'number' THEN ${compared(op, `(${actual})::float8`, number)}
    ELSE ${compared(op, `(m.data->>${k}) COLLATE "C"`, text)} END`;
}

function compared(op: string, left: string, right: string): string {
  const cases = ['=', '!=', '<', '<=', '>', '>=']
    .map((each) => ` WHEN '${each}' THEN ${left} ${each} ${right}`)
    .join('');
  return `CASE ${op}${cases} END`;
}
