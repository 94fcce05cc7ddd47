import { type SignedMessage, signatureHeaders } from './signature';

/** An event as the body of a webhook request contains it. */
export interface SentEvent {
  id: string;
  type: string;
  occurred_at: string;
  /** The changed resource object as JSON text, byte for byte as a GET request returns it. */
  resource: string;
  changed: readonly string[];
  /** Sequence number of the event in its shop. null for a test webhook. */
  sequence: number | null;
  /**
   * Epoch of the sequence number. Each restore or failover of the database starts a new, greater epoch,
   * because sequence numbers can then repeat. null for a test webhook.
   */
  epoch: number | null;
}

export function eventOf(
  event: Omit<SentEvent, 'sequence' | 'epoch'> & { sequence: string; epoch: string },
): SentEvent {
  const { id, type, occurred_at, resource, changed, sequence, epoch } = event;
  return { id, type, occurred_at, resource, changed, sequence: Number(sequence), epoch: Number(epoch) };
}

/**
 * Returns the body of a webhook request (docs/contract.md §6). Copies the JSON text of the resource
 * unchanged, so that every delivery attempt sends the same bytes.
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
