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

/** Maximum number of shops that a process serves at once. Each shop needs a database connection for a moment. */
const MAX_SHOPS_AT_ONCE = 4;
/** Maximum number of streams of a shop in one lease, so that a large shop cannot take all places. */
const MAX_STREAMS_PER_LEASE = 25;
/** Time without a successful poll after which the worker is not ready. */
const UNREADY_AFTER_MS = 5_000;
/**
 * Number of polls per full scan. A full scan compares all streams with their logs. The first poll is a full
 * scan.
 */
const POLLS_PER_FULL_SCAN = 30;
/** Maximum time that a stopping process waits for responses to its last requests. */
const SHUTDOWN_GRACE_MS = 3_000;

interface Turn {
  shop_id: string;
  batch: DeliveryBatch;
  done: Promise<void>;
}

/**
 * Chooses which streams are delivered next. Shops are served in the order of their events, and the streams of a
 * shop by their lag. A stream delivers ten events per turn while other streams wait. Any number of processes
 * can run, because the row of a stream names its lease holder.
 */
@Injectable()
export class DeliveryScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('webhooks');
  /** Shops that wait to be served, in order. */
  private readonly queue = new Set<string>();
  /** Shops that are being served. The value is true if the shop must be served again afterwards. */
  private readonly serving = new Map<string, boolean>();
  /** Turns that are running, by installation. */
  private readonly turns = new Map<string, Turn>();
  /** Shops that wait for a free place of an app, by app. */
  private readonly parked = new Map<string, Set<string>>();
  /** Pages of installations that already have matching streams. */
  private readonly settledPages = new WeakSet<ReadonlyMap<string, WebhookReceiver>>();
  private readonly rounds = new ShopRounds((shop_id) => this.wake(shop_id));
  private readonly client: WebhookClient;
  private readonly deps: DeliveryBatchDeps;
  readonly limiter: ConcurrencyLimiter;
  /** Cluster nodes that did not respond to the last successful poll. */
  readonly silentNodes = new SilentNodes((line) => this.log.warn(line));
  private readonly watch = new NodeWatch('shops_to_serve');
  private timer?: NodeJS.Timeout;
  private onTick?: () => void;
  private pollAgainTimer?: NodeJS.Timeout | undefined;
  /** True once the shutdown has started. Running requests may still finish. */
  private isEnding = false;
  private isStopping = false;
  private isPumpScheduled = false;
  private polls = 0;
  /** True if the last poll failed. */
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

  /** Registers a callback that runs with each tick, so that an idle process wakes only once a second. */
  setOnTick(besides: () => void): void {
    this.onTick = besides;
  }

  /**
   * Waits for running requests and records their results. Prompt receivers still get events during this time,
   * so a slow receiver delays only itself. If a response comes too late, the next worker that leases the stream
   * sends the event again.
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

  /** Throws if the worker cannot accept work. */
  checkReady(): void {
    const since = performance.now() - this.polledAt;
    if (since > UNREADY_AFTER_MS)
      throw new Error(`no successful poll for events for ${Math.round(since)} ms`);
  }

  /** Serves a shop that may have pending work. */
  wake(shop_id: string): void {
    if (this.rounds.announce(shop_id)) this.enqueue(shop_id);
  }

  private enqueue(shop_id: string): void {
    if (this.serving.has(shop_id)) this.serving.set(shop_id, true);
    else this.queue.add(shop_id);
    this.pumpSoon();
  }

  /** Finds shops with unannounced work: due retries and streams of dead workers. */
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

  /** Serves one step of a shop's round: starts the streams of one page for which places are free. */
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
   * Reads the page of the round, and creates or ends streams to match its installations. Returns undefined if
   * the shop currently receives nothing.
   */
  private async openPage(shop_id: string, round: Round): Promise<Page | undefined> {
    const { count, head, hasPending } = await numberEvents(this.database, shop_id);
    if (count === MAX_SEQUENCED) this.wake(shop_id);
    // Reads the receivers after the end of the log, so that every subscription that precedes an event applies
    // to the event.
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

  /** Leases streams. Returns true if more streams may wait. */
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

  /** Releases a stream whose place another shop took after the lease. */
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

  /** Matches the streams to the installations. Runs once for each state of the installations. */
  private async settle(shop: ShopReceivers): Promise<void> {
    if (this.settledPages.has(shop.byInstallation)) return;
    await settleStreams(this.database, shop, this.now());
    this.settledPages.add(shop.byInstallation);
  }

  /** Returns the installations that may have events, are not being served, and whose app has a free place. */
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

  /** Starts a turn of a leased stream. Returns false if no place is free. */
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

  /** Schedules one lease for all turns that end at the same time. */
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
