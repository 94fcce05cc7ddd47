import { tracedMessage, traceparent } from '@storewright/tracing';
import { bodyOf, headersOf, type SentEvent } from '@storewright/webhook-message';
import type { WebhookClient, Message } from '../exchange/webhook-client';
import { type WaitingRequest, waitingRequests } from './waiting-requests';
import type { LogReader, EventPage, ReadEvent } from './log-reader';
import { canReceive, mayBeSent, refusalOf, requestedEvent } from './requested-event';
import type { Holder, LeasedStream } from './stream-leases';
import { LeaseLost, type Sent, StreamRecord, type StreamRecordDeps } from './stream-record';
import {
  receives,
  type ShopReceivers,
  type WebhookReceiver,
  type WebhookReceivers,
} from './webhook-receivers';

/**
 * Number of events after which a webhook stream must let other webhook streams continue (fairness,
 * docs/contract.md §6).
 */
const BATCH_SIZE = 10;
/**
 * Maximum time in milliseconds during which a webhook stream continues with new events, before it must check
 * for manually requested deliveries.
 */
const MAX_TURN_MS = 1_000;

type OutgoingEvent = Pick<SentEvent, 'id'> & Pick<Message, 'body'>;

export interface DeliveryBatchDeps extends StreamRecordDeps {
  receivers: WebhookReceivers;
  client: WebhookClient;
  log: LogReader;
  /**
   * Returns true if the webhook stream must let other webhook streams or other shops of the app continue, or
   * if the process is stopping.
   */
  mustYield: (app_id: string) => boolean;
  /** Returns true if the process is stopping and must not send further webhooks to this URL. */
  refusesTo: (url: string) => boolean;
}

/**
 * One batch of deliveries of a leased webhook stream. Sends manually requested deliveries first, then events
 * in order, one at a time. Stores an accepted event while it sends the next event.
 */
export class DeliveryBatch {
  private readonly holder: Holder;
  private readonly app_id: string;
  private readonly record: StreamRecord;
  private head: number;
  private isOpen = false;
  /** True if there are new events that this delivery batch cannot include. */
  needsAnotherTurn = false;
  private sentCount = 0;
  private currentExchange: Promise<unknown> | undefined;
  private readonly startedAt = performance.now();

  /** `shop` must have been read after the webhook stream was leased. */
  constructor(
    private readonly deps: DeliveryBatchDeps,
    private shop: ShopReceivers,
    private readonly stream: LeasedStream,
    worker: number,
    /** First events of the webhook stream, if the lease statement has already read them. */
    private prefetched?: EventPage,
  ) {
    this.holder = { shop_id: shop.id, installation_id: stream.installation_id, worker };
    this.app_id = shop.byInstallation.get(stream.installation_id)!.app_id;
    this.record = new StreamRecord(deps, this.holder, stream);
    this.head = stream.head;
  }

  /**
   * Delivers events until no event is left or other webhook streams are waiting. Returns true if events are
   * left. Throws if the database fails, and the lease of the webhook stream then expires.
   */
  async deliver(): Promise<boolean> {
    const { record, stream } = this;
    try {
      if (stream.waiting) {
        await this.sendRequests();
        // The prefetched events may be outdated after the requested deliveries.
        this.prefetched = undefined;
      }
      const due = record.isDue();
      if (due) await this.sendEvents();
      await record.release(this.shop.hasOneReceiver && record.position >= this.head);
      return stream.waiting || (due && record.position < this.head && record.health.failures === 0);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      return true;
    }
  }

  /** Resolves when the current HTTP request has ended, even if its result is not stored. */
  async settleCurrent(): Promise<void> {
    await this.currentExchange?.catch(() => undefined);
  }

  /**
   * Makes this delivery batch include events up to the sequence number `head`, or requests another delivery
   * batch. `shop` must have been read after the events got their sequence numbers.
   */
  extend(shop: ShopReceivers, head: number): void {
    if (this.isOpen && head > this.head && !this.isTurnOver()) [this.shop, this.head] = [shop, head];
    else this.needsAnotherTurn = true;
  }

  private isTurnOver(): boolean {
    return performance.now() - this.startedAt > MAX_TURN_MS;
  }

  private async sendEvents(): Promise<void> {
    const { record } = this;
    this.isOpen = true;
    while (this.isOpen) {
      const receiver = this.shop.byInstallation.get(this.stream.installation_id)!;
      const othersWait = this.deps.mustYield(this.app_id);
      const { prefetched: ahead } = this;
      this.prefetched = undefined;
      const portion =
        ahead ?? (await this.deps.log.next(this.shop, receiver, record.position, this.head, othersWait));
      this.isOpen = await this.sendAll(portion);
      if (!this.isOpen) break;
      record.position = Math.max(record.position, portion.through);
      if (record.position >= this.head || this.mustYield()) this.isOpen = false;
      if (record.position >= this.head) await record.abandon();
    }
    await record.flush();
  }

  private async sendAll(portion: EventPage): Promise<boolean> {
    for (const event of portion.events) if (!(await this.sendEvent(event, portion))) return false;
    return true;
  }

  private mustYield(): boolean {
    return (
      this.sentCount >= BATCH_SIZE &&
      ((this.needsAnotherTurn && this.isTurnOver()) || this.deps.mustYield(this.app_id))
    );
  }

  /** Sends an event of the event log. Returns true if the next event may follow. */
  private async sendEvent(event: ReadEvent, portion: EventPage): Promise<boolean> {
    const { record } = this;
    // Waits only in the rare case that too many sent events are not stored.
    const before = record.flushIfFull();
    if (before) await before;
    const known = this.deps.receivers.of(this.shop);
    const receiver = this.receiverIn(known instanceof Promise ? await known : known);
    if (!receiver || this.deps.refusesTo(receiver.url)) return false;
    if (!canReceive(receiver, event)) {
      record.position = Math.max(record.position, event.sequence);
      return true;
    }
    const other = record.abandon(event);
    if (other) await other;
    const sent = await this.send(event, receiver, event.traceparent);
    this.sentCount += 1;
    const isLast = event === portion.events.at(-1) && portion.through >= this.head;
    if (isLast || this.mustYield()) this.isOpen = false;
    const passed = isLast ? this.head : event.sequence;
    const end = { passed, release: !this.isOpen, served: isLast && this.shop.hasOneReceiver };
    return (await record.recordEvent(receiver, event, sent, end)) && this.isOpen;
  }

  private async sendRequests(): Promise<void> {
    const requests = await waitingRequests(this.deps.database, this.holder);
    for (const request of requests) await this.sendRequest(request);
  }

  private async sendRequest(request: WaitingRequest): Promise<void> {
    const shop = await this.deps.receivers.of(this.shop);
    const receiver = this.receiverIn(shop);
    // The app was suspended or uninstalled after the lease. The scheduler will delay or fail the requested
    // delivery.
    if (!receiver || this.deps.refusesTo(receiver.url)) return;
    const event = requestedEvent(request);
    if (!event || !mayBeSent(receiver, event, request.kind))
      return this.record.fail(request.id, refusalOf(receiver, event));
    const sending = { id: event.id, body: bodyOf(event, shop) };
    await this.record.recordRequest(request, event, await this.send(sending, receiver, request.traceparent));
  }

  /**
   * Sends an event in the trace of the request that wrote the event. A test delivery starts its own trace.
   */
  private send(event: OutgoingEvent, receiver: WebhookReceiver, writtenIn: string | null): Promise<Sent> {
    const trace = { traceparent: writtenIn ?? undefined, 'storewright.event_id': event.id };
    return tracedMessage('webhook', trace, () => this.exchange(event, receiver, writtenIn));
  }

  private async exchange(
    { id, body }: OutgoingEvent,
    { secrets, url }: WebhookReceiver,
    writtenIn: string | null,
  ): Promise<Sent> {
    const renewed = this.record.keepLease();
    if (renewed) await renewed;
    const at = this.deps.settings.clock.now();
    const trace = traceparent() ?? writtenIn;
    const headers = headersOf({ id, at, body }, secrets);
    if (trace) headers['traceparent'] = trace;
    const sending = this.deps.client.send({ url, headers, body });
    this.currentExchange = sending;
    return { at, url, headers, outcome: await sending };
  }

  /**
   * Returns the receiver of this webhook stream, or undefined if the app or the shop is suspended, or if the
   * app receives no webhooks.
   */
  private receiverIn(shop: ShopReceivers): WebhookReceiver | undefined {
    const receiver = shop.byInstallation.get(this.stream.installation_id);
    const sends = receiver !== undefined && !receiver.isHeld && !shop.isSuspended;
    return sends && receives(receiver) ? receiver : undefined;
  }
}
