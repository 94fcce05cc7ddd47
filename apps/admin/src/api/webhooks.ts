import type { Document, Page, Resource } from './documents';
import { isProblem } from './problem';
import type { RequestOptions } from './request';
import { shopDocument, shopPage } from './shop-api';

export const deliveryStatuses = ['waiting', 'retrying', 'delivered', 'failed', 'skipped'] as const;
/** Number of failed webhook delivery attempts after which the API can skip an event. */
export const SKIPPABLE_AFTER_ATTEMPTS = 3;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export interface DeliveryAttributes {
  /**
   * `event` is a regular webhook delivery, `again` is a redelivery at a user's request, and `test` is a sample event.
   */
  kind: 'event' | 'again' | 'test';
  /** Id of the webhook event in the `webhook-id` header. */
  event_id: string;
  event_type: string;
  /** Resource type of the webhook event. null means that the event was deleted from the event log. */
  resource_type: string | null;
  resource_id: string | null;
  /** Sequence number of the webhook event. null for a test delivery. */
  sequence: number | null;
  status: DeliveryStatus;
  attempt_count: number;
  next_attempt_at: string | null;
  /** HTTP status of the last delivery attempt. null means that the attempt got no response. */
  response_status: number | null;
  /** Duration of the last delivery attempt in milliseconds. null before the first attempt. */
  duration_ms: number | null;
  error: string | null;
  created_at: string;
  updated_at: string;
}

export type Delivery = Resource<DeliveryAttributes>;

export interface Attempt {
  attempt: number;
  url: string;
  status: number | null;
  duration_ms: number;
  /** First kilobyte of the response body. null means that there was no response. */
  answer: string | null;
  error: string | null;
  attempted_at: string;
}

export interface SentRequest {
  url: string;
  headers: Record<string, string>;
  /**
   * Exact body of the webhook request. null means that the event was deleted from the event log or that the token
   * cannot read the event.
   */
  body: string | null;
}

export type WholeDelivery = Resource<
  DeliveryAttributes & {
    /** Request of the last delivery attempt. null before the first attempt. */
    request: SentRequest | null;
    attempts: Attempt[];
  }
>;

/** Webhook delivery state of an app installation. The resource id is the installation id. */
export type WebhookStream = Resource<{
  state: 'active' | 'paused' | 'ended';
  failing_since: string | null;
  /** Number of consecutive failed attempts to deliver the next webhook event. */
  attempts: number;
  next_attempt_at: string | null;
  /** Sequence number of the last delivered or skipped webhook event. */
  last_sequence: number;
  /** Number of undelivered events in the shop, including events that this app does not receive. */
  backlog: number;
  oldest_waiting_at: string | null;
  /** Time when the platform will delete the oldest pending event from the event log. */
  kept_until: string | null;
}>;

export const deliveriesPath = '/api/webhook_deliveries';
const streamsPath = '/api/webhook_streams';

const MAX_STREAMS = 100;

/** Loads the webhook delivery state of an app installation. Returns null if the shop has sent no event to the app. */
export async function readStream(
  shopId: string,
  installationId: string,
  signal: AbortSignal,
): Promise<WebhookStream | null> {
  try {
    const path = `${streamsPath}/${encodeURIComponent(installationId)}`;
    return (await shopDocument<Document<WebhookStream>>(shopId, path, { signal })).data;
  } catch (error) {
    if (isProblem(error) && error.status === 404) return null;
    throw error;
  }
}

export async function readPausedStreams(shopId: string, signal: AbortSignal): Promise<WebhookStream[]> {
  const query = { 'filter[state]': 'paused', 'page[size]': MAX_STREAMS };
  return (await shopPage<WebhookStream>(shopId, streamsPath, { query, signal })).data;
}

/** Loads the webhook delivery states of up to MAX_STREAMS apps, newest app first. */
export async function readStreams(shopId: string, signal: AbortSignal): Promise<WebhookStream[]> {
  const query = { sort: '-id', 'page[size]': MAX_STREAMS };
  return (await shopPage<WebhookStream>(shopId, streamsPath, { query, signal })).data;
}

export function pageOfDeliveries(
  shopId: string,
  path: string,
  options: Pick<RequestOptions, 'query' | 'signal'>,
): Promise<Page<Delivery>> {
  return shopPage<Delivery>(shopId, path, options);
}

export async function readDelivery(shopId: string, id: string, signal: AbortSignal): Promise<WholeDelivery> {
  const path = `${deliveriesPath}/${encodeURIComponent(id)}`;
  return (await shopDocument<Document<WholeDelivery>>(shopId, path, { signal })).data;
}

export function sendAgain(shopId: string, installationId: string, event_id: string): Promise<Delivery> {
  return post(shopId, installationId, { kind: 'again', event_id }).then(({ data }) => data);
}

export async function skipDelivery(shopId: string, id: string): Promise<WholeDelivery> {
  const path = `${deliveriesPath}/${encodeURIComponent(id)}`;
  const data = { type: 'webhook_deliveries', id, attributes: { status: 'skipped' } };
  return (await shopDocument<Document<WholeDelivery>>(shopId, path, { method: 'PATCH', data })).data;
}

export interface Range {
  first_sequence: number;
  last_sequence: number;
  event_type?: string;
}

/** Redelivers all webhook events in a range of sequence numbers to an app. Returns the number of events. */
export async function sendRangeAgain(shopId: string, installationId: string, range: Range): Promise<number> {
  const { meta } = await post(shopId, installationId, { kind: 'again', ...range });
  return (meta as { deliveries: number }).deliveries;
}

export async function sendTest(
  shopId: string,
  installationId: string,
  test: { event_type: string; resource_id?: string },
): Promise<Delivery> {
  return (await post(shopId, installationId, { kind: 'test', ...test })).data;
}

function post(shopId: string, installationId: string, attributes: object): Promise<Document<Delivery>> {
  return shopDocument<Document<Delivery>>(shopId, deliveriesPath, {
    method: 'POST',
    data: {
      type: 'webhook_deliveries',
      attributes,
      relationships: { installation: { data: { type: 'installations', id: installationId } } },
    },
  });
}
