import { newId, type ShopDatabase } from '@storewright/database';
import { isSuccess, type Outcome } from '../exchange/exchange';
import { afterFailure, type Health, healthy } from '../schedule/health';
import { retryAfterOf } from '../schedule/schedule';
import type { StreamState } from '../webhook-stream.entity';
import { type Attempted, recordAttempt, type Taken } from './delivery-attempts';
import { failDelivery, type WaitingRequest } from './waiting-requests';
import type { DeliveryRecorder } from './delivery-recorder';
import type { ReadEvent } from './log-reader';
import type { DeliveryObserver } from './observer';
import { retryWhileUnavailable } from './retry-policy';
import type { WebhookSettings } from './settings';
import { type Holder, type LeasedStream, releaseStream, renewLease } from './stream-leases';
import type { WebhookReceiver } from './webhook-receivers';
import type { WorkerLock } from './worker-lock';

/** A lease that was renewed within this time is long enough for an exchange, ms. */
const freshForMs = 8_000;

/**
 * Maximum number of events of a stream that are sent but not recorded, including the current one. Most receivers have
 * fewer, because accepted events are recorded within 10 ms.
 */
const MOST_UNRECORDED = 4;

/**
 * The worker no longer holds the stream, or the database lost commits of it. The next worker that leases the stream
 * continues at the recorded position.
 */
export class LeaseLost extends Error {}

export interface StreamRecordOptions {
  database: ShopDatabase;
  recorder: DeliveryRecorder;
  observer: DeliveryObserver;
  settings: WebhookSettings;
  lock: Pick<WorkerLock, 'lostAt'>;
}

/** Where a stream is after an event that was taken, and whether its turn is over with it. */
export type TurnEnd = Pick<Taken, 'passed' | 'release' | 'served'>;

/** What was sent, and what came of it. */
export type Sent = Pick<Attempted, 'at' | 'url' | 'headers' | 'outcome'>;

/** State of a stream while this worker holds it: its position, its health, and what is recorded. */
export class StreamRecord {
  /** Sequence up to which all events are delivered or passed over. */
  last: number;
  health: Health;
  /** True if the last write released the stream. */
  released = false;
  private state: StreamState;
  private delivery: LeasedStream['delivery'];
  /** Recorded position of the stream, including writes that are pending in the recorder. */
  private recorded: number;
  private renewedAt = performance.now();
  /** Writes of accepted events that are pending, or that failed. */
  private readonly unrecorded = new Set<Promise<void>>();

  constructor(
    private readonly parts: StreamRecordOptions,
    private readonly holder: Holder,
    stream: LeasedStream,
  ) {
    this.last = stream.last;
    this.recorded = stream.last;
    this.health = stream.health;
    this.state = stream.health.state;
    this.delivery = stream.delivery;
  }

  isDue(): boolean {
    const { next_attempt_at } = this.health;
    return next_attempt_at === undefined || next_attempt_at <= this.parts.settings.clock.now();
  }

  /** Until everything is on record. Throws where it did not come so far: the stream is somebody else's by now, or the database stays away. */
  async upToDate(): Promise<void> {
    if (this.unrecorded.size === 0) return;
    this.parts.recorder.hurry(this.holder);
    await Promise.all(this.unrecorded);
  }

  /** Before one more is sent: a worker that is killed has sent no more than this of a stream that is not on record. Absent: there is nothing to wait for. Throws likewise. */
  upToDateForOneMore(): Promise<void> | undefined {
    return this.unrecorded.size >= MOST_UNRECORDED ? this.upToDate() : undefined;
  }

  /**
   * After an attempt at the next event; everything up to `end.passed` is done with it, where it was taken. Whether the next one may follow. An event that was taken
   * by a stream that is well is still being written down then.
   */
  async attempted(receiver: WebhookReceiver, event: ReadEvent, sent: Sent, end: TurnEnd): Promise<boolean> {
    const isWell = this.health.state === 'active' && this.health.failures === 0 && !this.delivery;
    const success = isSuccess(sent.outcome);
    if (success && isWell && receiver.status === 'live') {
      this.taken(event, sent, end);
      this.last = end.passed;
      return true;
    }
    await this.upToDate();
    return this.changed(receiver, event, sent, success ? end : { passed: this.last, release: true });
  }

  /** After a request was sent, which moves neither the stream's place nor its retries; a receiver that answers again is tried at once. */
  async requested(request: Pick<WaitingRequest, 'id' | 'kind'>, event: Attempted['event'], sent: Sent) {
    const success = isSuccess(sent.outcome);
    if (success && this.health.failures > 0)
      this.health = { ...this.health, next_attempt_at: this.parts.settings.clock.now() };
    const { state, health, last: passed, delivery } = this;
    await this.write({
      ...sent,
      ...{ delivery_id: request.id, kind: request.kind, event, attempt: 1 },
      status: success ? 'delivered' : 'failed',
      stream: { state, health, passed, delivery_id: delivery?.id ?? null },
      release: false,
    });
  }

  /** The event that failed is not asked for any more: the delivery of any other ends. Absent: there is none. */
  abandon(event?: { id: string }): Promise<void> | undefined {
    const { delivery } = this;
    if (!delivery || delivery.event_id === event?.id) return undefined;
    return this.fail(delivery.id, 'the installation does not receive it any more').then(() => {
      this.delivery = undefined;
    });
  }

  /** The delivery ends without a further attempt. */
  async fail(id: string, error: string): Promise<void> {
    const now = this.parts.settings.clock.now();
    await failDelivery(this.parts.database, this.holder.shop_id, { id, error, now });
    this.written(timeOfId(id));
  }

  /** Absent: it is long enough. */
  keepLease(): Promise<void> | undefined {
    const isFresh = performance.now() - this.renewedAt < freshForMs;
    return isFresh && this.renewedAt > this.parts.lock.lostAt ? undefined : this.renewLease();
  }

  private async renewLease(): Promise<void> {
    if (!(await renewLease(this.parts.database, this.holder))) throw new LeaseLost();
    this.renewedAt = performance.now();
  }

  /** `served`: nobody in the shop is behind this place then. */
  async giveBack(served: boolean): Promise<void> {
    const places = { from: this.recorded, passed: this.last };
    if (!this.released) await releaseStream(this.parts.database, this.holder, places, served);
  }

  /** One more of a stream that is well. */
  private taken(event: ReadEvent, { at, url, headers, outcome }: Sent, end: TurnEnd): void {
    const { installation_id } = this.holder;
    const made: Taken = {
      installation_id,
      delivery_id: newId(),
      event,
      at,
      url,
      headers,
      outcome,
      from: this.recorded,
      ...end,
    };
    this.recorded = end.passed;
    const written = this.parts.recorder.record(this.holder, made).then((held) => {
      this.noted(held, end.release);
      this.written(at);
      this.parts.observer.attempted({ kind: 'event', success: true, durationMs: outcome.durationMs });
      this.unrecorded.delete(written);
    });
    // Whoever asks whether it is up to date is told of what failed.
    written.catch(() => undefined);
    this.unrecorded.add(written);
  }

  /** The stream is otherwise than before: it fails, is well again, or has ended. */
  private async changed(
    receiver: WebhookReceiver,
    event: ReadEvent,
    sent: Sent,
    { passed, release }: Pick<TurnEnd, 'passed' | 'release'>,
  ): Promise<boolean> {
    const { outcome, at } = sent;
    const [success, before] = [isSuccess(outcome), this.health];
    const { id: delivery_id = newId(), attempts = 0 } = this.delivery ?? {};
    this.health = success ? healthy : this.failed(outcome, at);
    const ends = receiver.status === 'leaving' && (success || this.health.state === 'paused');
    this.state = ends ? 'ended' : this.health.state;
    // Told before it is so: told twice is better than never.
    await this.reportStateChange(receiver, before, at);
    await this.write({
      ...sent,
      ...{ delivery_id, kind: 'event', event, attempt: attempts + 1 },
      status: success ? 'delivered' : ends ? 'failed' : 'retrying',
      stream: {
        ...{ state: this.state, health: this.health, passed },
        delivery_id: success || ends ? null : delivery_id,
      },
      release: release || ends,
    });
    this.delivery = undefined;
    this.last = passed;
    return success && !ends;
  }

  private failed({ status, retryAfter }: Outcome, at: number): Health {
    const { random, clock } = this.parts.settings;
    const retryAfterMs = retryAfterOf(retryAfter, at);
    return afterFailure(this.health, { gone: status === 410, retryAfterMs }, clock.now(), random);
  }

  private async reportStateChange(receiver: WebhookReceiver, before: Health, at: number): Promise<void> {
    const { state } = this;
    if (state === 'ended' || state === before.state) return;
    const since = this.health.failing_since ?? before.failing_since ?? at;
    const change = { shop_id: this.holder.shop_id, receiver, state, since };
    await retryWhileUnavailable(() => this.parts.observer.stateChanged(change));
  }

  /** What was sent must not be forgotten while the database is away for a moment: it would be sent once more. */
  private async write(attempted: Omit<Attempted, 'from'>): Promise<void> {
    const made = { ...attempted, from: this.recorded };
    const held = await retryWhileUnavailable(() => recordAttempt(this.parts.database, this.holder, made));
    this.recorded = Math.max(this.recorded, made.stream.passed);
    this.noted(held, made.release);
    this.written(timeOfId(made.delivery_id));
    const { kind, outcome } = made;
    this.parts.observer.attempted({ kind, success: isSuccess(outcome), durationMs: outcome.durationMs });
  }

  private written(begun_at: number): void {
    const { shop_id, installation_id } = this.holder;
    this.parts.observer.written({ shop_id, installation_id, begun_at });
  }

  private noted(held: boolean, release: boolean): void {
    if (!held) throw new LeaseLost();
    this.renewedAt = performance.now();
    this.released = release;
  }
}

/** Of a UUIDv7, ms since 1970. */
function timeOfId(id: string): number {
  return parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}
