import { eventStatement, type LoggedEvent, rangeStatement } from '@storewright/events';
import { ApiError } from '@storewright/json-api';
import type { RowsOfShop } from '@storewright/tenancy';
import type { CreateDelivery } from './delivery.dto';
import { type Hearer, mayHearOf } from './hearing';

/** Events that are sent again by one request. */
export const mostAgain = 1_000;

type Rows = Pick<RowsOfShop, 'query'>;

/** The event that is to be sent again, if the installation may hear of it. */
export async function chosenEvent(
  rows: Rows,
  shop_id: string,
  hearer: Hearer,
  id: string,
): Promise<LoggedEvent> {
  const [event] = await rows.query<LoggedEvent>(eventStatement(shop_id, hearer.visibility, id));
  if (event && hears(hearer, event)) return event;
  throw refused(
    'event_id',
    `There is no event "${id}" in the log that this installation hears; ${heardBy(hearer)}.`,
  );
}

/** The events of the range that the installation may hear of, in their order; all of those that it hears, or of one type. */
export async function chosenRange(
  rows: Rows,
  shop_id: string,
  hearer: Hearer,
  { first_sequence, last_sequence, event_type }: CreateDelivery,
): Promise<LoggedEvent[]> {
  checkHeard(hearer, event_type);
  const types = event_type ? [event_type] : hearer.types;
  const bounds = { above: first_sequence! - 1, below: last_sequence! + 1 };
  const range = { shop_id, visibility: hearer.visibility, types, ...bounds };
  const events = await rows.query<LoggedEvent>(rangeStatement(range, mostAgain + 1));
  if (events.length > mostAgain)
    throw refused(
      'last_sequence',
      `These are more than ${mostAgain} events; ask for fewer: the first ${mostAgain} end with the sequence ${events[mostAgain - 1]!.sequence}.`,
    );
  const heard = events.filter((event) => hears(hearer, event));
  if (heard.length) return heard;
  throw refused(
    'last_sequence',
    `None of the events from ${first_sequence} to ${last_sequence} is in the log and for this installation; ${heardBy(hearer)}.`,
  );
}

/** Throws where the installation does not hear of events of this type. */
export function checkHeard(hearer: Hearer, type: CreateDelivery['event_type']): void {
  if (type === undefined || hearer.types.includes(type)) return;
  throw refused('event_type', `This installation does not hear ${type}; ${heardBy(hearer)}.`);
}

function hears(hearer: Hearer, { type, occurred_at }: LoggedEvent): boolean {
  return hearer.types.includes(type) && mayHearOf(hearer, type, occurred_at);
}

function heardBy({ types, installed_at }: Hearer): string {
  return `it hears ${types.join(', ')}, since ${installed_at}`;
}

function refused(attribute: string, detail: string): ApiError {
  const pointer = `/data/attributes/${attribute}`;
  return new ApiError('invalid_attribute', { detail, source: { pointer }, meta: { attribute } });
}
