import { setTimeout as after } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { ShopDatabase } from '@storewright/database';
import {
  type LoggedEvent,
  MAX_SEQUENCED,
  NodeWatch,
  numberEvents,
  laggingShops,
  shopsToServe,
} from '@storewright/events';
import { WebhookClient } from '../exchange/webhook-client';
import { DeliveryObserver } from './observer';
import { ConcurrencyLimiter } from './concurrency-limiter';
import { markServed } from './mark-served';
import { WEBHOOK_SETTINGS, type WebhookSettings, type WorkerPace } from './settings';
import { holdSuspended, type LeasedStream, leaseStreams, passIdle, releaseStream } from './stream-leases';
import { settleStreams } from './settle-streams';
import { type Page, type Round, ShopRounds } from './shop-rounds';
import { SilentNodes } from './silent-nodes';
import {
  firstPage,
  receives,
  type ShopReceivers,
  type WebhookReceiver,
  WebhookReceivers,
} from './webhook-receivers';
import { DeliveryBatch, type DeliveryBatchDeps } from './delivery-batch';
import { DeliveryRecorder } from './delivery-recorder';
import { LogReader } from './log-reader';
import { WorkerLock } from './worker-lock';

/** Maximum number of shops that a process serves concurrently, to limit database connections. */
const MAX_SHOPS_AT_ONCE = 4;
/**
 * Maximum number of webhook streams of a shop in one lease, so that a large shop cannot block all other
 * shops.
 */
const MAX_STREAMS_PER_LEASE = 25;
/** Time in milliseconds without a successful poll after which the worker reports itself as not ready. */
const UNREADY_AFTER_MS = 5_000;
/**
 * Number of polls between two full scans. A full scan compares all webhook streams with their event logs. The
 * first poll is a full scan.
 */
const POLLS_PER_FULL_SCAN = 30;
/** Maximum time in milliseconds that a stopping process waits for the responses to its last webhooks. */
const SHUTDOWN_GRACE_MS = 3_000;

interface Turn {
  shop_id: string;
  batch: DeliveryBatch;
  done: Promise<void>;
}

/**
 * Decides which webhook streams are delivered next. Serves shops in the order of their announcements, and
 * prefers the webhook streams with the most undelivered events. Several processes can run concurrently,
 * because they lease webhook streams in the database.
 */
@Injectable()
export class DeliveryScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('webhooks');
  private readonly queue = new Set<string>();
  /** Shops that the worker is serving. The value is true if the shop must be served once more. */
  private readonly serving = new Map<string, boolean>();
  private readonly turns = new Map<string, Turn>();
  /** Shops that wait because an app has reached its limit of concurrent webhook streams, keyed by app. */
  private readonly parked = new Map<string, Set<string>>();
  /** Pages of installations whose webhook streams need no change. */
  private readonly settledPages = new WeakSet<ReadonlyMap<string, WebhookReceiver>>();
  private readonly rounds = new ShopRounds((shop_id) => this.wake(shop_id));
  private readonly client: WebhookClient;
  private readonly deps: DeliveryBatchDeps;
  readonly limiter: ConcurrencyLimiter;
  readonly silentNodes = new SilentNodes((line) => this.log.warn(line));
  private readonly watch = new NodeWatch('shops_to_serve');
  private timer?: NodeJS.Timeout;
  private onTick?: () => void;
  private pollAgainTimer?: NodeJS.Timeout | undefined;
  /** True after the start of the shutdown. Running webhook requests may still complete. */
  private isEnding = false;
  private isStopping = false;
  private isPumpScheduled = false;
  private polls = 0;
  private isBlind = false;
  private polledAt = performance.now();

  constructor(
    private readonly database: ShopDatabase,
    private readonly receivers: WebhookReceivers,
    readonly observer: DeliveryObserver,
    readonly lock: WorkerLock,
    @Inject(WEBHOOK_SETTINGS) private readonly settings: WebhookSettings,
  ) {
    const { policy, resolve, exchangeMs: timeoutMs, atOnce } = settings;
    this.client = new WebhookClient({ policy, resolve, timeoutMs });
    this.limiter = new ConcurrencyLimiter(atOnce);
    this.deps = {
      ...{ database, receivers, observer, settings, lock, client: this.client },
      ...{ log: new LogReader(database), recorder: new DeliveryRecorder(database) },
      mustYield: (app_id) => this.isStopping || this.limiter.available === 0 || this.parked.has(app_id),
      refusesTo: (url) => this.refusesTo(url),
    };
  }

  get pace(): WorkerPace {
    return this.settings.pace;
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      void this.poll();
      this.onTick?.();
    }, this.pace.pollMs).unref();
    void this.poll();
  }

  /** Registers a callback that runs with each poll, so that an idle process wakes up only once a second. */
  setOnTick(besides: () => void): void {
    this.onTick = besides;
  }

  /**
   * Waits for running webhook requests and stores their results. Prompt receivers still get events during
   * that time. If a response arrives too late, the worker that next leases the webhook stream sends the event
   * again.
   */
  async beforeApplicationShutdown(): Promise<void> {
    this.isEnding = true;
    await Promise.all([...this.turns.values()].map(({ batch }) => batch.settleCurrent()));
    this.isStopping = true;
    clearInterval(this.timer);
    clearTimeout(this.pollAgainTimer);
    const tooLate = after(SHUTDOWN_GRACE_MS, 'too late', { ref: false });
    const ended = async ({ batch, done }: Turn) => {
      if ((await Promise.race([batch.settleCurrent(), tooLate])) !== 'too late') await done;
    };
    await Promise.all([...this.turns.values()].map(ended));
    this.client.close();
    await this.observer.ended();
  }

  private refusesTo(url: string): boolean {
    return this.isStopping || (this.isEnding && !this.client.isPrompt(url));
  }

  /** Throws if the worker is not ready, because its polls fail. */
  checkReady(): void {
    const since = performance.now() - this.polledAt;
    if (since > UNREADY_AFTER_MS)
      throw new Error(`no successful poll for events for ${Math.round(since)} ms`);
  }

  /** Queues a shop that may have undelivered webhooks. */
  wake(shop_id: string): void {
    if (this.rounds.announce(shop_id)) this.enqueue(shop_id);
  }

  private enqueue(shop_id: string): void {
    if (this.serving.has(shop_id)) this.serving.set(shop_id, true);
    else this.queue.add(shop_id);
    this.pumpSoon();
  }

  /**
   * Finds shops with work without a notification, such as due retries and webhook streams of crashed workers.
   */
  async poll(): Promise<void> {
    const everywhere = this.polls % POLLS_PER_FULL_SCAN === 0;
    try {
      const { shops, silent } = await shopsToServe(this.database, this.now(), this.watch);
      this.silentNodes.update(silent);
      for (const shop_id of shops) this.wake(shop_id);
      if (everywhere) for (const shop_id of await laggingShops(this.database, this.now())) this.wake(shop_id);
      this.polls += 1;
      this.polledAt = performance.now();
      this.isBlind = false;
    } catch (error) {
      if (!this.isBlind) this.log.warn(`cannot poll for events: ${(error as Error).message}`);
      this.isBlind = true;
      this.pollAgain();
    }
  }

  private pollAgain(): void {
    if (this.isStopping) return;
    this.pollAgainTimer ??= setTimeout(() => {
      this.pollAgainTimer = undefined;
      void this.poll();
    }, this.pace.pollAgainMs).unref();
  }

  private pump(): void {
    while (!this.isStopping && this.serving.size < MAX_SHOPS_AT_ONCE && this.limiter.available > 0) {
      const [shop_id] = this.queue;
      if (shop_id === undefined) return;
      this.queue.delete(shop_id);
      this.serving.set(shop_id, false);
      void this.serve(shop_id)
        .catch((error: Error) => this.log.warn(`deliveries of shop ${shop_id} are delayed: ${error.message}`))
        .then(() => {
          if (this.serving.get(shop_id)) this.queue.add(shop_id);
          this.serving.delete(shop_id);
          this.pump();
        });
    }
  }

  /**
   * Starts the webhook streams of one page of a shop's installations, up to the limit of concurrent webhook
   * streams.
   */
  private async serve(shop_id: string): Promise<void> {
    const round = this.rounds.of(shop_id);
    try {
      round.page ??= await this.openPage(shop_id, round);
      if (!round.page || this.isStopping) return this.rounds.end(shop_id);
      const mayBeMore = await this.lease(round.page);
      if (mayBeMore || this.rounds.advance(shop_id, round, round.page)) this.enqueue(shop_id);
    } catch (error) {
      this.rounds.end(shop_id);
      throw error;
    }
  }

  /**
   * Reads a page of installations, and creates or ends their webhook streams. Returns undefined if the shop
   * is suspended.
   */
  private async openPage(shop_id: string, round: Round): Promise<Page | undefined> {
    const { count, head, hasPending } = await numberEvents(this.database, shop_id);
    if (count === MAX_SEQUENCED) this.wake(shop_id);
    // Reads the receivers after the end of the event log, so that a subscription that is older than an event
    // always applies to the event.
    const shop = await this.receivers.read(shop_id, round.after);
    await this.settle(shop);
    if (count === 0 && hasPending && round.after === firstPage)
      await markServed(this.database, shop_id, head);
    await holdSuspended(this.database, shop, this.now());
    if (shop.isSuspended) return undefined;
    await passIdle(this.database, shop, head, this.now());
    round.head ??= head;
    return { shop, head, readAt: performance.now() };
  }

  /**
   * Leases webhook streams and starts to deliver them. Returns true if more webhook streams may be pending.
   */
  private async lease({ shop, head }: Page): Promise<boolean> {
    const installations = this.candidates(shop, head);
    if (installations.length === 0) return false;
    const most = Math.min(MAX_STREAMS_PER_LEASE, this.limiter.available);
    const worker = this.lock.key;
    const request = { shop_id: shop.id, installations, worker, now: this.now(), limit: most, head };
    const [first] = installations;
    const holder = { shop_id: shop.id, installation_id: first!, worker };
    const ahead = shop.hasOneReceiver ? LogReader.prefetchStatement(holder, head) : undefined;
    const { streams, read } = await leaseStreams<LoggedEvent>(this.database, request, ahead);
    const late = streams.filter((stream) => !this.start(shop, stream, worker, read));
    for (const stream of late) await this.returnStream(shop, stream, worker);
    return streams.length === most;
  }

  /** Releases a leased webhook stream that exceeds the limit of concurrent webhook streams. */
  private async returnStream(shop: ShopReceivers, stream: LeasedStream, worker: number): Promise<void> {
    const { installation_id, last } = stream;
    const { app_id } = shop.byInstallation.get(installation_id)!;
    await releaseStream(
      this.database,
      { shop_id: shop.id, installation_id, worker },
      { from: last, passed: last },
    );
    if (this.limiter.isAtLimit(app_id)) this.park(app_id, shop.id);
    else this.wake(shop.id);
  }

  /**
   * Creates and ends webhook streams to match the installations. Does nothing if the installations have not
   * changed.
   */
  private async settle(shop: ShopReceivers): Promise<void> {
    if (this.settledPages.has(shop.byInstallation)) return;
    await settleStreams(this.database, shop, this.now());
    this.settledPages.add(shop.byInstallation);
  }

  private candidates(shop: ShopReceivers, head: number): string[] {
    const { id, byInstallation } = shop;
    const found: string[] = [];
    for (const receiver of byInstallation.values()) {
      const { installation_id, app_id, isHeld, url } = receiver;
      if (isHeld || !receives(receiver) || this.refusesTo(url)) continue;
      const running = this.turns.get(installation_id);
      if (running) running.batch.extend(shop, head);
      else if (this.limiter.isAtLimit(app_id)) this.park(app_id, id);
      else found.push(installation_id);
    }
    return found;
  }

  /** Starts to deliver a leased webhook stream. Returns false at the limit of concurrent webhook streams. */
  private start(
    shop: ShopReceivers,
    stream: LeasedStream,
    worker: number,
    read: readonly LoggedEvent[] | undefined,
  ): boolean {
    const { installation_id } = stream;
    const receiver = shop.byInstallation.get(installation_id)!;
    if (this.limiter.available === 0 || this.limiter.isAtLimit(receiver.app_id)) return false;
    this.limiter.acquire(receiver.app_id);
    const ahead = read && LogReader.prefetched(shop, receiver, read, stream.head);
    const batch = new DeliveryBatch(this.deps, shop, stream, worker, ahead);
    const running: Turn = { shop_id: shop.id, batch, done: Promise.resolve() };
    this.turns.set(installation_id, running);
    running.done = batch
      .deliver()
      .then(
        (more) => more,
        (error: Error) =>
          this.log.warn(`deliveries to installation ${installation_id} are delayed: ${error.message}`),
      )
      .then((more) => this.endTurn(installation_id, receiver.app_id, more === true));
    return true;
  }

  private endTurn(installation_id: string, app_id: string, more: boolean): void {
    const running = this.turns.get(installation_id)!;
    this.turns.delete(installation_id);
    this.limiter.release(app_id);
    if (running.batch.needsAnotherTurn || more) this.wake(running.shop_id);
    const [parked] = this.parked.get(app_id) ?? [];
    if (parked !== undefined) {
      this.unpark(app_id, parked);
      this.wake(parked);
    }
    this.pumpSoon();
  }

  /** Defers the next lease, so that delivery batches that end at the same time share one lease. */
  private pumpSoon(): void {
    if (this.isPumpScheduled) return;
    this.isPumpScheduled = true;
    setImmediate(() => {
      this.isPumpScheduled = false;
      this.pump();
    });
  }

  private park(app_id: string, shop_id: string): void {
    const shops = this.parked.get(app_id) ?? new Set();
    this.parked.set(app_id, shops.add(shop_id));
  }

  private unpark(app_id: string, shop_id: string): void {
    const shops = this.parked.get(app_id)!;
    shops.delete(shop_id);
    if (shops.size === 0) this.parked.delete(app_id);
  }

  private now(): Date {
    return new Date(this.settings.clock.now());
  }
}
