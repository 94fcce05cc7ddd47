import {
  Away,
  type EventSource,
  Expired,
  type LoggedEvent,
  type LogPosition,
  NoStreamsError,
  pageSize,
} from './event-source';

const POLL_MS = 1_000;
const RECONNECT_MS = 1_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

export interface FollowerParts {
  source: EventSource;
  signal: AbortSignal;
  pause(ms: number): Promise<unknown>;
  note(line: string): void;
  /**
   * Called when the event log starts a greater epoch. `position` is before the first event of that epoch.
   */
  onNewEpoch(position: LogPosition): void;
}

/**
 * Follows the event log of a shop with an event stream. If the server does not support event streams, polls
 * the list of events.
 */
export class LogFollower {
  private isAway = false;
  private hasStreams = true;

  constructor(private readonly parts: FollowerParts) {}

  /** Returns the position in the event log after a sequence number. Defaults to the end of the event log. */
  async start(since?: number): Promise<LogPosition> {
    const { sequence = 0, epoch } = await this.whileAway(() => this.parts.source.end());
    return { epoch, sequence: since ?? sequence };
  }

  /**
   * Yields the events after a position in the event log until the signal is aborted. Throws Refused if the
   * API rejects a request.
   */
  async *events(after: LogPosition): AsyncGenerator<LoggedEvent, void> {
    const { signal, pause } = this.parts;
    let position = after;
    while (!signal.aborted) {
      try {
        for await (const event of this.hasStreams ? this.streamed(position) : this.polled(position)) {
          position = event;
          yield event;
        }
        if (!signal.aborted) await pause(RECONNECT_MS);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof NoStreamsError) this.hasStreams = false;
        else if (error instanceof Expired) position = await this.afterExpiry(position, error);
        else throw error;
      }
    }
  }

  private async *streamed(position: LogPosition): AsyncGenerator<LoggedEvent> {
    const { source, signal } = this.parts;
    yield* await this.whileAway(() => source.stream(position, signal));
  }

  private async *polled({ epoch, sequence }: LogPosition): AsyncGenerator<LoggedEvent> {
    const { source, signal, pause } = this.parts;
    for (let last = sequence; !signal.aborted;) {
      const page = await this.whileAway(() => source.after(last));
      if (page.epoch > epoch) throw new Expired(`the log is in epoch ${page.epoch}`);
      for (const event of page.events) {
        last = event.sequence;
        yield event;
      }
      if (page.events.length < pageSize) await pause(POLL_MS);
    }
  }

  /**
   * Returns the position before the first event of a greater epoch. Sequence numbers can be smaller in a new
   * epoch, because the server assigns them again after a failover or restore. If the events were deleted
   * instead, throws the error.
   */
  private async afterExpiry({ epoch: followed }: LogPosition, error: Expired): Promise<LogPosition> {
    const { source, onNewEpoch } = this.parts;
    const { epoch } = await this.whileAway(() => source.end());
    if (epoch <= followed) throw error;
    const position = { epoch, sequence: (await this.whileAway(() => source.startOf(epoch))) ?? 0 };
    onNewEpoch(position);
    return position;
  }

  /** Repeats a request until the API responds. Reports an outage once. */
  private async whileAway<T>(send: () => Promise<T>): Promise<T> {
    for (let failures = 1; ; failures += 1) {
      try {
        const result = await send();
        if (this.isAway) this.parts.note('the shop API responds again');
        this.isAway = false;
        return result;
      } catch (error) {
        if (!(error instanceof Away) || this.parts.signal.aborted) throw error;
        if (!this.isAway) this.parts.note(`${error.message}; retrying`);
        this.isAway = true;
        await this.parts.pause(retryDelay(failures, error.retryAfterMs));
      }
    }
  }
}

/**
 * Returns the delay in milliseconds before the next delivery attempt or API request, after a number of
 * failures. The delay is shorter than the webhook worker's delay, because a developer is fixing the receiver.
 */
export function retryDelay(failures: number, retryAfterMs = 0): number {
  const planned = FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10);
  return Math.min(Math.max(planned, retryAfterMs), MAX_RETRY_MS);
}
