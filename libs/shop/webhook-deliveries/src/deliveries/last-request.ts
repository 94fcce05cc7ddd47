import { type Audience, mayHear } from '@storewright/events';
import type { Row } from '@storewright/json-api';
import type { EventType } from '@storewright/scopes';
import { bodyOf } from '@storewright/webhook-message';

/**
 * The request of the last attempt as JSON text, or none before it. The body is made anew, of the same event and so byte for byte what was sent; null where the
 * token may not read the resource in it, or the event is not in the log any more.
 */
export function lastRequest(
  row: Row,
  shop: { id: string; domain: string },
  audience: Audience,
): string | null {
  if (row['url'] === null) return null;
  const readable = row['resource'] !== null && mayHear(row['event_type'] as EventType, audience);
  const headers: unknown = JSON.parse(row['request_headers'] as string);
  return JSON.stringify({ url: row['url'], headers, body: readable ? bodyOf(sentOf(row), shop) : null });
}

/** A test is of the time at which it was asked for, has no place in the order, and changed nothing. */
function sentOf(row: Row): Parameters<typeof bodyOf>[0] {
  const { event_id, event_type, kind, created_at, occurred_at, resource } = row as Record<string, string>;
  const what = { id: event_id!, type: event_type!, resource: resource! };
  if (kind === 'test') return { ...what, occurred_at: created_at!, changed: [], sequence: null };
  const { changed, sequence } = row as unknown as { changed: string[]; sequence: string };
  return { ...what, occurred_at: occurred_at!, changed, sequence: Number(sequence) };
}
