import type { ShopDatabase, Statement } from '@storewright/database';
import { isOfInstallation, type LoggedEvent, rangeStatement } from '@storewright/events';
import { bodyOf, eventOf, type SentEvent } from '@storewright/webhook-message';
import { LRUCache } from 'lru-cache';
import { type Holder, placeOf } from './stream-leases';
import type { ShopReceivers, WebhookReceiver } from './webhook-receivers';

/** Places of a shop's log that are read at once, for all its streams. */
const PART_LENGTH = 100;
/** How long a part is kept, ms: streams that are served together share it. It is over long before what was redacted is looked for a second time. */
const PART_TTL_MS = 2_000;
/** Of the texts of all parts, in characters. */
const MAX_CACHED_CHARACTERS = 32 * 1024 * 1024;
/** Events for one stream that are read at once where they are far from each other, or where it has to make room soon. */
const PREFETCH_COUNT = 10;

/** An event as it is sent; its body is made for each who asks, or once for all where there are several, as the bytes that are signed and sent. */
export interface ReadEvent extends SentEvent {
  sequence: number;
  readonly body: Buffer;
  /** Of the trace that wrote it. */
  readonly traceparent: string | null;
}

/** What is next for a stream, and up to which place that is all there is for it. */
export interface EventPage {
  events: readonly ReadEvent[];
  through: number;
}

/** Every number after the first place up to `through`, as far as it is in the log. */
interface LogPart {
  events: readonly LogEvent[];
  through: number;
  readAt: number;
}

type Shop = Pick<ShopReceivers, 'id' | 'domain' | 'hasOneReceiver'>;

/**
 * The logs of shops, as their streams read them: the same part of a log is read once for all who are there. Where nobody else is, nothing is kept: what is sent and forgotten at
 * once is collected while it is young, and a backlog makes no old heap.
 */
export class LogReader {
  private readonly parts = new LRUCache<string, LogPart>({
    ttl: PART_TTL_MS,
    ttlResolution: 0,
    perf: performance,
    maxSize: MAX_CACHED_CHARACTERS,
    sizeCalculation: ({ events }) => events.reduce((sum, { resource }) => sum + resource.length, 1),
  });
  private readonly reading = new Map<string, Promise<LogPart>>();

  constructor(private readonly database: ShopDatabase) {}

  /** What the receiver gets of what comes after `above`, up to `head`: what there is within a part, or the few next ones. `briefly`: others wait, and the stream won't get further. */
  async next(
    shop: Shop,
    receiver: WebhookReceiver,
    above: number,
    head: number,
    briefly = false,
  ): Promise<EventPage> {
    if (above >= head) return { events: [], through: head };
    const alone = shop.hasOneReceiver;
    const at = Math.floor(above / PART_LENGTH);
    const end = Math.min(
      head,
      alone ? above + (briefly ? PREFETCH_COUNT : PART_LENGTH) : (at + 1) * PART_LENGTH,
    );
    const all = alone ? await this.range(shop, above, end, false) : await this.part(shop, at, end);
    const events = all.filter((event) => {
      return event.sequence > above && event.sequence <= end && isFor(receiver, event);
    });
    if (events.length > 0 || end === head) return { events, through: end };
    return this.readSparse(shop, receiver, end, head);
  }

  /** Reads the few next ones of a stream that is leased in the same message. */
  static prefetchStatement(holder: Holder, head: number): Statement {
    const { shop_id } = holder;
    return rangeStatement(
      { shop_id, above: placeOf(holder), below: head + 1, visibility: {} },
      PREFETCH_COUNT,
    );
  }

  /** What that has read; absent: nothing of it is for the receiver, and there is more. */
  static prefetched(
    shop: Shop,
    receiver: WebhookReceiver,
    rows: readonly LoggedEvent[],
    head: number,
  ): EventPage | undefined {
    const { events: all, through } = pageOf(shop, rows, head);
    const events = all.filter((event) => isFor(receiver, event));
    return events.length > 0 || through === head ? { events, through } : undefined;
  }

  private async part(shop: Shop, at: number, through: number): Promise<LogPart['events']> {
    const key = `${shop.id} ${at}`;
    for (let part = this.parts.get(key); ; part = await this.extendPart(key, shop, at, through))
      if (part && part.through >= through) return part.events;
  }

  /** Whoever comes meanwhile waits for that, and looks whether it is enough. */
  private extendPart(key: string, shop: Shop, at: number, through: number): Promise<LogPart> {
    let reading = this.reading.get(key);
    if (!reading) {
      reading = this.read(key, shop, at, through).finally(() => this.reading.delete(key));
      this.reading.set(key, reading);
    }
    return reading;
  }

  private async read(key: string, shop: Shop, at: number, through: number): Promise<LogPart> {
    // Whoever reads a long backlog comes to no part a second time: nobody else would let go of them.
    this.parts.purgeStale();
    const known = this.parts.get(key);
    const readAt = known?.readAt ?? performance.now();
    const later = await this.range(shop, known?.through ?? at * PART_LENGTH, through, true);
    const events = [...(known?.events ?? []), ...later];
    const part = { events, through, readAt };
    this.parts.set(key, part, { start: readAt });
    return part;
  }

  /** At most a part. `shared`: there are others who get the same bodies. */
  private async range(shop: Shop, above: number, through: number, shared: boolean): Promise<LogEvent[]> {
    const rows = await this.rows(shop, { above, below: through + 1, visibility: {} }, through - above);
    return rows.map((row) => new LogEvent(row, shop, shared));
  }

  /** Of a receiver that gets little of what there is. */
  private async readSparse(
    shop: Shop,
    receiver: WebhookReceiver,
    above: number,
    head: number,
  ): Promise<EventPage> {
    const { visibility, types } = receiver;
    return pageOf(
      shop,
      await this.rows(shop, { visibility, types, above, below: head + 1 }, PREFETCH_COUNT),
      head,
    );
  }

  private rows(
    { id: shop_id }: Shop,
    range: Omit<Parameters<typeof rangeStatement>[0], 'shop_id'>,
    most: number,
  ): Promise<LoggedEvent[]> {
    return this.database.query<LoggedEvent>({ shop_id }, rangeStatement({ shop_id, ...range }, most));
  }
}

class LogEvent implements ReadEvent {
  readonly id: string;
  readonly type: string;
  readonly occurred_at: string;
  readonly resource: string;
  readonly resource_id: string;
  readonly changed: readonly string[];
  readonly sequence: number;
  readonly epoch: number | null;
  readonly traceparent: string | null;
  private made?: Buffer;

  constructor(
    row: LoggedEvent,
    private readonly shop: Pick<Shop, 'id' | 'domain'>,
    private readonly shared: boolean,
  ) {
    const { id, type, occurred_at, resource, changed, sequence, epoch } = eventOf(row);
    [this.id, this.type, this.occurred_at, this.resource] = [id, type, occurred_at, resource];
    [this.resource_id, this.changed] = [row.resource_id, changed];
    [this.sequence, this.epoch] = [sequence!, epoch];
    this.traceparent = row.traceparent;
  }

  get body(): Buffer {
    if (this.made) return this.made;
    const body = Buffer.from(bodyOf(this, this.shop));
    if (this.shared) this.made = body;
    return body;
  }
}

/** Of rows of which no more than a few were asked for: fewer are all that there is. */
function pageOf(shop: Shop, rows: readonly LoggedEvent[], head: number) {
  const events = rows.map((row) => new LogEvent(row, shop, false));
  return { events, through: events.length < PREFETCH_COUNT ? head : events.at(-1)!.sequence };
}

/** As the range of its own has it: an installation is told of itself alone. */
function isFor({ types, installation_id }: WebhookReceiver, { type, resource_id }: LogEvent): boolean {
  const asked = types.find((each) => each === type);
  return asked !== undefined && (!isOfInstallation(asked) || resource_id === installation_id);
}
