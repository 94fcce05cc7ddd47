import { Atomic } from './atomic';
import { EventsClient } from './events';
import { ExportsClient } from './exports';
import { MetaClient, MetaOfResource } from './meta';
import { ResourceClient } from './resource-client';
import type { RateLimit } from './rate-limit';
import { secretProof } from './secret-proof';
import type { Identifier } from './joined';
import { Transport, type TransportOptions } from './transport';

export interface ShopOptions extends TransportOptions {
  /** `{base_url}`: the address of the shop's API. */
  baseUrl: string;
  /** `swo_…` of an app, or `swa_…` of the shop's owner. */
  token: string;
  /** Of an app with `require_proof`: every request then carries its proof. */
  appSecret?: string;
  /** The shop's id, where `baseUrl` is the central host and the token an access token. */
  shopId?: string;
}

/** The API of one shop. */
export class Shop {
  /** Sends what has no method here: `shop.transport.send({ method: 'GET', path: '/api' })`. */
  readonly transport: Transport;
  readonly codes: ResourceClient<'codes'>;
  readonly customers: ResourceClient<'customers'>;
  readonly events: EventsClient;
  readonly exports: ExportsClient;
  readonly meta: MetaClient;
  readonly orderStatistics: ResourceClient<'order_statistics'>;
  readonly orders: ResourceClient<'orders'>;
  readonly products: ResourceClient<'products'>;
  readonly shops: ResourceClient<'shops'>;
  readonly variants: ResourceClient<'variants'>;
  readonly webhookDeliveries: ResourceClient<'webhook_deliveries'>;
  readonly webhookStatistics: ResourceClient<'webhook_statistics'>;
  readonly webhookStreams: ResourceClient<'webhook_streams'>;

  constructor(options: ShopOptions) {
    const transport = new Transport(options.baseUrl, options, authorization(options));
    this.transport = transport;
    this.codes = new ResourceClient(transport, 'codes');
    this.customers = new ResourceClient(transport, 'customers');
    this.events = new EventsClient(transport, 'events');
    this.exports = new ExportsClient(transport);
    this.meta = new MetaClient(transport, 'meta');
    this.orderStatistics = new ResourceClient(transport, 'order_statistics');
    this.orders = new ResourceClient(transport, 'orders');
    this.products = new ResourceClient(transport, 'products');
    this.shops = new ResourceClient(transport, 'shops');
    this.variants = new ResourceClient(transport, 'variants');
    this.webhookDeliveries = new ResourceClient(transport, 'webhook_deliveries');
    this.webhookStatistics = new ResourceClient(transport, 'webhook_statistics');
    this.webhookStreams = new ResourceClient(transport, 'webhook_streams');
  }

  /** What is left of the limit of your token, as the last answer told it; undefined where there is none. */
  get rateLimit(): RateLimit | undefined {
    return this.transport.rateLimit;
  }

  /** Several changes, all of them or none. */
  atomic(): Atomic {
    return new Atomic(this.transport);
  }

  /** What your app keeps of a resource, of this platform or not. */
  metaOf(resource: Identifier): MetaOfResource {
    return new MetaOfResource(this.meta, resource);
  }
}

function authorization({ token, appSecret, shopId }: ShopOptions): () => Promise<Record<string, string>> {
  if (!/^sw[ao]_\w+$/.test(token)) throw new TypeError('A token begins with swo_ or swa_.');
  const proof = appSecret === undefined ? undefined : secretProof(token, appSecret);
  return async () => ({
    authorization: `Bearer ${token}`,
    ...(proof && { 'secret-proof': await proof }),
    ...(shopId && { 'shop-id': shopId }),
  });
}
