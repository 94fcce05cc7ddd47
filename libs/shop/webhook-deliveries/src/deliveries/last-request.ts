import { canReceive, type Visibility } from '@storewright/events';
import { parseJson } from '@storewright/entities';
import { bodyOf, type SentEvent } from '@storewright/webhook-message';
import type { RequestParts } from './delivery-statements';

/**
 * Returns the latest request of a webhook delivery as JSON text. Returns null before the first attempt.
 * Rebuilds the body from the event, byte for byte. The body is null if the token cannot read the resource, or
 * if the event is no longer in the event log.
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

/**
 * Event in a webhook request. For a webhook test, the event has the time of the request, no sequence number
 * and no changed attributes.
 */
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
