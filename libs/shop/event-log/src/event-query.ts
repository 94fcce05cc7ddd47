import { eventTypes, resourceOf, type SequenceRange } from '@storewright/events';
import { type ListQuery, Violations } from '@storewright/json-api';

/** Matches a sequence number of up to 18 digits, which fits into a Postgres bigint. */
const sequenceForm = /^(?:0|[1-9]\d{0,17})$/;

type Filters = Pick<SequenceRange, 'types' | 'resource_id'> & { above?: string };
type EventQuery = Filters & Pick<SequenceRange, 'below' | 'descending'>;

/**
 * Translates the query parameters of the event list to a range of sequence numbers. A page before a cursor is
 * read backward.
 */
export function readEventQuery(query: ListQuery): EventQuery {
  check(query);
  const { above: since, ...filters } = readEventFilters(query);
  const [cursor] = query.before ?? query.after ?? [];
  const descending = query.order[0]!.descending !== (query.before !== undefined);
  const above = descending ? since : greater(since, cursor);
  return {
    ...filters,
    descending,
    ...(above !== undefined && { above }),
    ...(descending && cursor !== undefined && { below: cursor }),
  };
}

export function readEventFilters({
  filters: { since, type, resource_type, resource_id },
}: ListQuery): Filters {
  const types = eventTypes.filter(
    (each) => (type ?? each) === each && (resource_type ?? resourceOf(each)) === resourceOf(each),
  );
  return {
    types,
    ...(resource_id !== undefined && { resource_id }),
    ...(since !== undefined && { above: since }),
  };
}

function check({ filters: { since, type, resource_type }, before, after }: ListQuery): void {
  const violations = new Violations();
  const refuse = (parameter: string, detail: string) =>
    violations.add('invalid_query_parameter', { detail, source: { parameter } });
  if (since !== undefined && !sequenceForm.test(since))
    refuse(
      'filter[since]',
      'The value is not a sequence number. Use the sequence number of an event, or 0 for the start of the log.',
    );
  if (type !== undefined && !eventTypes.some((known) => known === type))
    refuse('filter[type]', `This event type is unknown. Use one of ${eventTypes.join(', ')}.`);
  const resources = new Set(eventTypes.map(resourceOf));
  if (resource_type !== undefined && !resources.has(resource_type))
    refuse(
      'filter[resource_type]',
      `This resource type has no events. Use one of ${[...resources].join(', ')}.`,
    );
  const [cursor] = before ?? after ?? [];
  if (cursor !== undefined && !sequenceForm.test(cursor))
    refuse(
      before ? 'page[before]' : 'page[after]',
      'The cursor does not belong to this list. Use a cursor from a link of the list.',
    );
  violations.throwIfAny();
}

function greater(one?: string, other?: string): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return BigInt(one) > BigInt(other) ? one : other;
}
