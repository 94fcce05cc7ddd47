import { type SignedMessage, signatureHeaders } from './signature';

/** Event in the body of a webhook. */
export interface SentEvent {
  id: string;
  type: string;
  occurred_at: string;
  /** Resource object as JSON, as a GET returns it. */
  resource: string;
  changed: readonly string[];
  /** Null for a test. */
  sequence: number | null;
  /** Epoch of the log, which increases with each restore, because numbers repeat then. Null for a test. */
  epoch: number | null;
}

/** Converts an event of the log. */
export function eventOf(
  event: Omit<SentEvent, 'sequence' | 'epoch'> & { sequence: string; epoch: string },
): SentEvent {
  const { id, type, occurred_at, resource, changed, sequence, epoch } = event;
  return { id, type, occurred_at, resource, changed, sequence: Number(sequence), epoch: Number(epoch) };
}

/**
 * Body of a delivery (docs/contract.md §6). The bytes are the same for each attempt, because the resource is
 * inserted as text.
 */
export function bodyOf(event: SentEvent, shop: { id: string; domain: string }): string {
  const { type, occurred_at, resource, changed, sequence, epoch } = event;
  const [before, after] = [
    { type, timestamp: occurred_at },
    { changed, shop: { id: shop.id, domain: shop.domain }, sequence, epoch },
  ].map((members) => JSON.stringify(members));
  return `${before!.slice(0, -1)},"data":${resource},${after!.slice(1)}`;
}

export function headersOf(message: SignedMessage, secrets: readonly string[]): Record<string, string> {
  const signed = signatureHeaders(message, secrets);
  return {
    'content-type': 'application/json',
    'user-agent': 'Storewright-Webhooks/1',
    'webhook-id': signed['webhook-id'],
    'webhook-timestamp': signed['webhook-timestamp'],
    'webhook-signature': signed['webhook-signature'],
  };
}
