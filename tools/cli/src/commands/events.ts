import type { LogEvent, Shop } from '@storewright/sdk';
import { type Command, parsed, sequenceOf, shopOf, shopOptions } from '../command-line';
import { UsageError } from '../failures';
import { createDelivery, installationOf, installationOptions, type Meant } from '../installation';
import type { Terminal } from '../terminal';

const usage = `storewright events tail [--since <sequence>] [--type <event>]… [--json]
storewright events replay --since <sequence> [--until <sequence>] [--type <event>] [--app <app>|--installation <id>]
storewright events skip [--app <app>|--installation <id>]`;

/** Events that are asked for again in one request. */
const mostAtOnce = 1_000;
type Values = Meant & {
  since?: string | undefined;
  until?: string | undefined;
  type?: string[] | undefined;
  json?: boolean | undefined;
};

export const events: Command = {
  usage,
  async run(words, terminal) {
    const options = {
      ...shopOptions,
      since: { type: 'string' },
      until: { type: 'string' },
      type: { type: 'string', multiple: true },
      ...installationOptions,
      json: { type: 'boolean' },
    } as const;
    const { values, positionals } = parsed(words, options, usage);
    const [what, ...more] = positionals;
    const run = more.length === 0 && Object.hasOwn(actions, what ?? '') ? actions[what as Action] : undefined;
    if (!run) throw new UsageError(`it is called so:\n${usage}`);
    const shop = shopOf(terminal, values['base-url']);
    await run(shop, values, terminal);
  },
};

async function tail(shop: Shop, { since, type = [], json }: Values, terminal: Terminal): Promise<void> {
  const from = since === undefined ? await newest(shop) : sequenceOf(since);
  terminal.note(`events after sequence ${from}; Ctrl-C ends it`);
  for await (const event of shop.events.tail({ since: from, signal: terminal.signal }))
    if (type.length === 0 || type.includes(event.event_type))
      terminal.print(json ? JSON.stringify(event) : lineOf(event));
}

const lineOf = ({ occurred_at, sequence, event_type, resource_id, changed }: LogEvent): string =>
  [occurred_at, sequence, event_type, resource_id, changed.join(',')].join('  ').trimEnd();

/** Sends what happened again to the webhook of an installation. */
async function replay(shop: Shop, given: Values, terminal: Terminal): Promise<void> {
  const { since, until, type: [event_type] = [] } = given;
  if (since === undefined)
    throw new UsageError('--since is missing: the sequence after which events are sent again.');
  // A range that begins after the newest event would be refused after others were sent.
  const last = Math.min(until === undefined ? Infinity : sequenceOf(until), await newest(shop));
  const installation = await installationOf(shop, given, terminal);
  let sent = 0;
  for (let first = sequenceOf(since) + 1; first <= last; first += mostAtOnce) {
    const range = { first_sequence: first, last_sequence: Math.min(first + mostAtOnce - 1, last) };
    const attributes = { kind: 'again', ...range, ...(event_type && { event_type }) };
    const document = await createDelivery(shop, installation, attributes);
    sent += (document as { meta?: { deliveries?: number } }).meta?.deliveries ?? 0;
  }
  terminal.print(`${sent} events are sent again, up to sequence ${last}`);
}

/** Gives up the event that an installation keeps refusing, so that its later events follow. */
async function skip(shop: Shop, given: Values, terminal: Terminal): Promise<void> {
  const installation = await installationOf(shop, given, terminal);
  const filter = {
    status: 'retrying' as const,
    kind: 'event' as const,
    ...(installation && { installation }),
  };
  const [refused] = await shop.webhookDeliveries.list({ filter }).toArray({ max: 1 });
  if (!refused) throw new UsageError('no event is being tried again: there is nothing to skip.');
  const { id, event_type, sequence } = refused;
  await shop.webhookDeliveries.update(id, { status: 'skipped' });
  terminal.print(
    `skipped sequence ${sequence} ${event_type}; send it with: events replay --since ${Number(sequence) - 1} --until ${sequence}`,
  );
}

const actions = { tail, replay, skip };
type Action = keyof typeof actions;

async function newest(shop: Shop): Promise<number> {
  const [event] = await shop.events.list({ sort: '-sequence', page: { size: 1 } }).toArray({ max: 1 });
  return event?.sequence ?? 0;
}
