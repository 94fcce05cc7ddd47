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

/**
 * Maximum age in milliseconds of a lease at the start of a delivery attempt. The worker first renews an older
 * lease, which could expire during the attempt.
 */
const LEASE_FRESH_FOR_MS = 8_000;

/** Duration of continuous webhook failures in milliseconds after which members of the shop are informed. */
const FAILING_AFTER_MS = 60 * 60 * 1000;

/**
 * Maximum number of sent events of a webhook stream that are not stored, which limits repeated deliveries
 * after a crash. Accepted events are stored within 10 ms, so most webhook streams stay below the limit.
 */
const MAX_UNRECORDED = 4;

/**
 * Thrown if the worker has lost the lease of the webhook stream, or if the database has lost its commits. The
 * worker that next leases the webhook stream continues at the stored position.
 */
export class LeaseLost extends Error {}

export interface StreamRecordDeps {
  database: ShopDatabase;
  recorder: DeliveryRecorder;
  observer: DeliveryObserver;
  settings: WebhookSettings;
  lock: Pick<WorkerLock, 'lostAt'>;
}

/** New position of a webhook stream after an accepted event, and whether the delivery batch ends. */
export type TurnEnd = Pick<SuccessfulDelivery, 'passed' | 'release' | 'served'>;

export type Sent = Pick<AttemptRecord, 'at' | 'url' | 'headers' | 'outcome'>;

/**
 * State of a webhook stream that this worker has leased: its health, its position, and its position in the
 * database.
 */
export class StreamRecord {
  /** All events up to this sequence number are delivered or skipped. */
  position: number;
  health: Health;
  isReleased = false;
  private state: StreamState;
  private delivery: LeasedStream['delivery'];
  /** Position of the webhook stream after all writes, including pending writes. */
  private recorded: number;
  private renewedAt = performance.now();
  /** Writes of accepted events that are pending or have failed. */
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
   * Resolves when all accepted events are stored. Throws if the worker loses the lease or the database stays
   * unavailable.
   */
  async flush(): Promise<void> {
    if (this.unrecorded.size === 0) return;
    this.deps.recorder.flush(this.holder);
    await Promise.all(this.unrecorded);
  }

  /** Waits for the pending writes if there are at least MAX_UNRECORDED. Otherwise returns undefined. */
  flushIfFull(): Promise<void> | undefined {
    return this.unrecorded.size >= MAX_UNRECORDED ? this.flush() : undefined;
  }

  /**
   * Stores an attempt to deliver the next event, in the background if a healthy webhook stream succeeds.
   * Returns true if the next event may be sent. `end` applies only if the receiver accepted the event.
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
   * Stores a manually requested delivery, which does not move the webhook stream. After a success on a
   * failing webhook stream, the next regular attempt is due immediately.
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
   * Fails the pending delivery of an event that the app no longer receives. Returns undefined if there is no
   * such delivery.
   */
  abandon(event?: { id: string }): Promise<void> | undefined {
    const { delivery } = this;
    if (!delivery || delivery.event_id === event?.id) return undefined;
    return this.fail(delivery.id, 'the installation no longer receives this event').then(() => {
      this.delivery = undefined;
    });
  }

  async fail(id: string, error: string): Promise<void> {
    const now = this.deps.settings.clock.now();
    await failDelivery(this.deps.database, this.holder.shop_id, { id, error, now });
    this.reportWrite(timeOfId(id));
  }

  /** Renews the lease of the webhook stream if the lease is too old. Otherwise returns undefined. */
  keepLease(): Promise<void> | undefined {
    const isFresh = performance.now() - this.renewedAt < LEASE_FRESH_FOR_MS;
    return isFresh && this.renewedAt > this.deps.lock.lostAt ? undefined : this.renewLease();
  }

  private async renewLease(): Promise<void> {
    if (!(await renewLease(this.deps.database, this.holder))) throw new LeaseLost();
    this.renewedAt = performance.now();
  }

  /**
   * Releases the webhook stream. `served` is true if no webhook stream of the shop has undelivered events
   * after this position.
   */
  async release(served: boolean): Promise<void> {
    const places = { from: this.recorded, passed: this.position };
    if (!this.isReleased) await releaseStream(this.deps.database, this.holder, places, served);
  }

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

  /** Stores an attempt that changes the health of the webhook stream or ends the webhook stream. */
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
    // Reports the change before storing it, so that a crash repeats the report instead of losing it.
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

  /** Informs members of the shop about a webhook stream that has failed for an hour but is not paused. */
  private async reportFailure(receiver: WebhookReceiver, at: number): Promise<void> {
    const { failing_since: since = at } = this.health;
    if (this.state === 'active' && at - since >= FAILING_AFTER_MS)
      await this.deps.observer.failing({ shop_id: this.holder.shop_id, receiver, since });
  }

  /** Retries during a short database outage. A lost record would cause a repeated delivery of the event. */
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

function timeOfId(id: string): number {
  return parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}
