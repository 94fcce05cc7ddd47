import { isApiError, type LogEnd, type LogEvent, type Shop } from '@storewright/sdk';
import { type Command, parsed, sequenceOf, shopOf, shopOptions } from '../command-line';
import { UsageError } from '../failures';
import { createDelivery, installationOf, installationOptions, type Meant } from '../installation';
import type { Terminal } from '../terminal';

const usage = `storewright events tail [--since <sequence> [--epoch <epoch>]] [--type <event>]… [--json]
storewright events replay --since <sequence> [--until <sequence>] [--type <event>] [--app <app>|--installation <id>]
storewright events skip [--app <app>|--installation <id>]`;

const mostAtOnce = 1_000;
type Values = Meant & {
  since?: string | undefined;
  epoch?: string | undefined;
  until?: string | undefined;
  type?: string[] | undefined;
  json?: boolean | undefined;
};

export const events: Command = {
  usage,
  summary: 'Prints the events of a shop, sends past events again, or skips an event that a webhook rejects.',
  example: 'storewright events tail --since 41 --type orders.created --json',
  async run(words, terminal) {
    const options = {
      ...shopOptions,
      since: { type: 'string' },
      epoch: { type: 'string' },
      until: { type: 'string' },
      type: { type: 'string', multiple: true },
      ...installationOptions,
      json: { type: 'boolean' },
    } as const;
    const { values, positionals } = parsed(words, options, usage);
    const [what, ...more] = positionals;
    const run = more.length === 0 && Object.hasOwn(actions, what ?? '') ? actions[what as Action] : undefined;
    if (!run) throw new UsageError(`usage:\n${usage}`);
    const shop = shopOf(terminal, values['base-url']);
    await run(shop, values, terminal);
  },
};

async function tail(shop: Shop, given: Values, terminal: Terminal): Promise<void> {
  const { type = [], json } = given;
  let from = await startOf(shop, given);
  terminal.note(`events after sequence ${from.sequence}; Ctrl-C stops`);
  const print = (event: LogEvent) => {
    if (type.length === 0 || type.includes(event.event_type))
      terminal.print(json ? JSON.stringify(event) : lineOf(event));
  };
  while (!terminal.signal.aborted) {
    const epoch = await followed(shop, from, print, terminal.signal);
    if (epoch === undefined) return;
    from = await startOfEpoch(shop, epoch);
    terminal.note(
      `the log is in epoch ${epoch}, which starts after sequence ${from.sequence}: later events of ` +
        'older epochs are lost. Copy the shop again.',
    );
  }
}

/**
 * Returns the position in the event log after which `tail` starts. Without `--epoch`, `tail` uses the current
 * epoch.
 */
async function startOf(shop: Shop, { since, epoch }: Values): Promise<LogEnd> {
  if (since === undefined && epoch !== undefined)
    throw new UsageError('--epoch requires --since. Store and pass both.');
  if (epoch !== undefined && !/^[1-9]\d{0,14}$/.test(epoch))
    throw new UsageError('--epoch must be the epoch of the event in --since: a whole number from 1.');
  const sequence = since === undefined ? undefined : sequenceOf(since);
  if (sequence !== undefined && epoch !== undefined) return { sequence, epoch: Number(epoch) };
  const end = await shop.events.end();
  return { ...end, sequence: sequence ?? end.sequence };
}

/** Prints new events until Ctrl-C. Returns the new epoch if the event log starts a greater epoch. */
async function followed(
  shop: Shop,
  after: LogEnd,
  print: (event: LogEvent) => void,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    for await (const event of shop.events.stream({ after, signal })) print(event);
  } catch (error) {
    if (signal.aborted) return undefined;
    if (!isApiError(error, 'events_expired')) throw error;
    const { epoch } = await shop.events.end();
    if (epoch > after.epoch) return epoch;
    throw error;
  }
  return undefined;
}

/** Returns the position before the first event of an epoch, even if the epoch has no events. */
async function startOfEpoch(shop: Shop, epoch: number): Promise<LogEnd> {
  let sequence = 0;
  for await (const event of shop.events.list({ sort: '-sequence', page: { size: 100 } })) {
    if (event.epoch < epoch) return { sequence: event.sequence, epoch };
    sequence = event.sequence - 1;
  }
  return { sequence, epoch };
}

const lineOf = ({ occurred_at, sequence, event_type, resource_id, changed }: LogEvent): string =>
  [occurred_at, sequence, event_type, resource_id, changed.join(',')].join('  ').trimEnd();

async function replay(shop: Shop, given: Values, terminal: Terminal): Promise<void> {
  const { since, until, type: [event_type] = [] } = given;
  if (since === undefined)
    throw new UsageError('--since is required: events after this sequence are replayed.');
  // Ends the range of events at the newest event, because the API rejects a range that starts after the
  // newest event.
  const last = Math.min(
    until === undefined ? Infinity : sequenceOf(until),
    (await shop.events.end()).sequence,
  );
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

/** Skips an event that the app keeps rejecting, so that the app receives later events. */
async function skip(shop: Shop, given: Values, terminal: Terminal): Promise<void> {
  const installation = await installationOf(shop, given, terminal);
  const filter = {
    status: 'retrying' as const,
    kind: 'event' as const,
    ...(installation && { installation }),
  };
  const [refused] = await shop.webhookDeliveries.list({ filter }).toArray({ max: 1 });
  if (!refused) throw new UsageError('no event is being retried, so there is nothing to skip.');
  const { id, event_type, sequence } = refused;
  await shop.webhookDeliveries.update(id, { status: 'skipped' });
  terminal.print(
    `skipped sequence ${sequence} ${event_type}; send it with: events replay --since ` +
      `${Number(sequence) - 1} --until ${sequence}`,
  );
}

const actions = { tail, replay, skip };
type Action = keyof typeof actions;
