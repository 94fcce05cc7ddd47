import { canReceive, type Visibility } from '@storewright/events';
import { parseJson } from '@storewright/entities';
import { bodyOf, type SentEvent } from '@storewright/webhook-message';
import type { RequestParts } from './delivery-statements';

/**
 * The request of the last attempt as JSON text, or none before it. The body is made anew, of the same event and so byte for byte what was sent; null where the
 * token may not read the resource in it, or the event is not in the log any more.
 */
export function lastRequest(
  row: RequestParts,
  shop: { id: string; domain: string },
  visibility: Visibility,
): string | null {
  const { url, request_headers, resource, event_type } = row;
  if (url === null || request_headers === null) return null;
  const body =
    resource !== null && canReceive(event_type, visibility) ? bodyOf(sentOf(row, resource), shop) : null;
  return JSON.stringify({ url, headers: parseJson(request_headers), body });
}

/** A test is of the time at which it was asked for, has no place in the order, and changed nothing. */
function sentOf(row: RequestParts, resource: string): SentEvent {
  const { event_id, event_type, kind, created_at, occurred_at, changed, sequence, epoch } = row;
  const what = { id: event_id, type: event_type, resource };
  if (kind === 'test') return { ...what, occurred_at: created_at, changed: [], sequence: null, epoch: null };
  return {
    ...what,
    occurred_at: occurred_at!,
    changed: changed!,
    sequence: Number(sequence),
    epoch: Number(epoch),
  };
}
