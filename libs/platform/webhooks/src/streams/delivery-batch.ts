import type { ShopDatabase } from '@storewright/database';
import { type LoggedEvent, rangeStatement } from '@storewright/events';
import { bodyOf, eventOf, headersOf, type SentEvent } from '@storewright/webhook-message';
import { v7 as uuidv7 } from 'uuid';
import { type Exchange, isSuccess, type Outcome } from '../exchange/exchange';
import { afterFailure, type Health, healthy } from '../schedule/health';
import { retryAfterOf } from '../schedule/schedule';
import type { DeliveryKind } from '../webhook-delivery.entity';
import type { StreamState } from '../webhook-stream.entity';
import {
  type Attempted,
  failDelivery,
  recordAttempt,
  type WaitingRequest,
  waitingRequests,
} from './delivery-attempts';
import type { DeliveryObserver } from './observer';
import { retryWhileUnavailable } from './retry-policy';
import type { WebhookSettings } from './settings';
import { type Holder, type LeasedStream, notInstalled, releaseStream, renewLease } from './stream-leases';
import type { ShopReceivers, WebhookReceiver, WebhookReceivers } from './webhook-receivers';

/** Events that are read at once; after so many a stream makes room for those who wait (fairness, docs/contract.md §6). */
const BATCH_SIZE = 10;
/** A lease that was renewed within this time is long enough for an exchange, ms. */
const freshForMs = 8_000;

export interface DeliveryBatchOptions {
  database: ShopDatabase;
  receivers: WebhookReceivers;
  exchange: Exchange;
  observer: DeliveryObserver;
  settings: WebhookSettings;
  /** Whether others wait for a place, or the process is about to end. */
  mustYield: () => boolean;
  /** Whether the process is about to end. */
  stopping: () => boolean;
}

/** The stream belongs to somebody else by now, who goes on where this one was. */
class LeaseLost extends Error {}

/** One stream, while this worker has it: what was asked for, then its events in their order, one at a time. */
export class DeliveryBatch {
  private readonly holder: Holder;
  private last: number;
  private health: Health;
  private delivery: LeasedStream['delivery'];
  private state: StreamState;
  private renewedAt = performance.now();
  private released = false;

  /** `shop`: as it was read after the stream was leased. */
  constructor(
    private readonly parts: DeliveryBatchOptions,
    private readonly shop: ShopReceivers,
    private readonly stream: LeasedStream,
    worker: number,
  ) {
    this.holder = { shop_id: shop.id, installation_id: stream.installation_id, worker };
    this.last = stream.last;
    this.health = stream.health;
    this.state = stream.health.state;
    this.delivery = stream.delivery;
  }

  /**
   * Until there is nothing more to do now, or others wait. Whether more was left to do. Throws where the database fails; the lease then ends by itself.
   */
  async run(): Promise<boolean> {
    try {
      if (this.stream.waiting) await this.sendRequests();
      const due = this.isDue();
      if (due) await this.sendEvents();
      if (!this.released) await releaseStream(this.parts.database, this.holder, this.last);
      return this.stream.waiting || (due && this.last < this.stream.head && this.health.failures === 0);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      return true;
    }
  }

  private isDue(): boolean {
    const { next_attempt_at } = this.health;
    return next_attempt_at === undefined || next_attempt_at <= this.parts.settings.clock.now();
  }

  private async sendEvents(): Promise<void> {
    const { visibility, types } = this.shop.byInstallation.get(this.stream.installation_id)!;
    do {
      const range = {
        shop_id: this.shop.id,
        visibility,
        types,
        above: this.last,
        below: this.stream.head + 1,
      };
      const rows = await this.parts.database.query<LoggedEvent>(
        { shop_id: this.shop.id },
        rangeStatement(range, BATCH_SIZE),
      );
      const isLast = rows.length < BATCH_SIZE;
      for (const [at, row] of rows.entries()) {
        const endsBatch = isLast && at === rows.length - 1;
        if (!(await this.sendEvent(eventOf(row), endsBatch))) return;
      }
      if (isLast) this.last = this.stream.head;
      if (isLast && !this.released) await this.abandon();
      if (isLast) return;
    } while (!this.parts.mustYield());
  }

  /** Whether the next one may follow. `isLast`: it is the last one there is. */
  private async sendEvent(event: SentEvent, isLast: boolean): Promise<boolean> {
    if (this.parts.stopping()) return false;
    const { shop, receiver } = await this.current();
    if (!receiver) return false;
    const sequence = event.sequence!;
    if (this.canReceive(receiver, event)) {
      if (this.delivery && this.delivery.event_id !== event.id) await this.abandon();
      const id = this.delivery?.id ?? uuidv7();
      const { outcome, ...sent } = await this.send(event, shop, receiver);
      const passed = isSuccess(outcome) ? (isLast ? this.stream.head : sequence) : this.last;
      const made = { ...sent, outcome, delivery_id: id, kind: 'event' as const, event };
      if (!(await this.settle(receiver, made, passed, isLast))) return false;
    }
    this.last = sequence;
    return true;
  }

  /** The stream after an attempt at its next event. */
  private async settle(
    receiver: WebhookReceiver,
    made: Pick<Attempted, 'delivery_id' | 'kind' | 'event' | 'at' | 'url' | 'headers' | 'outcome'>,
    passed: number,
    isLast: boolean,
  ): Promise<boolean> {
    const { outcome, at } = made;
    const success = isSuccess(outcome);
    const before = this.health;
    const attempt = (this.delivery?.attempts ?? 0) + 1;
    this.health = success ? healthy : this.failed(outcome, at);
    const ends = receiver.status === 'leaving' && (success || this.health.state === 'paused');
    this.state = ends ? 'ended' : this.health.state;
    const status = success ? 'delivered' : ends ? 'failed' : 'retrying';
    const delivery_id = success || ends ? null : made.delivery_id;
    const stream = { state: this.state, health: this.health, passed, delivery_id };
    const release = isLast || !success || ends;
    // Told before it is so: told twice is better than never.
    await this.reportStateChange(receiver, before, at);
    await this.record({ ...made, attempt, status, stream, release });
    this.delivery = undefined;
    this.parts.observer.attempted({ kind: made.kind, success, durationMs: outcome.durationMs });
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
    const change = { shop_id: this.shop.id, receiver, state, since };
    await retryWhileUnavailable(() => this.parts.observer.stateChanged(change));
  }

  private async sendRequests(): Promise<void> {
    const requests = await waitingRequests(this.parts.database, this.holder);
    for (const request of requests) {
      if (this.parts.stopping()) return;
      await this.sendRequest(request);
    }
  }

  private async sendRequest(request: WaitingRequest): Promise<void> {
    const { shop, receiver } = await this.current();
    // Suspended or uninstalled meanwhile: whoever looks into the shop next lets it wait, or refuses it.
    if (!receiver) return;
    const { kind, id } = request;
    const event = requestedEvent(request);
    if (!event || !this.mayBeSent(receiver, event, kind)) {
      const error = refusalOf(receiver, event);
      return failDelivery(this.parts.database, shop.id, { id, error, now: this.parts.settings.clock.now() });
    }
    const { outcome, ...sent } = await this.send(event, shop, receiver);
    const success = isSuccess(outcome);
    // A receiver that answers again is tried at once.
    if (success && this.health.failures > 0)
      this.health = { ...this.health, next_attempt_at: this.parts.settings.clock.now() };
    const stream = {
      state: this.state,
      health: this.health,
      passed: this.last,
      delivery_id: this.delivery?.id ?? null,
    };
    const status = success ? 'delivered' : 'failed';
    await this.record({
      ...sent,
      outcome,
      delivery_id: id,
      kind,
      event,
      attempt: 1,
      status,
      stream,
      release: false,
    });
    this.parts.observer.attempted({ kind, success, durationMs: outcome.durationMs });
  }

  private async send(event: SentEvent, shop: ShopReceivers, receiver: WebhookReceiver) {
    await this.keepLease();
    const at = this.parts.settings.clock.now();
    const body = bodyOf(event, shop);
    const headers = headersOf({ id: event.id, at, body }, receiver.secrets);
    const { url } = receiver;
    return { at, url, headers, outcome: await this.parts.exchange.send({ url, headers, body }) };
  }

  /** The installation as it is now; none where it receives nothing (any more). */
  private async current(): Promise<{ shop: ShopReceivers; receiver: WebhookReceiver | undefined }> {
    const shop = await this.parts.receivers.of(this.shop.id);
    const receiver = shop.byInstallation.get(this.stream.installation_id);
    const sends = receiver !== undefined && !receiver.held && !shop.suspended;
    const receives = sends && (receiver.status === 'live' || receiver.status === 'leaving');
    return { shop, receiver: receives ? receiver : undefined };
  }

  /** What happened while the app was not installed is none of its business, but for what happened to itself. */
  private canReceive(receiver: WebhookReceiver, { type, occurred_at }: SentEvent): boolean {
    if (!receiver.types.some((each) => each === type)) return false;
    return type.startsWith('installations.') || occurred_at >= receiver.installed_at;
  }

  private mayBeSent(receiver: WebhookReceiver, event: SentEvent, kind: DeliveryKind): boolean {
    return kind === 'test'
      ? receiver.types.some((type) => type === event.type)
      : this.canReceive(receiver, event);
  }

  /** An event that failed and is not asked for any more. */
  private async abandon(): Promise<void> {
    if (!this.delivery) return;
    const { id } = this.delivery;
    const error = 'the installation does not receive it any more';
    await failDelivery(this.parts.database, this.shop.id, {
      id,
      error,
      now: this.parts.settings.clock.now(),
    });
    this.delivery = undefined;
  }

  private async keepLease(): Promise<void> {
    if (performance.now() - this.renewedAt < freshForMs) return;
    if (!(await renewLease(this.parts.database, this.holder))) throw new LeaseLost();
    this.renewedAt = performance.now();
  }

  /** What was sent must not be forgotten while the database is away for a moment: it would be sent once more. */
  private async record(made: Attempted): Promise<void> {
    const written = await retryWhileUnavailable(() => recordAttempt(this.parts.database, this.holder, made));
    if (!written) throw new LeaseLost();
    this.renewedAt = performance.now();
    this.released = made.release;
  }
}

/** What somebody asked to send; none: the event is not in the log any more. */
function requestedEvent(request: WaitingRequest): SentEvent | undefined {
  const { kind, event_id: id, event_type: type, created_at, test_resource } = request;
  if (kind === 'test' && test_resource !== null)
    return {
      id,
      type,
      occurred_at: created_at,
      resource: test_resource,
      changed: [],
      sequence: null,
      epoch: null,
    };
  const { resource, changed, occurred_at, sequence, epoch } = request;
  if (resource === null || changed === null || occurred_at === null || sequence === null || epoch === null)
    return undefined;
  return eventOf({ id, type, resource, changed, occurred_at, sequence, epoch });
}

function refusalOf({ status: standing }: WebhookReceiver, event: SentEvent | undefined): string {
  if (standing === 'leaving') return notInstalled;
  return event
    ? `the installation does not receive ${event.type} (any more)`
    : 'the event is not in the log any more';
}
