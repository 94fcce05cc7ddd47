import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

interface Order {
  id: string;
  attributes: Record<string, unknown>;
}
interface Answer {
  status: number;
  body?: object;
}
type Sent = { data: { attributes: Record<string, unknown> } };

/** A local fake of the platform APIs that the app calls, with one shop, its orders and its event log. */
export class FakePlatform {
  readonly asked: string[] = [];
  readonly orders: Order[] = [];
  readonly events: object[] = [];
  epoch = 1;
  readonly meta: Record<string, unknown>[] = [];
  refusal: Answer | undefined;
  installedAt = '2026-11-22T10:00:00.000000Z';
  private readonly server: Server;
  private exchanged = 0;

  private constructor() {
    this.server = createServer((request, response) => {
      void this.answer(request).then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/vnd.api+json' });
        response.end(body && JSON.stringify(body));
      });
    });
  }

  static async start(): Promise<FakePlatform> {
    const platform = new FakePlatform();
    await once(platform.server.listen(0, '127.0.0.1'), 'listening');
    return platform;
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  order(number: number, changes: object = {}): Order {
    const shipping_address = { first_name: 'Anna', last_name: 'Łukasik', city: 'Berlin', country_code: 'DE' };
    const states = { status: 'open', fulfillment_status: 'unfulfilled' };
    const order = {
      ...{ type: 'orders', id: randomUUID() },
      attributes: { number, shipping_address, ...states, ...changes },
    };
    this.orders.push(order);
    return order;
  }

  event(event_type: string, { id }: { id: string }) {
    const sequence = this.events.length + 1;
    const data = this.orders.find((each) => each.id === id) ?? { type: 'orders', id };
    const event = { sequence, epoch: this.epoch, event_type };
    const attributes = { ...event, resource_type: 'orders', resource_id: id, data };
    this.events.push({ type: 'events', id: randomUUID(), attributes });
    return this.webhook(event_type, { sequence });
  }

  webhook(type: string, given: object = {}, secret = webhookSecret) {
    const shop = { id: 's-1', domain: 'demo-shop' };
    const body = JSON.stringify({ type, timestamp: '2026-11-22T11:00:00.000000Z', data: {}, shop, ...given });
    const [id, time] = [randomUUID(), String(Math.floor(Date.now() / 1000))];
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
    return {
      payload: body,
      headers: {
        'content-type': 'application/json',
        ...{ 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` },
      },
    };
  }

  private async answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url!, this.url);
    this.asked.push(`${request.method} ${url.pathname}`);
    const sent = request.method === 'GET' ? undefined : ((await json(request)) as Sent);
    return this.refusal ?? this.answerTo(request.method!, url, sent);
  }

  private answerTo(method: string, { pathname, searchParams }: URL, sent: Sent | undefined): Answer {
    if (pathname.startsWith('/api/oauth_tokens/nonce/')) return this.exchange(pathname);
    if (pathname === '/api/installation') {
      const attributes = { installed_at: this.installedAt, scopes: [], status: 'installed' };
      return { status: 200, body: { data: { id: 'i-1', attributes, meta: {} } } };
    }
    if (pathname === '/api/events') {
      const since = Number(searchParams.get('filter[since]'));
      const shown = searchParams.has('sort') ? this.events.slice(-1) : this.events.slice(since);
      return list(shown, { epoch: this.epoch });
    }
    if (pathname === '/api/orders') return list(this.orders);
    if (pathname === '/api/meta' && method === 'GET') return list([]);
    if (pathname === '/api/meta') this.meta.push(sent!.data.attributes);
    const order = this.orders.find(({ id }) => pathname.endsWith(id));
    if (order?.attributes['status'] === 'cancelled') return refusal(409, 'illegal_transition');
    if (order) Object.assign(order.attributes, sent!.data.attributes);
    return { status: 200, body: { data: order ?? { type: 'meta', id: 'm-1', attributes: {} } } };
  }

  private exchange(path: string): Answer {
    if (path.endsWith('/used')) return refusal(410, 'nonce_used');
    this.exchanged += 1;
    const attributes = { token: `swo_${this.exchanged}`, app_id: 'a-1', scopes: [] };
    const shop = { type: 'shops', id: 's-1', attributes: { domain: 'demo-shop', name: 'Demo <Shop>' } };
    const data = { type: 'oauth_tokens', id: 't-1', attributes, meta: { base_url: this.url } };
    return { status: 200, body: { data, included: [shop] } };
  }
}

const list = (data: object[], meta = {}): Answer => ({
  status: 200,
  body: { data, links: { next: null }, meta },
});

export const refusal = (status: number, code: string): Answer => ({
  status,
  body: { errors: [{ id: 'r', status: String(status), code, title: code, detail: code }] },
});
