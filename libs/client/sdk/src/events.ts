import { NewEpochError } from './errors';
import { streamedEvents, type StreamOptions } from './event-stream';
import type { Page } from './list';
import type { LogEnd, LogEvent } from './log-event';
import { ResourceClient } from './resource-client';
import type { Filter } from './resource-types';
import type { Shown } from './shapes';
import type { RequestOptions } from './transport';

export interface TailOptions extends RequestOptions {
  /** Sequence number of the last event that you applied. 0 starts with the oldest stored event. */
  since: number;
  /** Epoch of the event log that you stored with `since`. Defaults to the epoch of the first page. */
  epoch?: number;
  /** Filter for events, such as `{ resource_type: 'orders' }`. */
  filter?: Omit<Filter<'events'>, 'since'>;
  /** If true, waits for new events. If false, stops after the newest event. Defaults to true. */
  follow?: boolean;
  /** Interval in milliseconds between polls while there are no new events. Defaults to 1,000. */
  pollEveryMs?: number;
}

export class EventsClient extends ResourceClient<'events'> {
  /**
   * Returns the position after the newest event in the event log. To copy resources, call this method first,
   * then read the resources, then follow the log from the returned position.
   */
  async end(options: RequestOptions = {}): Promise<LogEnd> {
    const newest = this.list({ sort: '-sequence', page: { size: 1 }, ...options });
    for await (const page of newest.pages())
      return { sequence: page.data[0]?.sequence ?? 0, epoch: epochOf(page) ?? 1 };
    return { sequence: 0, epoch: 1 };
  }

  /**
   * Streams events within milliseconds after they are written, until `signal` is aborted. Starts after the
   * position `after`, which defaults to the end of the event log. Reconnects if the connection is lost.
   * Throws the ApiError `events_expired` if events after `after` are no longer stored or the event log
   * started a new epoch. After this error, read all resources again and stream from `end()`.
   */
  stream(options: StreamOptions = {}): AsyncGenerator<LogEvent, void, undefined> {
    return streamedEvents(this.transport, options);
  }

  /**
   * Polls for events and yields them in order, until `signal` is aborted. If `follow` is false, stops at the
   * end of the event log. Throws the ApiError `events_expired` if events after `since` are no longer stored,
   * and `NewEpochError` if the event log started a new epoch, even without a new event. After either error,
   * read all resources again.
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
 * Returns the highest epoch in a page of the event log. An event that was written while the server read the
 * page can have a higher epoch than `meta.epoch`.
 */
function epochOf({ data, epoch }: Page<Shown<'events'>>): number | undefined {
  const epochs = [epoch, ...data.map((event) => event.epoch)].filter((each) => each != null);
  return epochs.length === 0 ? undefined : Math.max(...epochs);
}

/** Resolves after `ms` milliseconds, or earlier if the signal is aborted. */
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
