import type { Document, Page, Resource } from './documents';
import { isProblem } from './problem';
import type { RequestOptions } from './request';
import { shopDocument, shopPage } from './shop-api';

export const deliveryStatuses = ['waiting', 'retrying', 'delivered', 'failed', 'skipped'] as const;
/** Number of failed attempts after which the API can skip an event. */
export const SKIPPABLE_AFTER_ATTEMPTS = 3;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export interface DeliveryAttributes {
  /** `event` is a regular delivery, `again` an event that a person sent again, and `test` a sample event. */
  kind: 'event' | 'again' | 'test';
  /** Id of the event, sent as `webhook-id`. */
  event_id: string;
  event_type: string;
  /** Resource type of the event, or null if the event was deleted from the log. */
  resource_type: string | null;
  resource_id: string | null;
  /** Sequence number of the event, or null for a test. */
  sequence: number | null;
  status: DeliveryStatus;
  attempt_count: number;
  next_attempt_at: string | null;
  /** HTTP status of the last attempt, or null if there was no response. */
  response_status: number | null;
  /** Duration of the last attempt in milliseconds, or null before the first attempt. */
  duration_ms: number | null;
  error: string | null;
  created_at: string;
  updated_at: string;
}

/** An item of `GET /api/webhook_deliveries`: an event for one installation. */
export type Delivery = Resource<DeliveryAttributes>;

export interface Attempt {
  attempt: number;
  url: string;
  status: number | null;
  duration_ms: number;
  /** First kilobyte of the response body, or null if there is none. */
  answer: string | null;
  error: string | null;
  attempted_at: string;
}

export interface SentRequest {
  url: string;
  headers: Record<string, string>;
  /**
   * Body exactly as it was sent, or null if the event was deleted from the log or the token cannot read the
   * event.
   */
  body: string | null;
}

/** A delivery with its request and attempts. */
export type WholeDelivery = Resource<
  DeliveryAttributes & {
    /** Request of the last attempt, or null before the first attempt. */
    request: SentRequest | null;
    /** Attempts, oldest first. */
    attempts: Attempt[];
  }
>;

/** Delivery state of an installation. The id equals the id of the installation. */
export type WebhookStream = Resource<{
  state: 'active' | 'paused' | 'ended';
  failing_since: string | null;
  /** Number of consecutive failures of the next event. */
  attempts: number;
  next_attempt_at: string | null;
  /** Sequence number of the last event that was delivered or skipped. */
  last_sequence: number;
  /** Number of later events in the shop, including events for other apps. */
  backlog: number;
  oldest_waiting_at: string | null;
  /** Time at which the oldest pending event is deleted. */
  kept_until: string | null;
}>;

export const deliveriesPath = '/api/webhook_deliveries';
const streamsPath = '/api/webhook_streams';

/** Maximum number of streams in one response. */
const MAX_STREAMS = 100;

/** Returns the delivery state, or null if no event of this shop was sent to the app. */
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

/** Returns the delivery state of each app, newest apps first, up to MAX_STREAMS. */
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

/** Skips an event that the app keeps rejecting. */
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

/** Sends all events of a range of sequence numbers to the app again, and returns the number of events. */
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
