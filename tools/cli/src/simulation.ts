import type { LoggedEvent } from './event-source';

/** Conditions that `listen --simulate` simulates (docs/cli.md). */
export const SIMULATIONS = ['429', '503', 'slow', 'duplicate', 'reorder'] as const;
export type Simulation = (typeof SIMULATIONS)[number];

export const isSimulation = (text: string): text is Simulation =>
  (SIMULATIONS as readonly string[]).includes(text);

/** Retry-After in seconds of simulated error responses. */
export const SIMULATED_RETRY_AFTER = '2';
/** Delay of each event in milliseconds with `--simulate slow`. */
const SLOW_MS = 10_000;
/**
 * Maximum time in milliseconds for which `--simulate reorder` holds an event back until the next event
 * arrives.
 */
const HOLD_MS = 5_000;

/**
 * Returns the remaining delay of an event in milliseconds. The delay is at most `SLOW_MS`, even if the clocks
 * of this machine and the platform differ.
 */
export function slowDelayMs({ occurred_at }: LoggedEvent, now: number): number {
  const remaining = Date.parse(occurred_at) + SLOW_MS - now;
  return Math.min(Math.max(remaining, 0), SLOW_MS);
}

/** Events to post in the given order, and the last event that was read from the event log. */
export interface Batch {
  posted: LoggedEvent[];
  last: LoggedEvent;
}

/** Yields a batch for each event. The batch is empty if the type of the event was not requested. */
export async function* inOrder(
  events: AsyncIterable<LoggedEvent>,
  isWanted: (event: LoggedEvent) => boolean,
): AsyncGenerator<Batch> {
  for await (const event of events) yield { posted: isWanted(event) ? [event] : [], last: event };
}

/**
 * Yields pairs of requested events, the later event first. Yields an event alone if no other event follows
 * within `HOLD_MS`.
 */
export async function* reordered(
  events: AsyncIterable<LoggedEvent>,
  isWanted: (event: LoggedEvent) => boolean,
  pause: (ms: number) => Promise<unknown>,
): AsyncGenerator<Batch> {
  const batches = inOrder(events, isWanted);
  const advance = () => {
    const batch = batches.next();
    // Prevents an unhandled rejection, because the loop may await this promise only after it was rejected.
    batch.catch(() => undefined);
    return batch;
  };
  for (let next = advance(); ;) {
    const { value: first, done } = await next;
    if (done) return;
    next = advance();
    const { posted } = first;
    let { last } = first;
    const hold = posted.length > 0 ? pause(HOLD_MS).then(() => undefined) : undefined;
    while (hold) {
      const second = await Promise.race([next.catch(() => undefined), hold]);
      if (!second || second.done) break;
      next = advance();
      last = second.value.last;
      posted.unshift(...second.value.posted);
      if (posted.length > 1) break;
    }
    yield { posted, last };
  }
}
