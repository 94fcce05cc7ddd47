import { Agent as HttpAgent, type IncomingMessage, request as http } from 'node:http';
import { Agent as HttpsAgent, request as https } from 'node:https';
import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { elementsOf, memberOf } from '@storewright/json-api';
import type { SentEvent } from '@storewright/webhook-message';
import { isLocalhost, retryAfterOf } from '@storewright/webhooks';
import { Refused } from './failures';
import { EVENT_STREAM_TYPE, messagesOf } from './server-sent-events';

/** An event of the event log in the form of a webhook. */
export interface LoggedEvent extends SentEvent {
  sequence: number;
  epoch: number;
  resource_id: string;
  shop_id: string;
}

/**
 * Position in the event log after which events are read. Sequence number 0 is the position before the oldest
 * stored event.
 */
export interface LogPosition {
  epoch: number;
  sequence: number;
}

export interface LogPage {
  events: LoggedEvent[];
  epoch: number;
  /** Query string of the next page. undefined on the last page. */
  next: string | undefined;
}

/**
 * Error for an API that is unreachable or temporarily cannot respond. The request can be repeated, after
 * `retryAfterMs` milliseconds if set.
 */
export class Away extends Error {
  constructor(
    message: string,
    readonly retryAfterMs = 0,
  ) {
    super(message);
  }
}

/**
 * Error for status 410: events after the position were deleted, or the event log has started a greater epoch.
 */
export class Expired extends Refused {}

/** Error for a server that supports only the list of events and no event streams. */
export class NoStreamsError extends Error {}

export const pageSize = 100;
const timeoutMs = 30_000;
/**
 * Timeout in milliseconds of an event stream that sends nothing. The server sends a comment every 15 seconds.
 */
const SILENCE_MS = 45_000;
const MEDIA_TYPE = 'application/vnd.api+json';
/** Maximum size of a response in bytes. A page of the largest possible objects is smaller. */
const maxBytes = 128 * 1024 * 1024;

interface EventObject {
  id: string;
  attributes: {
    sequence: number;
    epoch: number;
    event_type: string;
    resource_id: string;
    occurred_at: string;
    changed: string[];
  };
  relationships: { shop: { data: { id: string } } };
}

/** Reads the event log of a shop with `GET {base_url}/api/events` and a token (docs/shop-api.md). */
export class EventSource {
  private readonly agents = {
    'https:': new HttpsAgent({ keepAlive: true }),
    'http:': new HttpAgent({ keepAlive: true }),
  };

  constructor(
    private readonly baseUrl: string,
    private readonly token: string,
    private readonly most = maxBytes,
  ) {}

  /**
   * Returns the current epoch of the event log, and the sequence number of the newest event that the token
   * may read. The sequence number is undefined if the token may read no event.
   */
  async end(): Promise<{ sequence: number | undefined; epoch: number }> {
    const { events, epoch } = await this.read(queryOf({ sort: '-sequence', 'page[size]': '1' }));
    return { sequence: events[0]?.sequence, epoch };
  }

  /**
   * Reads up to `pageSize` events after the given sequence number, or from the oldest event if it is
   * undefined.
   */
  after(sequence: number | undefined): Promise<LogPage> {
    const page = { 'page[size]': String(pageSize) };
    return this.read(queryOf(sequence === undefined ? page : { ...page, 'filter[since]': String(sequence) }));
  }

  /**
   * Returns the sequence number before the first event of an epoch, or undefined if the token may read no
   * event.
   */
  async startOf(epoch: number): Promise<number | undefined> {
    let start: number | undefined;
    let query: string | undefined = queryOf({ sort: '-sequence', 'page[size]': String(pageSize) });
    while (query !== undefined) {
      const page: LogPage = await this.read(query);
      for (const event of page.events) {
        if (event.epoch < epoch) return event.sequence;
        start = event.sequence - 1;
      }
      query = page.next;
    }
    return start;
  }

  /**
   * Opens an event stream after a position in the event log (docs/adr/event-streams.md). The stream ends when
   * its connection closes, and throws Refused if the API ends it with a permanent error.
   */
  async stream({ epoch, sequence }: LogPosition, signal: AbortSignal): Promise<AsyncIterable<LoggedEvent>> {
    const headers = { accept: EVENT_STREAM_TYPE, 'last-event-id': `${epoch}-${sequence}` };
    const response = await this.opened('', headers, signal);
    const type = response.headers['content-type'] ?? '';
    if (response.statusCode === 406 || (response.statusCode === 200 && type.startsWith(MEDIA_TYPE))) {
      response.destroy();
      throw new NoStreamsError();
    }
    await this.checkStatus(response);
    if (!type.startsWith(EVENT_STREAM_TYPE)) throw notAShopApi();
    return eventsOf(response, this.most);
  }

  private async read(query: string): Promise<LogPage> {
    const response = await this.opened(query, { accept: MEDIA_TYPE }, AbortSignal.timeout(timeoutMs));
    await this.checkStatus(response);
    return pageOf(await this.textOf(response));
  }

  private async checkStatus(response: IncomingMessage): Promise<void> {
    const { statusCode: status = 0, headers } = response;
    if (status === 200) return;
    const body = await this.textOf(response);
    const now = Date.parse(headers.date ?? '') || Date.now();
    throw failureOf(status, body, retryAfterOf(headers['retry-after'], now));
  }

  private async textOf(response: IncomingMessage): Promise<string> {
    const chunks: Buffer[] = [];
    let read = 0;
    try {
      for await (const chunk of response as AsyncIterable<Buffer>) {
        read += chunk.length;
        if (read > this.most) throw tooLarge(this.most);
        chunks.push(chunk);
      }
    } catch (error) {
      throw unreachable(error as Error);
    }
    return Buffer.concat(chunks).toString();
  }

  /** Sends a request and returns the response before its body is read. */
  private async opened(
    query: string,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const url = new URL(`${this.baseUrl}/api/events${query}`);
    const secure = url.protocol === 'https:';
    try {
      return await new Promise<IncomingMessage>((resolve, reject) => {
        const sent = (secure ? https : http)(url, {
          headers: { ...headers, authorization: `Bearer ${this.token}` },
          agent: this.agents[secure ? 'https:' : 'http:'],
          lookup: localhostIsHere,
          signal,
        });
        const timer = setTimeout(() => sent.destroy(timeoutError()), timeoutMs);
        sent.once('close', () => clearTimeout(timer));
        sent.once('response', (response) => {
          clearTimeout(timer);
          resolve(response);
        });
        sent.on('error', reject);
        sent.end();
      });
    } catch (error) {
      throw unreachable(error as Error);
    }
  }
}

const timeoutError = () => Object.assign(new Error('no response'), { code: 'ETIMEDOUT' });

const notAShopApi = () => new Refused('the server at the base URL is not a shop API');

const tooLarge = (most: number) =>
  new Refused(`the server at the base URL is not a shop API: it sends more than ${most} bytes`);

function unreachable(error: NodeJS.ErrnoException): Error {
  if (error instanceof Refused) return error;
  return new Away(`the shop API cannot be reached (${error.code ?? error.name})`);
}

/** Converts an errors document to an error. `retryAfterMs` is the delay that the API requests. */
function failureOf(status: number, body: string, retryAfterMs = 0): Error {
  const message = `the shop API returned status ${status}`;
  if (status === 429 || status >= 500) return new Away(message, retryAfterMs);
  const refused = `${message}: ${detailOf(body)}`;
  return status === 410 ? new Expired(refused) : new Refused(refused);
}

async function* eventsOf(response: IncomingMessage, most: number): AsyncGenerator<LoggedEvent> {
  const onSilence = () => void response.destroy();
  const socket = response.socket.setTimeout(SILENCE_MS, onSilence);
  try {
    for await (const { event, data } of messagesOf(response, () => tooLarge(most), most)) {
      if (event === 'end') throw failureOf(Number(errorsOf(data)[0]?.status), data);
      if (data !== '') yield loggedEvent(JSON.parse(data) as EventObject, data);
    }
  } catch (error) {
    // Ignores connection errors, because the caller opens the event stream again. That request fails if the
    // API is unreachable.
    if (error instanceof Refused) throw error;
  } finally {
    // The next stream can use the same connection, so its listener must be removed.
    socket.setTimeout(0, onSilence);
  }
}

/**
 * Resolves host names below localhost to this machine (RFC 6761 §6.3), because some operating systems do not.
 */
const localhostIsHere: LookupFunction = (name, options, done) =>
  systemLookup(isLocalhost(name) ? 'localhost' : name, options, done);

const queryOf = (parameters: Record<string, string>) => `?${new URLSearchParams(parameters)}`;

interface LogDocument {
  data: EventObject[];
  links?: { next?: string | null };
  meta?: { epoch?: number };
}

function pageOf(body: string): LogPage {
  let document: LogDocument;
  try {
    document = JSON.parse(body) as LogDocument;
  } catch {
    throw notAShopApi();
  }
  const { data: objects, links, meta } = document;
  if (!Array.isArray(objects)) throw notAShopApi();
  const written = elementsOf(memberOf(body, 'data')!);
  const events = objects.map((object, at) => loggedEvent(object, written[at]!));
  const next = links?.next ? new URL(links.next, 'http://any.invalid').search : undefined;
  return { events, epoch: Math.max(meta?.epoch ?? 1, ...events.map(({ epoch }) => epoch)), next };
}

/**
 * Converts an event resource to an event in the form of a webhook. `text` is the JSON source of the resource,
 * from which the bytes of `data` are copied.
 */
function loggedEvent({ id, attributes, relationships }: EventObject, text: string): LoggedEvent {
  const { sequence, epoch, event_type: type, resource_id, occurred_at, changed } = attributes;
  const resource = memberOf(memberOf(text, 'attributes')!, 'data')!;
  const shop_id = relationships.shop.data.id;
  return { id, type, occurred_at, resource, changed, sequence, epoch, resource_id, shop_id };
}

function errorsOf(body: string): { status: string; code: string; detail: string }[] {
  return (JSON.parse(body) as { errors: { status: string; code: string; detail: string }[] }).errors;
}

function detailOf(body: string): string {
  try {
    return errorsOf(body)
      .map(({ code, detail }) => `${code}. ${detail}`)
      .join(' ');
  } catch {
    return 'check that the base URL is a shop API';
  }
}
