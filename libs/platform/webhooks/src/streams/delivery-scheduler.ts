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
import { holdStreams, type LeasedStream, leaseStreams, passIdle, releaseStream } from './stream-leases';
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

/** Shops that are looked into at once, per process: each takes a connection for a moment. */
const MAX_SHOPS_AT_ONCE = 4;
/** Streams of a shop that are taken in one go, so that a shop with very many of them does not take all places. */
const MAX_STREAMS_PER_LEASE = 25;
/** After so long without one that was answered it can't take work, ms. */
const UNREADY_AFTER_MS = 5_000;
/** So many of these looks apart it compares all streams with their logs; the first time when it starts. */
const POLLS_PER_FULL_SCAN = 30;
/** How long a process that ends waits for answers to what it has sent since it was told to, ms. */
const SHUTDOWN_GRACE_MS = 3_000;
/** How long a suspended shop is left alone, ms. */
const SUSPENDED_HOLD_MS = 60_000;

interface Turn {
  shop_id: string;
  batch: DeliveryBatch;
  done: Promise<void>;
}

/**
 * Which stream is served next: shops in the order in which something happened in them, their streams by how far they are behind, ten events each while
 * others wait. Any number of processes may do so; who has a stream is in its row.
 */
@Injectable()
export class DeliveryScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('webhooks');
  /** Shops to look into, in this order. */
  private readonly queue = new Set<string>();
  /** Shops that are being looked into; true: once more afterwards. */
  private readonly serving = new Map<string, boolean>();
  /** By installation. */
  private readonly turns = new Map<string, Turn>();
  /** By app: shops in which it waits for one of its places. */
  private readonly parked = new Map<string, Set<string>>();
  /** Pages of installations whose state their streams are in. */
  private readonly settledPages = new WeakSet<ReadonlyMap<string, WebhookReceiver>>();
  private readonly rounds = new ShopRounds((shop_id) => this.wake(shop_id));
  private readonly client: WebhookClient;
  private readonly deps: DeliveryBatchDeps;
  readonly limiter: ConcurrencyLimiter;
  /** Of the last look that was answered. */
  readonly silentNodes = new SilentNodes((line) => this.log.warn(line));
  private readonly watch = new NodeWatch('shops_to_serve');
  private timer?: NodeJS.Timeout;
  private onTick?: () => void;
  private pollAgainTimer?: NodeJS.Timeout | undefined;
  /** It was told to end, and waits for answers. */
  private isEnding = false;
  private isStopping = false;
  private isPumpScheduled = false;
  private polls = 0;
  /** Its last look failed. */
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

  /** Whatever else looks for something each second does so with it, so that an idle process wakes once. */
  setOnTick(besides: () => void): void {
    this.onTick = besides;
  }

  /**
   * Ends with what is under way: an exchange goes on until its answer is there and written down. One receiver may take its time for that; those that answer soon are
   * served meanwhile, so that nobody waits for it but itself. One of them that is late now gets its event once more, from whoever has its stream next.
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

  /** Throws while it cannot take work. */
  checkReady(): void {
    const since = performance.now() - this.polledAt;
    if (since > UNREADY_AFTER_MS)
      throw new Error(`it has not been able to look for events for ${Math.round(since)} ms`);
  }

  /** There may be something to do in this shop. */
  wake(shop_id: string): void {
    if (this.rounds.announce(shop_id)) this.enqueue(shop_id);
  }

  private enqueue(shop_id: string): void {
    if (this.serving.has(shop_id)) this.serving.set(shop_id, true);
    else this.queue.add(shop_id);
    this.pumpSoon();
  }

  /** Looks for shops in which something waits that nobody announced: retries that are due, what a dead worker left. */
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
      if (!this.isBlind) this.log.warn(`could not look for events: ${(error as Error).message}`);
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
        .catch((error: Error) => this.log.warn(`shop ${shop_id} waits: ${error.message}`))
        .then(() => {
          if (this.serving.get(shop_id)) this.queue.add(shop_id);
          this.serving.delete(shop_id);
          this.pump();
        });
    }
  }

  /** A step of the shop's round: as many streams of a page as have a place. */
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

  /** The page of the round, with its streams as its installations are; none: nothing of the shop is delivered now. */
  private async openPage(shop_id: string, round: Round): Promise<Page | undefined> {
    const { count, head, hasPending } = await numberEvents(this.database, shop_id);
    if (count === MAX_SEQUENCED) this.wake(shop_id);
    // Read after the end of the log was: whoever asks for an event before it happens is asked about it.
    const shop = await this.receivers.read(shop_id, round.after);
    await this.settle(shop);
    if (count === 0 && hasPending && round.after === firstPage)
      await markServed(this.database, shop_id, head);
    if (shop.isSuspended) {
      await holdStreams(this.database, shop_id, this.now(SUSPENDED_HOLD_MS));
      return undefined;
    }
    await passIdle(this.database, shop, head, this.now());
    round.head ??= head;
    return { shop, head, readAt: performance.now() };
  }

  /** Whether there may be more than there were places for. */
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

  /** The places were there when the stream was asked for, and other shops have taken them while the database answered. */
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

  /** Once for each state of its installations. */
  private async settle(shop: ShopReceivers): Promise<void> {
    if (this.settledPages.has(shop.byInstallation)) return;
    await settleStreams(this.database, shop, this.now());
    this.settledPages.add(shop.byInstallation);
  }

  /** Those that may get something and are not being served, if their app has a place. */
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

  /** Whether there is a place for it. */
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
        (error: Error) => this.log.warn(`installation ${installation_id} waits: ${error.message}`),
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

  /** Once for all turns that end together, which then are asked for together, too. */
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

  private now(later = 0): Date {
    return new Date(this.settings.clock.now() + later);
  }
}
