import type { MetaCondition } from './condition';
import { recheck } from './recheck';

/**
 * Returns an SQL condition on a row `t` of any resource: an attached metadata object must match the filter.
 * Uses named parameters.
 */
export function attachedTo(
  resource_type: string,
  conditions: readonly MetaCondition[],
): { sql: string; values: Record<string, unknown> } {
  const values: Record<string, unknown> = {};
  const add = (value: unknown, type: string) => {
    const name = `meta_${Object.keys(values).length}`;
    values[name] = value;
    return `:${name}::${type}`;
  };
  const of = `m.shop_id = :shop_id AND m.resource_type = ${add(resource_type, 'text')} AND m.resource_id = t.id::text`;
  const sql = `coalesce((SELECT true FROM shop.meta m WHERE ${of} AND ${recheck(conditions, { add })} LIMIT 1), false)`;
  return { sql, values };
}
