import { events as eventTypes, type EventType, isErasureEvent, isEventType } from '@storewright/scopes';
import { isApiError, type Shop } from '@storewright/sdk';
import { parsed, shopOf, shopOptions } from './command-line';
import { UsageError } from './failures';
import { createDelivery, installationOf, installationOptions } from './installation';
import type { Terminal } from './terminal';

const [lookEveryMs, looks] = [500, 40];

const noWebhookHint =
  'set the webhook of the app: storewright apps update <app> --webhook-url <address> --webhook-events <event>; ' +
  'or post the events of the shop to this machine: storewright listen --to <address>';

/** Runs the `trigger` command: sends a test event to the webhook of an installation. */
export async function triggering(words: string[], terminal: Terminal, usage: string): Promise<void> {
  const options = {
    ...shopOptions,
    ...installationOptions,
    resource: { type: 'string' },
    example: { type: 'boolean' },
  } as const;
  const { values, positionals } = parsed(words, options, usage);
  const [event_type, ...more] = positionals;
  if (!event_type || more.length > 0) throw new UsageError(`usage: ${usage}`);
  if (!isEventType(event_type))
    throw new UsageError(
      `there is no event ${JSON.stringify(event_type)}; there are ${Object.keys(eventTypes).join(', ')}.`,
    );
  const shop = shopOf(terminal, values['base-url']);
  const resource_id = values.resource ?? (values.example ? undefined : await newest(shop, event_type));
  if (resource_id === undefined) terminal.note('the event contains an example object');
  const installation = await installationOf(shop, values, terminal);
  const attributes = { kind: 'test', event_type, ...(resource_id !== undefined && { resource_id }) };
  const document = await createDelivery(shop, installation, attributes).catch((error: unknown) => {
    if (isApiError(error, 'invalid_relationship')) terminal.note(noWebhookHint);
    throw error;
  });
  await outcome(shop, (document as { data: { id: string } }).data.id, terminal);
}

/**
 * Returns the id of the newest object for the test event. Returns undefined if the shop has no such object or
 * the token cannot list the type. Also returns undefined for erasure requests, because the receiver would
 * erase the object's data.
 */
async function newest(shop: Shop, event_type: EventType): Promise<string | undefined> {
  const [type] = event_type.split('.') as [string];
  if (isErasureEvent(event_type) || ['shops', 'installations'].includes(type)) return undefined;
  try {
    const path = `/api/${type}?sort=-id&page[size]=1`;
    const { document } = await shop.transport.send({ method: 'GET', path });
    return (document as { data: { id: string }[] }).data[0]?.id;
  } catch (error) {
    if (isApiError(error, 'insufficient_scope')) return undefined;
    throw error;
  }
}

async function outcome(shop: Shop, id: string, { print, note, pause }: Terminal): Promise<void> {
  for (let look = 0; look < looks; look += 1) {
    const { status, attempts } = await shop.webhookDeliveries.get(id);
    if (status === 'delivered' || status === 'failed') {
      const [attempt] = attempts as { status: number | null; error: string | null; duration_ms: number }[];
      return print(
        `${id}  ${status}  ${attempt?.status ?? attempt?.error ?? ''}  ${attempt?.duration_ms ?? 0} ms`,
      );
    }
    await pause(lookEveryMs);
  }
  note(`${id} is still pending; check it with: storewright api get /api/webhook_deliveries/${id}`);
}
