import type { Document, Page, Resource } from './documents';
import { isProblem } from './problem';
import type { RequestOptions } from './request';
import { shopDocument, shopPage } from './shop-api';

export const deliveryStatuses = ['waiting', 'retrying', 'delivered', 'failed', 'skipped'] as const;
/** Failed attempts after which the API skips an event. */
export const SKIPPABLE_AFTER_ATTEMPTS = 3;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export interface DeliveryAttributes {
  /** `again`: somebody asked to send the event once more; `test`: it stands for an event that has not happened. */
  kind: 'event' | 'again' | 'test';
  /** Of the event; `webhook-id` on its way. */
  event_id: string;
  event_type: string;
  /** Null where the event is not in the log any more. */
  resource_type: string | null;
  resource_id: string | null;
  /** Null: a test. */
  sequence: number | null;
  status: DeliveryStatus;
  attempt_count: number;
  next_attempt_at: string | null;
  /** Of the last attempt; null: there was no answer. */
  response_status: number | null;
  /** Of the last attempt; null: there was none yet. */
  duration_ms: number | null;
  error: string | null;
  created_at: string;
  updated_at: string;
}

/** An event on its way to one installation, as `GET /api/webhook_deliveries` lists it. */
export type Delivery = Resource<DeliveryAttributes>;

export interface Attempt {
  attempt: number;
  url: string;
  status: number | null;
  duration_ms: number;
  /** The first kilobyte of what came back, whatever it is. */
  answer: string | null;
  error: string | null;
  attempted_at: string;
}

export interface SentRequest {
  url: string;
  headers: Record<string, string>;
  /** Exactly what was sent; null where the event is not in the log any more, or must not be read. */
  body: string | null;
}

/** A delivery with what was sent and what came back. */
export type WholeDelivery = Resource<
  DeliveryAttributes & {
    /** Of the last attempt; null: there was none yet. */
    request: SentRequest | null;
    /** The first one first. */
    attempts: Attempt[];
  }
>;

/** How far an installation has got with the events of the shop. Its id is the installation's. */
export type WebhookStream = Resource<{
  state: 'active' | 'paused' | 'ended';
  failing_since: string | null;
  /** Failures in a row, of the event that is next. */
  attempts: number;
  next_attempt_at: string | null;
  /** Delivered, or passed over, up to here. */
  last_sequence: number;
  /** Events of the shop after that one, whoever they are for. */
  backlog: number;
  oldest_waiting_at: string | null;
  /** When the first of those that wait is lost. */
  kept_until: string | null;
}>;

export const deliveriesPath = '/api/webhook_deliveries';
const streamsPath = '/api/webhook_streams';

/** Most streams that one request gives. */
const MAX_STREAMS = 100;

/** Null: the app has never been told of anything here. */
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

/** How far each app has got: as many as one request gives, those of the newest apps first. */
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

/** Gives up an event that the app keeps refusing. */
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

/** All events of these sequences that the app receives; gives how many they are. */
export async function sendRangeAgain(shopId: string, installationId: string, range: Range): Promise<number> {
  const { meta } = await post(shopId, installationId, { kind: 'again', ...range });
  return (meta as { deliveries: number }).deliveries;
}

export async function sendTest(
  shopId: string,
  installationId: string,
  test: { event_type: string; resource_id: string },
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
