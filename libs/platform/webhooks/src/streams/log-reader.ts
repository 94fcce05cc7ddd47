import type { ShopDatabase, Statement } from '@storewright/database';
import { isOfInstallation, isOwn, type LoggedEvent, rangeStatement } from '@storewright/events';
import { bodyOf, eventOf, type SentEvent } from '@storewright/webhook-message';
import { LRUCache } from 'lru-cache';
import { type Holder, placeOf } from './stream-leases';
import type { ShopReceivers, WebhookReceiver } from './webhook-receivers';

/**
 * Number of events in a cached segment of an event log. All webhook streams of a shop share these segments.
 */
const PART_LENGTH = 100;
/**
 * Lifetime of a cached segment of an event log in milliseconds. The lifetime must be shorter than the delay
 * of the second redaction pass. Otherwise cached personal data could be sent after a redaction.
 */
const PART_TTL_MS = 2_000;
/** Maximum total number of characters in all cached segments of event logs. */
const MAX_CACHED_CHARACTERS = 32 * 1024 * 1024;
/**
 * Number of events that one query reads if the receiver gets few event types or other webhook streams are
 * waiting.
 */
const PREFETCH_COUNT = 10;

/**
 * An event of the event log. `body` renders the webhook body, and caches it if several receivers share the
 * event.
 */
export interface ReadEvent extends SentEvent {
  sequence: number;
  readonly body: Buffer;
  readonly traceparent: string | null;
}

/** The next events of a webhook stream: all of its events up to the sequence number `through`. */
export interface EventPage {
  events: readonly ReadEvent[];
  through: number;
}

interface LogPart {
  events: readonly LogEvent[];
  through: number;
  readAt: number;
}

type Shop = Pick<ShopReceivers, 'id' | 'domain' | 'hasOneReceiver'>;

/**
 * Reads event logs for webhook streams. The webhook streams of a shop share cached segments of its event log.
 * For a shop with one receiver nothing is cached, so that a long backlog does not fill the memory.
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

  /**
   * Returns the receiver's events after `above`, up to `head`. With `briefly`, reads only a few events,
   * because other webhook streams are waiting.
   */
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

  /**
   * Returns the query for the first events of a webhook stream, which is sent in the same network round trip
   * as the lease.
   */
  static prefetchStatement(holder: Holder, head: number): Statement {
    const { shop_id } = holder;
    return rangeStatement(
      { shop_id, above: placeOf(holder), below: head + 1, visibility: {} },
      PREFETCH_COUNT,
    );
  }

  /**
   * Returns the prefetched events for the receiver. Returns undefined if the receiver gets none of the
   * prefetched events but more events follow.
   */
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

  /**
   * Loads more events into a cached segment of the event log. Concurrent callers share one query. Each caller
   * then checks whether the segment contains the events that it needs.
   */
  private extendPart(key: string, shop: Shop, at: number, through: number): Promise<LogPart> {
    let reading = this.reading.get(key);
    if (!reading) {
      reading = this.read(key, shop, at, through).finally(() => this.reading.delete(key));
      this.reading.set(key, reading);
    }
    return reading;
  }

  private async read(key: string, shop: Shop, at: number, through: number): Promise<LogPart> {
    // Removes expired segments. The cache itself removes only segments that are read again, but a long
    // backlog reads each segment once.
    this.parts.purgeStale();
    const known = this.parts.get(key);
    const readAt = known?.readAt ?? performance.now();
    const later = await this.range(shop, known?.through ?? at * PART_LENGTH, through, true);
    const events = [...(known?.events ?? []), ...later];
    const part = { events, through, readAt };
    this.parts.set(key, part, { start: readAt });
    return part;
  }

  /** Reads a range of events. `shared` is true if several receivers get the same webhook bodies. */
  private async range(shop: Shop, above: number, through: number, shared: boolean): Promise<LogEvent[]> {
    const rows = await this.rows(shop, { above, below: through + 1, visibility: {} }, through - above);
    return rows.map((row) => new LogEvent(row, shop, shared));
  }

  /** Reads the next events of a receiver that gets few of the shop's events. */
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
  readonly resource_type: string;
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
    [this.resource_type, this.resource_id, this.changed] = [row.resource_type, row.resource_id, changed];
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

/**
 * Converts rows to a page of events. If there are fewer rows than the limit, the page covers all events up to
 * `head`.
 */
function pageOf(shop: Shop, rows: readonly LoggedEvent[], head: number) {
  const events = rows.map((row) => new LogEvent(row, shop, false));
  return { events, through: events.length < PREFETCH_COUNT ? head : events.at(-1)!.sequence };
}

/**
 * True if the receiver gets the event. Must match the same events as `rangeStatement`: of the events about
 * installations and proposals, an app sees only the events of its own installation.
 */
function isFor({ types, installation_id }: WebhookReceiver, event: LogEvent): boolean {
  const asked = types.find((each) => each === event.type);
  return asked !== undefined && (!isOfInstallation(asked) || isOwn(event, installation_id));
}
