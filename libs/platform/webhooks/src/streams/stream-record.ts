import { newId, type ShopDatabase } from '@storewright/database';
import { isSuccess, type Outcome } from '../exchange/webhook-client';
import { afterFailure, type Health, healthy } from '../schedule/health';
import { retryAfterOf } from '../schedule/schedule';
import type { StreamState } from '../webhook-stream.entity';
import { type AttemptRecord, recordAttempt, type SuccessfulDelivery } from './delivery-attempts';
import { failDelivery, type WaitingRequest } from './waiting-requests';
import type { DeliveryRecorder } from './delivery-recorder';
import type { ReadEvent } from './log-reader';
import type { DeliveryObserver } from './observer';
import { retryWhileUnavailable } from './retry-policy';
import type { WebhookSettings } from './settings';
import { type Holder, type LeasedStream, releaseStream, renewLease } from './stream-leases';
import type { WebhookReceiver } from './webhook-receivers';
import type { WorkerLock } from './worker-lock';

/** Maximum age of a lease that outlasts an attempt without renewal. */
const LEASE_FRESH_FOR_MS = 8_000;

/** Time of failures after which members of the shop are informed. */
const FAILING_AFTER_MS = 60 * 60 * 1000;

/**
 * Maximum number of events of a stream that are sent but not recorded, including the current event. Most
 * receivers have fewer, because accepted events are recorded within 10 ms.
 */
const MAX_UNRECORDED = 4;

/**
 * Thrown if the worker no longer holds the stream, or if the database lost commits of the stream. The next
 * worker that leases the stream continues at the recorded position.
 */
export class LeaseLost extends Error {}

export interface StreamRecordDeps {
  database: ShopDatabase;
  recorder: DeliveryRecorder;
  observer: DeliveryObserver;
  settings: WebhookSettings;
  lock: Pick<WorkerLock, 'lostAt'>;
}

/** Position of the stream after an accepted event, and whether the turn is over. */
export type TurnEnd = Pick<SuccessfulDelivery, 'passed' | 'release' | 'served'>;

/** A request that was sent to a receiver, and its outcome. */
export type Sent = Pick<AttemptRecord, 'at' | 'url' | 'headers' | 'outcome'>;

/**
 * State of a stream while this worker holds it: its position, its health, and what the database has recorded.
 */
export class StreamRecord {
  /** Sequence number up to which no event remains to be delivered. */
  position: number;
  health: Health;
  /** True if the last write released the stream. */
  isReleased = false;
  private state: StreamState;
  private delivery: LeasedStream['delivery'];
  /** Recorded position of the stream, including writes that are pending in the recorder. */
  private recorded: number;
  private renewedAt = performance.now();
  /** Writes of accepted events that are pending, or that failed. */
  private readonly unrecorded = new Set<Promise<void>>();

  constructor(
    private readonly deps: StreamRecordDeps,
    private readonly holder: Holder,
    stream: LeasedStream,
  ) {
    this.position = stream.last;
    this.recorded = stream.last;
    this.health = stream.health;
    this.state = stream.health.state;
    this.delivery = stream.delivery;
  }

  isDue(): boolean {
    const { next_attempt_at } = this.health;
    return next_attempt_at === undefined || next_attempt_at <= this.deps.settings.clock.now();
  }

  /**
   * Resolves when all accepted events are recorded. Throws if the lease is lost or the database stays
   * unavailable.
   */
  async flush(): Promise<void> {
    if (this.unrecorded.size === 0) return;
    this.deps.recorder.flush(this.holder);
    await Promise.all(this.unrecorded);
  }

  /**
   * Flushes if MAX_UNRECORDED events are unrecorded, which bounds the repetitions after a crash. Returns
   * undefined otherwise.
   */
  flushIfFull(): Promise<void> | undefined {
    return this.unrecorded.size >= MAX_UNRECORDED ? this.flush() : undefined;
  }

  /**
   * Records an attempt for the next event. `end` applies if the event was accepted. Returns true if the next
   * event may follow. A success of a healthy stream is recorded in the background.
   */
  async recordEvent(receiver: WebhookReceiver, event: ReadEvent, sent: Sent, end: TurnEnd): Promise<boolean> {
    const isWell = this.health.state === 'active' && this.health.failures === 0 && !this.delivery;
    const success = isSuccess(sent.outcome);
    if (success && isWell && receiver.status === 'live') {
      this.recordSuccess(event, sent, end);
      this.position = end.passed;
      return true;
    }
    await this.flush();
    return this.recordChange(receiver, event, sent, success ? end : { passed: this.position, release: true });
  }

  /**
   * Records a requested delivery, which does not move the stream. After a success, the next attempt of a
   * failing stream is due immediately.
   */
  async recordRequest(
    request: Pick<WaitingRequest, 'id' | 'kind'>,
    event: AttemptRecord['event'],
    sent: Sent,
  ) {
    const success = isSuccess(sent.outcome);
    if (success && this.health.failures > 0)
      this.health = { ...this.health, next_attempt_at: this.deps.settings.clock.now() };
    const { state, health, position: passed, delivery } = this;
    await this.write({
      ...sent,
      ...{ delivery_id: request.id, kind: request.kind, event, attempt: 1 },
      status: success ? 'delivered' : 'failed',
      stream: { state, health, passed, delivery_id: delivery?.id ?? null },
      release: false,
    });
  }

  /**
   * Ends the delivery of an event that the installation no longer receives. Returns undefined if there is no
   * delivery.
   */
  abandon(event?: { id: string }): Promise<void> | undefined {
    const { delivery } = this;
    if (!delivery || delivery.event_id === event?.id) return undefined;
    return this.fail(delivery.id, 'the installation no longer receives this event').then(() => {
      this.delivery = undefined;
    });
  }

  /** Marks a delivery as failed without a further attempt. */
  async fail(id: string, error: string): Promise<void> {
    const now = this.deps.settings.clock.now();
    await failDelivery(this.deps.database, this.holder.shop_id, { id, error, now });
    this.reportWrite(timeOfId(id));
  }

  /** Renews the lease. Returns undefined if the lease is still fresh. */
  keepLease(): Promise<void> | undefined {
    const isFresh = performance.now() - this.renewedAt < LEASE_FRESH_FOR_MS;
    return isFresh && this.renewedAt > this.deps.lock.lostAt ? undefined : this.renewLease();
  }

  private async renewLease(): Promise<void> {
    if (!(await renewLease(this.deps.database, this.holder))) throw new LeaseLost();
    this.renewedAt = performance.now();
  }

  /** Releases the stream. `served` is true if no stream of the shop is pending after this position. */
  async release(served: boolean): Promise<void> {
    const places = { from: this.recorded, passed: this.position };
    if (!this.isReleased) await releaseStream(this.deps.database, this.holder, places, served);
  }

  /** Queues the record of an accepted event for the next batch. */
  private recordSuccess(event: ReadEvent, { at, url, headers, outcome }: Sent, end: TurnEnd): void {
    const { installation_id } = this.holder;
    const made: SuccessfulDelivery = {
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
    const written = this.deps.recorder.record(this.holder, made).then((held) => {
      this.noteWrite(held, end.release);
      this.reportWrite(at);
      this.deps.observer.attempted({ kind: 'event', success: true, durationMs: outcome.durationMs });
      this.unrecorded.delete(written);
    });
    // Prevents an unhandled rejection. `flush` rethrows the error.
    written.catch(() => undefined);
    this.unrecorded.add(written);
  }

  /** Records an attempt that changes the health of the stream or ends it. */
  private async recordChange(
    receiver: WebhookReceiver,
    event: ReadEvent,
    sent: Sent,
    { passed, release }: Pick<TurnEnd, 'passed' | 'release'>,
  ): Promise<boolean> {
    const { outcome, at } = sent;
    const [success, before] = [isSuccess(outcome), this.health];
    const { id: delivery_id = newId(), attempts = 0 } = this.delivery ?? {};
    this.health = success ? healthy : this.healthAfterFailure(outcome, at);
    const ends = receiver.status === 'leaving' && (success || this.health.state === 'paused');
    this.state = ends ? 'ended' : this.health.state;
    // Reports the change before it is written. After a crash, the report may be repeated.
    await this.reportStateChange(receiver, before, at);
    await this.reportFailure(receiver, at);
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
    this.position = passed;
    return success && !ends;
  }

  private healthAfterFailure({ status, retryAfter }: Outcome, at: number): Health {
    const { random, clock } = this.deps.settings;
    const retryAfterMs = retryAfterOf(retryAfter, at);
    return afterFailure(this.health, { gone: status === 410, retryAfterMs }, clock.now(), random);
  }

  private async reportStateChange(receiver: WebhookReceiver, before: Health, at: number): Promise<void> {
    const { state } = this;
    if (state === 'ended' || state === before.state) return;
    const since = this.health.failing_since ?? before.failing_since ?? at;
    const change = { shop_id: this.holder.shop_id, receiver, state, since };
    await retryWhileUnavailable(() => this.deps.observer.stateChanged(change));
  }

  /** Reports a stream that fails and is not paused. */
  private async reportFailure(receiver: WebhookReceiver, at: number): Promise<void> {
    const { failing_since: since = at } = this.health;
    if (this.state === 'active' && at - since >= FAILING_AFTER_MS)
      await this.deps.observer.failing({ shop_id: this.holder.shop_id, receiver, since });
  }

  /**
   * Retries, because a short database outage must not lose the record. Otherwise the event would be sent
   * again.
   */
  private async write(attempted: Omit<AttemptRecord, 'from'>): Promise<void> {
    const made = { ...attempted, from: this.recorded };
    const held = await retryWhileUnavailable(() => recordAttempt(this.deps.database, this.holder, made));
    this.recorded = Math.max(this.recorded, made.stream.passed);
    this.noteWrite(held, made.release);
    this.reportWrite(timeOfId(made.delivery_id));
    const { kind, outcome } = made;
    this.deps.observer.attempted({ kind, success: isSuccess(outcome), durationMs: outcome.durationMs });
  }

  private reportWrite(begun_at: number): void {
    const { shop_id, installation_id } = this.holder;
    this.deps.observer.written({ shop_id, installation_id, begun_at });
  }

  private noteWrite(held: boolean, release: boolean): void {
    if (!held) throw new LeaseLost();
    this.renewedAt = performance.now();
    this.isReleased = release;
  }
}

/** Returns the time in a UUIDv7 in milliseconds since 1970. */
function timeOfId(id: string): number {
  return parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}
