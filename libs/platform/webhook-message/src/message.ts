import { type SignedMessage, signatureHeaders } from './signature';

/** What a receiver is sent. */
export interface SentEvent {
  id: string;
  type: string;
  occurred_at: string;
  /** The resource object as a GET shows it, JSON. */
  resource: string;
  changed: readonly string[];
  /** null: a test. */
  sequence: number | null;
  /** Of the shop's log: after a restore it is greater, and numbers are given again. null: a test. */
  epoch: number | null;
}

/** Of an event of the log. */
export function eventOf(
  event: Omit<SentEvent, 'sequence' | 'epoch'> & { sequence: string; epoch: string },
): SentEvent {
  const { id, type, occurred_at, resource, changed, sequence, epoch } = event;
  return { id, type, occurred_at, resource, changed, sequence: Number(sequence), epoch: Number(epoch) };
}

/** The body of a delivery (docs/contract.md §6): the same bytes for each attempt. The resource is spliced in as it is in the log. */
export function bodyOf(event: SentEvent, shop: { id: string; domain: string }): string {
  const { type, occurred_at, resource, changed, sequence, epoch } = event;
  const [before, after] = [
    { type, timestamp: occurred_at },
    { changed, shop: { id: shop.id, domain: shop.domain }, sequence, epoch },
  ].map((members) => JSON.stringify(members));
  return `${before!.slice(0, -1)},"data":${resource},${after!.slice(1)}`;
}

/** The headers of one attempt. */
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
