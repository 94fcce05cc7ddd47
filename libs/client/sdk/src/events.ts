import { ResourceClient } from './resource-client';
import type { Filter } from './resource-types';
import type { Shown } from './shapes';
import type { RequestOptions } from './transport';
import type { EventData, WebhookEventType } from './webhook-events';

/** An event of the log; its `event_type` tells of what `data` is: `if (event.event_type === 'orders.created') event.data.attributes.number`. */
export type LogEvent = Omit<Shown<'events'>, 'event_type' | 'data'> &
  { [Type in WebhookEventType]: { event_type: Type; data: EventData<Type> } }[WebhookEventType];

export interface TailOptions extends RequestOptions {
  /** The sequence of the last event that you have applied; 0: from the oldest that is kept. */
  since: number;
  /** Only these: `{ resource_type: 'orders' }`. */
  filter?: Omit<Filter<'events'>, 'since'>;
  /** false: ends with the newest event, in place of waiting for the next. */
  follow?: boolean;
  /** How long to wait where there is nothing new; 1,000 ms where absent. */
  pollEveryMs?: number;
}

export class EventsClient extends ResourceClient<'events'> {
  /**
   * Events in their order, for as long as you want: ends when `signal` does, or with the log where `follow` is false. `events_expired` is thrown where `since` is older than what is kept: read the
   * resources anew then.
   */
  async *tail({
    since,
    filter,
    follow = true,
    pollEveryMs = 1_000,
    ...options
  }: TailOptions): AsyncGenerator<LogEvent, void, undefined> {
    let last = since;
    const { signal } = options;
    while (!signal?.aborted) {
      const query = { filter: { ...filter, since: last }, page: { size: 100 } };
      for await (const event of this.list({ ...query, ...options })) {
        last = event.sequence ?? last;
        yield event as LogEvent;
        if (signal?.aborted) return;
      }
      if (!follow) return;
      await untilLater(pollEveryMs, signal);
    }
  }
}

/** Resolves after so many ms, or when the signal is aborted. */
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
