import { bodyOf, headersOf } from '@storewright/webhook-message';
import { type WebhookClient, isSuccess, type Outcome, retryAfterOf } from '@storewright/webhooks';
import type { EventSource, LoggedEvent } from './event-source';
import { LogFollower, retryDelay } from './log-follower';
import type { ListenOptions } from './options';
import { inOrder, reordered, SIMULATED_RETRY_AFTER, slowDelayMs } from './simulation';

export interface ListenerParts {
  source: EventSource;
  exchange: WebhookClient;
  signal: AbortSignal;
  now(): number;
  pause(ms: number): Promise<unknown>;
  report(line: string): void;
  /** Prints a message that is not about a delivery attempt. */
  note(line: string): void;
}

/**
 * Posts the events of a shop in order to a local URL (the target). Posts the next event after the target has
 * accepted the current event.
 */
export class Listener {
  /**
   * Sequence number of the last accepted or skipped event. undefined before the first response of the API.
   */
  last: number | undefined;

  constructor(
    private readonly options: Pick<
      ListenOptions,
      'domain' | 'secret' | 'target' | 'since' | 'types' | 'simulate'
    >,
    private readonly parts: ListenerParts,
  ) {}

  async run(): Promise<void> {
    const { since, target } = this.options;
    const { note } = this.parts;
    const follower = new LogFollower({
      ...this.parts,
      onNewEpoch: ({ epoch, sequence }) => {
        this.last = sequence;
        note(
          `the log is in epoch ${epoch}, which starts after sequence ${sequence}: later events of older epochs ` +
            'are lost',
        );
      },
    });
    const position = await follower.start(since);
    this.last = position.sequence;
    note(`posting events after sequence ${this.last} to ${target}; Ctrl-C stops`);
    for await (const { posted, last } of this.batches(follower.events(position))) {
      for (const event of posted) await this.deliver(event);
      this.last = last.sequence;
    }
  }

  private batches(events: AsyncIterable<LoggedEvent>) {
    const { types, simulate } = this.options;
    const isWanted = ({ type }: LoggedEvent) => types.size === 0 || types.has(type);
    if (simulate === 'reorder') return reordered(events, isWanted, (ms) => this.parts.pause(ms));
    return inOrder(events, isWanted);
  }

  private async deliver(event: LoggedEvent): Promise<void> {
    const { simulate } = this.options;
    if (simulate === 'slow') await this.parts.pause(slowDelayMs(event, this.parts.now()));
    await this.deliverOnce(event);
    if (simulate === 'duplicate') await this.deliverOnce(event, 'duplicate');
  }

  private async deliverOnce(event: LoggedEvent, label?: string): Promise<void> {
    for (let failures = 0; ;) {
      const { outcome, simulated } = await this.simulatedAttempt(event, failures === 0);
      const line = [this.lineOf(event, outcome), ...[simulated ?? label ?? []].flat()].join('  ');
      if (isSuccess(outcome)) return this.parts.report(line);
      failures += 1;
      const wait = retryDelay(failures, retryAfterOf(outcome.retryAfter, this.parts.now()));
      this.parts.report(`${line}  again in ${Math.ceil(wait / 1000)} s`);
      await this.parts.pause(wait);
    }
  }

  /**
   * Attempts a delivery and simulates a failure of its first attempt. For a simulated 429, returns the
   * response without sending the event. A simulated 503 replaces the response of the target.
   */
  private async simulatedAttempt(
    event: LoggedEvent,
    isFirst: boolean,
  ): Promise<{ outcome: Outcome; simulated?: string }> {
    const { simulate } = this.options;
    if (!isFirst || (simulate !== '429' && simulate !== '503')) return { outcome: await this.attempt(event) };
    const refused = { status: Number(simulate), retryAfter: SIMULATED_RETRY_AFTER, answer: '' };
    if (simulate === '429') return { outcome: { ...refused, durationMs: 0 }, simulated: 'not sent' };
    const { status, error, durationMs } = await this.attempt(event);
    return { outcome: { ...refused, durationMs }, simulated: `instead of ${status ?? error}` };
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
