import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { ShopDatabase } from '@storewright/database';
import { MAX_SEQUENCED, sequenceEvents, shopsBehind, shopsToServe } from '@storewright/events';
import { LRUCache } from 'lru-cache';
import { Exchange } from '../exchange/exchange';
import { DeliveryObserver } from './observer';
import { ConcurrencyLimiter } from './concurrency-limiter';
import { markServed } from './mark-served';
import { WEBHOOK_SETTINGS, type WebhookSettings } from './settings';
import {
  headOf,
  holdStreams,
  type LeasedStream,
  leaseStreams,
  passIdle,
  releaseStream,
  settleStreams,
} from './stream-leases';
import { type ShopReceivers, WebhookReceivers } from './webhook-receivers';
import { DeliveryBatch } from './delivery-batch';
import { WorkerLock } from './worker-lock';

/** Shops that are looked into at once, per process: each takes a connection for a moment. */
const shopsAtOnce = 4;
/** Streams of a shop that are taken in one go, so that a shop with very many of them does not take all places. */
const MAX_PER_SHOP = 25;
/** How often it looks for itself, whatever was or was not announced, ms. */
const lookEveryMs = 1_000;
/** After so long without one that was answered it can't take work, ms. */
const blindForMs = 5_000;
/** So many of these looks apart it compares all streams with their logs; the first time when it starts. */
const looksApart = 30;
/** How long a suspended shop is left alone, ms. */
const suspendedForMs = 60_000;

interface Running {
  shop_id: string;
  /** The shop was looked into meanwhile, without this stream. */
  again: boolean;
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
  private readonly turns = new Map<string, Running>();
  /** By app: shops in which it waits for one of its places. */
  private readonly parked = new Map<string, Set<string>>();
  /** By shop: the state of its installations that its streams are in. */
  private readonly settled = new LRUCache<string, string>({ max: 10_000 });
  private readonly exchange: Exchange;
  readonly limiter: ConcurrencyLimiter;
  private timer?: NodeJS.Timeout;
  private stopping = false;
  private looks = 0;
  private lookedAt = performance.now();

  constructor(
    private readonly database: ShopDatabase,
    private readonly receivers: WebhookReceivers,
    readonly observer: DeliveryObserver,
    readonly lock: WorkerLock,
    @Inject(WEBHOOK_SETTINGS) private readonly settings: WebhookSettings,
  ) {
    const { policy, resolve, exchangeMs: timeoutMs, atOnce } = settings;
    this.exchange = new Exchange({ policy, resolve, timeoutMs });
    this.limiter = new ConcurrencyLimiter(atOnce);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.look(), lookEveryMs).unref();
    void this.look();
  }

  /** Takes nothing new, and ends with what is under way: an exchange goes on until its answer is there and written down. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    await Promise.all([...this.turns.values()].map(({ done }) => done));
    this.exchange.close();
  }

  /** Throws while it cannot take work. */
  checkReady(): void {
    const since = performance.now() - this.lookedAt;
    if (since > blindForMs)
      throw new Error(`it has not been able to look for events for ${Math.round(since)} ms`);
  }

  /** There may be something to do in this shop. */
  wake(shop_id: string): void {
    if (this.serving.has(shop_id)) this.serving.set(shop_id, true);
    else this.queue.add(shop_id);
    this.pump();
  }

  /** Looks for shops in which something waits that nobody announced: retries that are due, what a dead worker left. */
  async look(): Promise<void> {
    const everywhere = this.looks % looksApart === 0;
    this.looks += 1;
    try {
      for (const shop_id of await shopsToServe(this.database, this.now())) this.wake(shop_id);
      if (everywhere) for (const shop_id of await shopsBehind(this.database, this.now())) this.wake(shop_id);
      this.lookedAt = performance.now();
    } catch (error) {
      this.log.warn(`could not look for events: ${(error as Error).message}`);
    }
  }

  private pump(): void {
    while (!this.stopping && this.serving.size < shopsAtOnce && this.limiter.available > 0) {
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

  private async serve(shop_id: string): Promise<void> {
    const numbered = await sequenceEvents(this.database, shop_id);
    if (numbered === MAX_SEQUENCED) this.wake(shop_id);
    const head = await headOf(this.database, shop_id);
    // Read after the end of the log was: whoever asks for an event before it happens is asked about it.
    const shop = await this.receivers.read(shop_id);
    await this.settle(shop);
    if (numbered === 0) await markServed(this.database, shop_id, head);
    if (shop.suspended) return holdStreams(this.database, shop_id, this.now(suspendedForMs));
    await passIdle(this.database, shop, head, this.now());
    const installations = this.candidates(shop);
    const worker = this.lock.key;
    if (installations.length === 0 || this.stopping) return;
    const most = Math.min(MAX_PER_SHOP, this.limiter.available);
    const request = { shop_id, installations, worker, now: this.now(), most, head };
    const leased = await leaseStreams(this.database, request);
    const late = leased.filter((stream) => !this.start(shop, stream, worker));
    for (const stream of late) await this.putBack(shop, stream, worker);
    if (leased.length === most) this.wake(shop_id);
  }

  /** The places were there when the stream was asked for, and other shops have taken them while the database answered. */
  private async putBack(shop: ShopReceivers, stream: LeasedStream, worker: number): Promise<void> {
    const { installation_id, last } = stream;
    const { app_id } = shop.byInstallation.get(installation_id)!;
    await releaseStream(this.database, { shop_id: shop.id, installation_id, worker }, last);
    if (this.limiter.isAtLimit(app_id)) this.park(app_id, shop.id);
    else this.wake(shop.id);
  }

  /** Once for each state of its installations. */
  private async settle(shop: ShopReceivers): Promise<void> {
    const state = [...shop.byInstallation.values()].map(
      ({ installation_id, status: standing, installed_at }) =>
        [installation_id, standing, installed_at].join(),
    );
    if (this.settled.get(shop.id) === state.join()) return;
    await settleStreams(this.database, shop, this.now());
    this.settled.set(shop.id, state.join());
  }

  /** Those that may get something and are not being served, if their app has a place. */
  private candidates({ id, byInstallation }: ShopReceivers): string[] {
    const found: string[] = [];
    for (const { installation_id, app_id, status: standing, held } of byInstallation.values()) {
      if (held || (standing !== 'live' && standing !== 'leaving')) continue;
      const running = this.turns.get(installation_id);
      if (running) running.again = true;
      else if (this.limiter.isAtLimit(app_id)) this.park(app_id, id);
      else found.push(installation_id);
    }
    return found;
  }

  /** Whether there is a place for it. */
  private start(shop: ShopReceivers, stream: LeasedStream, worker: number): boolean {
    const { installation_id } = stream;
    const receiver = shop.byInstallation.get(installation_id)!;
    if (this.limiter.available === 0 || this.limiter.isAtLimit(receiver.app_id)) return false;
    const { database, receivers, exchange, observer, settings } = this;
    const parts = {
      ...{ database, receivers, exchange, observer, settings },
      mustYield: () => this.stopping || this.queue.size > 0 || this.limiter.available === 0,
      stopping: () => this.stopping,
    };
    this.limiter.acquire(receiver.app_id);
    const running: Running = { shop_id: shop.id, again: false, done: Promise.resolve() };
    this.turns.set(installation_id, running);
    const batch = new DeliveryBatch(parts, shop, stream, worker);
    running.done = batch
      .run()
      .then(
        (more) => more,
        (error: Error) => this.log.warn(`installation ${installation_id} waits: ${error.message}`),
      )
      .then((more) => this.ended(installation_id, receiver.app_id, more === true));
    return true;
  }

  private ended(installation_id: string, app_id: string, more: boolean): void {
    const running = this.turns.get(installation_id)!;
    this.turns.delete(installation_id);
    this.limiter.release(app_id);
    if (running.again || more) this.wake(running.shop_id);
    const [parked] = this.parked.get(app_id) ?? [];
    if (parked !== undefined) {
      this.unpark(app_id, parked);
      this.wake(parked);
    }
    this.pump();
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
