import { eventTypes } from '@storewright/events';
import { isUuid, type ListQuery, Violations } from '@storewright/json-api';
import { deliveryKinds, deliveryStatuses } from '@storewright/webhooks';

/** SQL conditions for a list of webhook deliveries (table alias `t`), with their values. */
export interface DeliveryQuery {
  conditions: readonly string[];
  values: Readonly<Record<string, string>>;
}

const names: Record<string, readonly string[]> = {
  status: deliveryStatuses,
  kind: deliveryKinds,
  event_type: eventTypes,
};
const ids = ['installation', 'event_id'];

/**
 * Translates the filters of webhook deliveries to SQL conditions. `of_installation` limits the list to the
 * deliveries to one app. The SQL contains statuses and kinds as literals, so that the query planner can use
 * partial indexes.
 */
export function readDeliveryQuery({ filters }: ListQuery, of_installation?: string): DeliveryQuery {
  check(filters);
  const { installation, status, kind, event_type, event_id } = filters;
  const compared = { of_installation, installation, event_id, event_type };
  const sent = Object.entries(compared).filter((each): each is [Compared, string] => each[1] !== undefined);
  return {
    conditions: [
      ...sent.map(([name]) => `t.${columnOf[name]} = :${name}`),
      ...(status === undefined ? [] : [`t.status = '${status}'`]),
      ...(kind === undefined ? [] : [`t.kind = '${kind}'`]),
    ],
    values: Object.fromEntries(sent),
  };
}

const columnOf = {
  of_installation: 'installation_id',
  installation: 'installation_id',
  event_id: 'event_id',
  event_type: 'event_type',
} as const;
type Compared = keyof typeof columnOf;

function check(filters: ListQuery['filters']): void {
  const violations = new Violations();
  const refuse = (name: string, detail: string) =>
    violations.add('invalid_query_parameter', { detail, source: { parameter: `filter[${name}]` } });
  for (const [name, value] of Object.entries(filters)) {
    if (ids.includes(name) && !isUuid(value)) refuse(name, 'The value must be a UUID.');
    const known = names[name];
    if (known && !known.includes(value))
      refuse(name, `The value is not supported. Use one of ${known.join(', ')}.`);
  }
  violations.throwIfAny();
}
