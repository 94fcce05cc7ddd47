import { Atomic } from './atomic';
import { EventsClient } from './events';
import { ExportsClient } from './exports';
import { installedRecorder } from './installed-recorder';
import { MetaClient, MetaOfResource } from './meta';
import { ResourceClient } from './resource-client';
import type { RateLimit } from './rate-limit';
import { search, type SearchedType, type SearchOptions, type SearchResult } from './search';
import { secretProof } from './secret-proof';
import type { Fields } from './shapes';
import type { Identifier } from './joined';
import { Transport, type TransportOptions } from './transport';

export interface ShopOptions extends TransportOptions {
  /** URL of the shop's API, called `{base_url}` in the documentation. */
  baseUrl: string;
  /** OAuth token of an app (`swo_…`) or access token of a shop owner (`swa_…`). */
  token: string;
  /** Secret of an app with `require_proof`. The SDK then sends a Secret-Proof with every request. */
  appSecret?: string;
  /** Id of the shop. Required if `baseUrl` is the central host and the token is an access token. */
  shopId?: string;
  /**
   * Failure that a test shop simulates for each request: 429 or 503 with `Retry-After`, or a response with a
   * delay of five seconds. A shop that is not a test shop rejects the request with 400.
   */
  simulate?: '429' | '503' | 'slow';
}

/** Client for the API of one shop. */
export class Shop {
  /**
   * Sends requests for which the SDK has no method: `shop.transport.send({ method: 'GET', path: '/api' })`.
   */
  readonly transport: Transport;
  readonly codes: ResourceClient<'codes'>;
  readonly customers: ResourceClient<'customers'>;
  readonly events: EventsClient;
  readonly exports: ExportsClient;
  readonly fulfillments: ResourceClient<'fulfillments'>;
  readonly imports: ResourceClient<'imports'>;
  readonly inventoryChanges: ResourceClient<'inventory_changes'>;
  readonly meta: MetaClient;
  readonly orderComments: ResourceClient<'order_comments'>;
  readonly orderStatistics: ResourceClient<'order_statistics'>;
  readonly orders: ResourceClient<'orders'>;
  readonly productImages: ResourceClient<'product_images'>;
  readonly products: ResourceClient<'products'>;
  readonly proposals: ResourceClient<'proposals'>;
  readonly shops: ResourceClient<'shops'>;
  readonly transactions: ResourceClient<'transactions'>;
  readonly variants: ResourceClient<'variants'>;
  readonly webhookDeliveries: ResourceClient<'webhook_deliveries'>;
  readonly webhookStatistics: ResourceClient<'webhook_statistics'>;
  readonly webhookStreams: ResourceClient<'webhook_streams'>;

  constructor(options: ShopOptions) {
    const { baseUrl, contract = installedRecorder() } = options;
    const transport = new Transport(baseUrl, { ...options, contract }, authorization(options));
    this.transport = transport;
    this.codes = new ResourceClient(transport, 'codes');
    this.customers = new ResourceClient(transport, 'customers');
    this.events = new EventsClient(transport, 'events');
    this.exports = new ExportsClient(transport);
    this.fulfillments = new ResourceClient(transport, 'fulfillments');
    this.imports = new ResourceClient(transport, 'imports');
    this.inventoryChanges = new ResourceClient(transport, 'inventory_changes');
    this.meta = new MetaClient(transport, 'meta');
    this.orderComments = new ResourceClient(transport, 'order_comments');
    this.orderStatistics = new ResourceClient(transport, 'order_statistics');
    this.orders = new ResourceClient(transport, 'orders');
    this.productImages = new ResourceClient(transport, 'product_images');
    this.products = new ResourceClient(transport, 'products');
    this.proposals = new ResourceClient(transport, 'proposals');
    this.shops = new ResourceClient(transport, 'shops');
    this.transactions = new ResourceClient(transport, 'transactions');
    this.variants = new ResourceClient(transport, 'variants');
    this.webhookDeliveries = new ResourceClient(transport, 'webhook_deliveries');
    this.webhookStatistics = new ResourceClient(transport, 'webhook_statistics');
    this.webhookStreams = new ResourceClient(transport, 'webhook_streams');
  }

  /**
   * Rate limit of the token after the last response. undefined if the token has no rate limit or no response
   * has arrived.
   */
  get rateLimit(): RateLimit | undefined {
    return this.transport.rateLimit;
  }

  /** Starts an atomic request: several operations that succeed or fail together. */
  atomic(): Atomic {
    return new Atomic(this.transport);
  }

  /**
   * Searches several resource types: `const { data } = await shop.search('anna', { types: ['orders'] })`.
   * Returns objects that match all of up to eight words.
   */
  search<const T extends SearchedType = SearchedType, const F extends Fields = object>(
    text: string,
    options: SearchOptions<T, F> = {},
  ): Promise<SearchResult<T, F>> {
    return search(this.transport, text, options);
  }

  /**
   * Returns the client for metadata that your app stores about a resource of the shop, or about an object in
   * an external system.
   */
  metaOf(resource: Identifier): MetaOfResource {
    return new MetaOfResource(this.meta, resource);
  }
}

function authorization({
  token,
  appSecret,
  shopId,
  simulate,
}: ShopOptions): () => Promise<Record<string, string>> {
  if (!/^sw[ao]_\w+$/.test(token))
    throw new TypeError('The token is invalid. It must start with swo_ or swa_.');
  const proof = appSecret === undefined ? undefined : secretProof(token, appSecret);
  return async () => ({
    authorization: `Bearer ${token}`,
    ...(proof && { 'secret-proof': await proof }),
    ...(shopId && { 'shop-id': shopId }),
    ...(simulate && { 'storewright-simulate': simulate }),
  });
}
