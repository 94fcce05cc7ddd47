import { bodyOf, headersOf } from '@storewright/webhook-message';
import { type WebhookClient, isSuccess, type Outcome, retryAfterOf } from '@storewright/webhooks';
import { Away, type EventSource, type LoggedEvent, pageSize } from './event-source';
import type { ListenOptions } from './options';

const pollEveryMs = 1_000;
const firstRetryMs = 1_000;
const MAX_RETRY_MS = 30_000;

export interface ListenerParts {
  source: EventSource;
  exchange: WebhookClient;
  now(): number;
  pause(ms: number): Promise<void>;
  /** Prints a line for each attempt. */
  report(line: string): void;
  /** Prints other messages. */
  note(line: string): void;
}

/**
 * Posts the events of a shop to the target in order. Posts the next event after the target accepts the
 * current event.
 */
export class Listener {
  /** Sequence number of the last accepted or skipped event. Undefined before the first event. */
  last: number | undefined;
  private away = false;

  constructor(
    private readonly options: Pick<ListenOptions, 'domain' | 'secret' | 'target' | 'since' | 'types'>,
    private readonly parts: ListenerParts,
  ) {}

  /** Runs forever. Throws Refused if the API rejects a request. */
  async run(): Promise<never> {
    const { since, target } = this.options;
    const { source } = this.parts;
    let epoch: number | undefined;
    if (since === undefined) ({ sequence: this.last, epoch } = await this.whileAway(() => source.end()));
    else this.last = since;
    this.parts.note(`posting events after sequence ${this.last ?? 0} to ${target}; Ctrl-C stops`);
    for (;;) {
      const page = await this.whileAway(() => source.after(this.last));
      epoch ??= page.epoch;
      if (page.epoch > epoch) {
        epoch = page.epoch;
        await this.goToStartOf(epoch);
        continue;
      }
      for (const event of page.events) {
        if (this.isWanted(event)) await this.deliver(event);
        this.last = event.sequence;
      }
      if (page.events.length < pageSize) await this.parts.pause(pollEveryMs);
    }
  }

  /**
   * Moves to the start of a greater epoch. The epoch assigns sequence numbers again, so they can be smaller
   * than the last one.
   */
  private async goToStartOf(epoch: number): Promise<void> {
    this.last = await this.whileAway(() => this.parts.source.startOf(epoch));
    this.parts.note(
      `the log is in epoch ${epoch}, which starts after sequence ${this.last ?? 0}: later events ` +
        'of older epochs are lost',
    );
  }

  private isWanted({ type }: LoggedEvent): boolean {
    const { types } = this.options;
    return types.size === 0 || types.has(type);
  }

  /** Repeats the request until the network works. Reports the failure once. */
  private async whileAway<T>(ask: () => Promise<T>): Promise<T> {
    for (let failures = 1; ; failures += 1) {
      try {
        const answer = await ask();
        if (this.away) this.parts.note('the shop API responds again');
        this.away = false;
        return answer;
      } catch (error) {
        if (!(error instanceof Away)) throw error;
        if (!this.away) this.parts.note(`${error.message}; retrying`);
        this.away = true;
        await this.parts.pause(delay(failures, error.retryAfterMs));
      }
    }
  }

  private async deliver(event: LoggedEvent): Promise<void> {
    for (let failures = 0; ;) {
      const outcome = await this.attempt(event);
      if (isSuccess(outcome)) return this.parts.report(this.lineOf(event, outcome));
      failures += 1;
      const wait = delay(failures, retryAfterOf(outcome.retryAfter, this.parts.now()));
      this.parts.report(`${this.lineOf(event, outcome)}  again in ${Math.ceil(wait / 1000)} s`);
      await this.parts.pause(wait);
    }
  }

  private attempt(event: LoggedEvent): Promise<Outcome> {
    const { domain, secret, target: url } = this.options;
    const body = bodyOf(event, { id: event.shop_id, domain });
    const headers = headersOf({ id: event.id, at: this.parts.now(), body }, [secret]);
    return this.parts.exchange.send({ url, headers, body });
  }

  private lineOf(
    { sequence, type, resource_id }: LoggedEvent,
    { status, error, durationMs }: Outcome,
  ): string {
    const time = new Date(this.parts.now()).toISOString();
    return [time, sequence, type, resource_id, status ?? error, `${durationMs} ms`].join('  ');
  }
}

/**
 * Returns the delay in milliseconds after a number of failures. The worker's delays are longer, but here a
 * developer is fixing the receiver.
 */
function delay(failures: number, retryAfterMs = 0): number {
  const planned = firstRetryMs * 2 ** Math.min(failures - 1, 10);
  return Math.min(Math.max(planned, retryAfterMs), MAX_RETRY_MS);
}
