import { events as eventTypes, isEventType } from '@storewright/scopes';
import type { Shop } from '@storewright/sdk';
import { type Command, parsed, shopOf, shopOptions } from '../command-line';
import { UsageError } from '../failures';
import { createDelivery, installationOf, installationOptions } from '../installation';
import type { Terminal } from '../terminal';

const usage =
  'storewright trigger <event> [--resource <id>] [--app <app>|--installation <id>] [--base-url <address>]';
/** Interval in milliseconds between checks of the delivery, and maximum number of checks. */
const [lookEveryMs, looks] = [500, 40];

/** Sends a test event with an existing resource to the webhook of an installation. */
export const trigger: Command = {
  usage,
  async run(words, terminal) {
    const options = {
      ...shopOptions,
      ...installationOptions,
      resource: { type: 'string' },
    } as const;
    const { values, positionals } = parsed(words, options, usage);
    const [event_type, ...more] = positionals;
    if (!event_type || more.length > 0) throw new UsageError(`usage: ${usage}`);
    if (!isEventType(event_type))
      throw new UsageError(
        `there is no event ${JSON.stringify(event_type)}; there are ${Object.keys(eventTypes).join(', ')}.`,
      );
    const shop = shopOf(terminal, values['base-url']);
    const resource_id = values.resource ?? (await newest(shop, event_type.split('.')[0]!));
    const installation = await installationOf(shop, values, terminal);
    const document = await createDelivery(shop, installation, { kind: 'test', event_type, resource_id });
    await outcome(shop, (document as { data: { id: string } }).data.id, terminal);
  },
};

async function newest(shop: Shop, type: string): Promise<string> {
  const path = `/api/${type}?sort=-id&page[size]=1`;
  const { document } = await shop.transport.send({ method: 'GET', path });
  const [resource] = (document as { data: { id: string }[] }).data;
  if (!resource) throw new UsageError(`the shop has no ${type}. Name a resource with --resource.`);
  return resource.id;
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
