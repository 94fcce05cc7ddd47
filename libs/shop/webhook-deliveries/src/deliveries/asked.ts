import { eventTypes } from '@storewright/events';
import { isUuid, type ListQuery, Violations } from '@storewright/json-api';
import { kinds, statuses } from './delivery.resource';

/** The deliveries that a list is of, as SQL. */
export interface Asked {
  /** `FROM … WHERE …` over `d`, with parameters from $1, the shop. */
  from: string;
  values: unknown[];
}

const names: Record<string, readonly string[]> = { status: statuses, kind: kinds, event_type: eventTypes };
const ids = ['installation', 'event_id'];

/**
 * What the filters leave, and of that only what is `installation_id`'s where the token is an app's. Statuses and kinds are known words and stand in the text,
 * so that the planner sees which of the partial indexes holds them.
 */
export function asked(shop_id: string, { filters }: ListQuery, installation_id?: string): Asked {
  check(filters);
  const { installation, status, kind, event_type, event_id } = filters;
  const values: unknown[] = [shop_id];
  const equals = (column: string, value: string | undefined) =>
    value === undefined ? [] : [`d.${column} = $${values.push(value)}`];
  const conditions = [
    'd.shop_id = $1',
    ...equals('installation_id', installation_id),
    ...equals('installation_id', installation),
    ...equals('event_id', event_id),
    ...equals('event_type', event_type),
    ...(status === undefined ? [] : [`d.status = '${status}'`]),
    ...(kind === undefined ? [] : [`d.kind = '${kind}'`]),
  ];
  return { from: `FROM shop.webhook_deliveries d WHERE ${conditions.join(' AND ')}`, values };
}

function check(filters: ListQuery['filters']): void {
  const violations = new Violations();
  const refuse = (name: string, detail: string) =>
    violations.add('invalid_query_parameter', { detail, source: { parameter: `filter[${name}]` } });
  for (const [name, value] of Object.entries(filters)) {
    if (ids.includes(name) && !isUuid(value)) refuse(name, 'It is a UUID.');
    const known = names[name];
    if (known && !known.includes(value)) refuse(name, `It is one of ${known.join(', ')}.`);
  }
  violations.throwIfAny();
}
