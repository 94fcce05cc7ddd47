import { NewEpochError } from './errors';
import type { Page } from './list';
import { ResourceClient } from './resource-client';
import type { Filter } from './resource-types';
import type { Shown } from './shapes';
import type { RequestOptions } from './transport';
import type { EventData, WebhookEventType } from './webhook-events';

/**
 * An event of the log. `event_type` determines the type of `data`: `if (event.event_type === 'orders.created')
 * event.data.attributes.number`.
 */
export type LogEvent = Omit<Shown<'events'>, 'event_type' | 'data'> &
  { [Type in WebhookEventType]: { event_type: Type; data: EventData<Type> } }[WebhookEventType];

/** The end of the log. Store both numbers and pass them to `tail` as `since` and `epoch`. */
export interface LogEnd {
  /** Sequence of the newest event that the token may read; 0 without one. */
  sequence: number;
  /** Current epoch of the log. */
  epoch: number;
}

export interface TailOptions extends RequestOptions {
  /** Sequence of the last event that you have applied. 0 starts with the oldest stored event. */
  since: number;
  /** The epoch that you stored with `since`. Without it, `tail` follows the epoch of the first page. */
  epoch?: number;
  /** Only matching events: `{ resource_type: 'orders' }`. */
  filter?: Omit<Filter<'events'>, 'since'>;
  /** false: stop after the newest event instead of waiting for the next one. */
  follow?: boolean;
  /** Pause between polls without new events. Default: 1,000 ms. */
  pollEveryMs?: number;
}

export class EventsClient extends ResourceClient<'events'> {
  /** The end of the log. Call it before you copy resources, then follow from it. */
  async end(options: RequestOptions = {}): Promise<LogEnd> {
    const newest = this.list({ sort: '-sequence', page: { size: 1 }, ...options });
    for await (const page of newest.pages())
      return { sequence: page.data[0]?.sequence ?? 0, epoch: epochOf(page) ?? 1 };
    return { sequence: 0, epoch: 1 };
  }

  /**
   * Yields events in order until `signal` is aborted, or up to the end of the log with `follow: false`.
   * Throws the ApiError `events_expired` if events after `since` are no longer stored, and `NewEpochError` if
   * the log starts a greater epoch, even without a new event. After both, read the resources anew.
   */
  async *tail({
    since,
    epoch: followed,
    filter,
    follow = true,
    pollEveryMs = 1_000,
    ...options
  }: TailOptions): AsyncGenerator<LogEvent, void, undefined> {
    let last = since;
    const { signal } = options;
    while (!signal?.aborted) {
      const query = { filter: { ...filter, since: last }, page: { size: 100 } };
      for await (const page of this.list({ ...query, ...options }).pages()) {
        const epoch = epochOf(page);
        followed ??= epoch;
        if (epoch !== undefined && epoch > followed!) throw new NewEpochError(epoch, followed!);
        for (const event of page.data) {
          last = event.sequence ?? last;
          yield event as LogEvent;
          if (signal?.aborted) return;
        }
      }
      if (!follow) return;
      await untilLater(pollEveryMs, signal);
    }
  }
}

/**
 * The greatest epoch that a page shows. An event that was written after `meta.epoch` was read can have a
 * greater one.
 */
function epochOf({ data, epoch }: Page<Shown<'events'>>): number | undefined {
  const epochs = [epoch, ...data.map((event) => event.epoch)].filter((each) => each != null);
  return epochs.length === 0 ? undefined : Math.max(...epochs);
}

/** Resolves after `ms`, or when the signal is aborted. */
function untilLater(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}
