import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { HttpClient, type Response } from '@storewright/testing';
import type { Client } from 'pg';
import { type BenchShop, makeNonces } from '../people';
import { percentile } from '../numbers';

/** A shop that the request mix of the soak test reads and writes. */
export interface SoakShop extends BenchShop {
  /**
   * True if the shop has webhook receivers. The request mix then writes only meta objects in the shop,
   * because receivers must get every sequence number.
   */
  isSubscribed: boolean;
  /** Id of the variant in the shop's orders. Only shops without webhook receivers have orders. */
  variant?: string;
  /**
   * Ids of the created meta objects, newest last. The request mix reads and changes recent objects, and
   * deletes older objects.
   */
  objects: string[];
  older: string[];
}

export interface Served {
  shopApi: number;
  authApi: number;
}

type Kind = 'read' | 'list' | 'search' | 'create' | 'update' | 'remove' | 'order' | 'exchange' | 'own shop';

const shares: Record<Kind, number> = {
  ...{ read: 25, list: 20, search: 15, create: 20, update: 8 },
  ...{ remove: 5, order: 4, exchange: 1, 'own shop': 2 },
};
/** Maximum number of concurrent requests. Further requests are counted but not sent. */
const MAX_AT_ONCE = 64;
const RECENT_IDS = 50;

export interface Answers {
  count: number;
  failed: string[];
  p50: number;
  p99: number;
}

/** Sends a steady mix of requests to many shops. A few shops get most of the requests. */
export class Mix {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: MAX_AT_ONCE });
  private isStopping = false;
  private pending = 0;
  private nonces: string[] = [];
  private readonly watchers: { times: number[]; failed: string[] }[] = [];
  counts = { sent: 0, failed: 0, heldBack: 0 };
  private sending: Promise<void> = Promise.resolve();

  constructor(
    private readonly ports: Served,
    private readonly shops: readonly SoakShop[],
    /** Database connection with which the mix creates installation nonces. */
    private readonly client: Client,
    private readonly rate: number,
  ) {}

  /** Starts sending requests. `times` multiplies the default rate. */
  start(times = 1): void {
    this.isStopping = false;
    this.sending = this.send(this.rate * times);
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.sending;
    while (this.pending > 0) await pause(20);
  }

  async close(): Promise<void> {
    this.agent.destroy();
    await this.client.end();
  }

  /** Returns a function that summarizes the responses since the function's previous call. */
  watch(): () => Answers {
    const own = { times: [] as number[], failed: [] as string[] };
    this.watchers.push(own);
    return () => {
      const [times, failed] = [own.times.splice(0), own.failed.splice(0)];
      return { count: times.length, failed, p50: percentile(times, 50), p99: percentile(times, 99) };
    };
  }

  shopApi({ domain, token }: BenchShop): HttpClient {
    return new HttpClient(this.ports.shopApi, `${domain}.localhost`, token, this.agent);
  }

  /**
   * Sends requests at fixed times without waiting for responses, so that slow responses do not reduce the
   * load.
   */
  private async send(rate: number): Promise<void> {
    const startedAt = performance.now();
    for (let count = 0; !this.isStopping; count += 1) {
      const wait = startedAt + (count * 1_000) / rate - performance.now();
      if (wait > 1) await pause(wait);
      if (this.pending < MAX_AT_ONCE) void this.one();
      else this.counts.heldBack += 1;
    }
  }

  private async one(): Promise<void> {
    this.pending += 1;
    this.counts.sent += 1;
    const [kind, startedAt] = [kindOf(Math.random() * 100), performance.now()];
    const answer = await this.request(kind).catch((error: Error) => error);
    this.pending -= 1;
    const ms = performance.now() - startedAt;
    for (const { times } of this.watchers) times.push(ms);
    if (!(answer instanceof Error) && answer.status < 300) return;
    this.counts.failed += 1;
    const failure =
      answer instanceof Error ? answer.message : `${answer.status} ${answer.text.slice(0, 200)}`;
    for (const { failed } of this.watchers) failed.push(`${kind}: ${failure}`);
  }

  private async request(kind: Kind): Promise<Response> {
    if (kind === 'exchange') return this.exchange();
    const shop = this.anyShop(kind === 'order' ? ({ variant }) => variant !== undefined : () => true);
    const api = this.shopApi(shop);
    const id = anyOf(shop.objects);
    if (kind === 'own shop')
      return new HttpClient(this.ports.authApi, 'localhost', shop.token, this.agent).get(
        `/api/shops/${shop.id}`,
      );
    if (kind === 'list') return api.get('/api/meta?page[size]=25');
    if (kind === 'search')
      return api.get(`/api/meta?filter[meta]=${encodeURIComponent(JSON.stringify(anyOf(conditions)))}`);
    if (kind === 'order') return api.post('/api/orders', orderOf(shop));
    if (kind === 'create' || id === undefined) return this.create(api, shop);
    if (kind === 'read') return api.get(`/api/meta/${id}`);
    if (kind === 'update') return api.patch(`/api/meta/${id}`, { data: { type: 'meta', id, attributes: { data: dataOf() } } }); // oxfmt-ignore
    const oldest = shop.older.shift();
    return oldest === undefined ? this.create(api, shop) : api.delete(`/api/meta/${oldest}`);
  }

  private async create(api: HttpClient, shop: SoakShop): Promise<Response> {
    const attributes = { resource_type: 'orders', resource_id: randomUUID(), data: dataOf() };
    const answer = await api.post('/api/meta', { data: { type: 'meta', attributes } }, { headers: { 'idempotency-key': randomUUID() } }); // oxfmt-ignore
    if (answer.status === 201) shop.objects.push(answer.body.data.id as string);
    if (shop.objects.length > RECENT_IDS) shop.older.push(shop.objects.shift()!);
    return answer;
  }

  private async exchange(): Promise<Response> {
    const nonce = this.nonces.pop() ?? (await this.moreNonces());
    return new HttpClient(this.ports.authApi, 'localhost', undefined, this.agent).get(
      `/api/oauth_tokens/nonce/${nonce}`,
    );
  }

  private async moreNonces(): Promise<string> {
    this.nonces.push(
      ...(await makeNonces(
        this.client,
        this.anyShop(({ isSubscribed }) => !isSubscribed),
        20,
      )),
    );
    return this.nonces.pop()!;
  }

  /** Returns a random shop. Shops at the start of the list are more likely. */
  private anyShop(allowed: (shop: SoakShop) => boolean): SoakShop {
    const all = this.shops.filter(allowed);
    return all[Math.floor(Math.random() ** 2 * all.length)]!;
  }
}

function kindOf(percent: number): Kind {
  let left = percent;
  return (Object.keys(shares) as Kind[]).find((kind) => (left -= shares[kind]) < 0) ?? 'read';
}

const colours = ['red', 'blue', 'green', 'black'];
const conditions = [
  [{ key: 'colour', value: 'red' }],
  [{ key: 'priority', operator: '>', value: 90 }],
  [{ key: 'colour', value: 'blue' }, { key: 'gift', value: true }], // oxfmt-ignore
];

function dataOf(): object {
  return {
    ...{ colour: anyOf(colours), priority: Math.floor(Math.random() * 100), gift: Math.random() < 0.1 },
    ...{ note: 'a note of some length, as people write it', weight: Math.random() * 1_000, size: 'XL' },
    ...{ supplier: `Mill ${Math.floor(Math.random() * 50)}`, checked: true, code: randomUUID(), batch: 7 },
  };
}

const orderOf = ({ variant }: SoakShop) => ({
  data: {
    type: 'orders',
    attributes: { line_items: [{ variant_id: variant, quantity: 1 }], email: 'somebody@example.com' },
  },
});

function anyOf<T>(all: readonly T[]): T {
  return all[Math.floor(Math.random() * all.length)]!;
}
