import { Agent as HttpAgent, type IncomingMessage, request as http } from 'node:http';
import { Agent as HttpsAgent, request as https } from 'node:https';
import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { elementsOf, memberOf } from '@storewright/json-api';
import type { SentEvent } from '@storewright/webhook-message';
import { isLocalhost, retryAfterOf } from '@storewright/webhooks';
import { Refused } from './failures';

/** One event of the log in the form of a webhook. */
export interface LoggedEvent extends SentEvent {
  sequence: number;
  resource_id: string;
  shop_id: string;
}

export interface LogPage {
  events: LoggedEvent[];
  /** Current epoch of the log. */
  epoch: number;
  /** Query of the next page. Undefined on the last page. */
  next: string | undefined;
}

/**
 * The API is unreachable or temporarily cannot respond. The client can repeat the request, after
 * `retryAfterMs` if it is set.
 */
export class Away extends Error {
  constructor(
    message: string,
    readonly retryAfterMs = 0,
  ) {
    super(message);
  }
}

/** Number of events per request. */
export const pageSize = 100;
const timeoutMs = 30_000;
/** Maximum size of a response in bytes. A page of the largest objects is smaller. */
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

/** Reads events with `GET {base_url}/api/events` and a token (docs/shop-api.md). */
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
   * Returns the current epoch, and the sequence number of the newest event that the token may read, or
   * undefined if there is none.
   */
  async end(): Promise<{ sequence: number | undefined; epoch: number }> {
    const { events, epoch } = await this.read(queryOf({ sort: '-sequence', 'page[size]': '1' }));
    return { sequence: events[0]?.sequence, epoch };
  }

  /**
   * Reads up to `pageSize` events after this sequence number, or from the first event if it is undefined.
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
        if (event.epoch! < epoch) return event.sequence;
        start = event.sequence - 1;
      }
      query = page.next;
    }
    return start;
  }

  private async read(query: string): Promise<LogPage> {
    const url = new URL(`${this.baseUrl}/api/events${query}`);
    const { status, retryAfter, date, body } = await this.exchange(url).catch(
      (error: NodeJS.ErrnoException) => {
        if (error instanceof Refused) throw error;
        throw new Away(`the shop API cannot be reached (${error.code ?? error.name})`);
      },
    );
    if (status === 429 || status >= 500)
      throw new Away(
        `the shop API returned status ${status}`,
        retryAfterOf(retryAfter, Date.parse(date ?? '') || Date.now()),
      );
    if (status !== 200) throw new Refused(`the shop API returned status ${status}: ${detailOf(body)}`);
    return pageOf(body);
  }

  private async textOf(response: IncomingMessage): Promise<string> {
    const chunks: Buffer[] = [];
    let read = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      read += chunk.length;
      if (read > this.most)
        throw new Refused(
          `the server at the base URL is not a shop API: it sends more than ${this.most} bytes`,
        );
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  }

  private async exchange(url: URL) {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const secure = url.protocol === 'https:';
      const sent = (secure ? https : http)(url, {
        headers: { accept: 'application/vnd.api+json', authorization: `Bearer ${this.token}` },
        agent: this.agents[secure ? 'https:' : 'http:'],
        lookup: localhostIsHere,
        signal: AbortSignal.timeout(timeoutMs),
      });
      sent.once('response', resolve);
      sent.on('error', reject);
      sent.end();
    });
    const { statusCode: status = 0, headers } = response;
    return {
      status,
      retryAfter: headers['retry-after'],
      date: headers.date,
      body: await this.textOf(response),
    };
  }
}

/** Resolves names below localhost to this machine, because some systems do not (RFC 6761 §6.3). */
const localhostIsHere: LookupFunction = (name, options, done) =>
  systemLookup(isLocalhost(name) ? 'localhost' : name, options, done);

const queryOf = (parameters: Record<string, string>) => `?${new URLSearchParams(parameters)}`;

interface LogDocument {
  data: EventObject[];
  links?: { next?: string | null };
  meta?: { epoch?: number };
}

function pageOf(body: string): LogPage {
  const refuse = () => new Refused('the server at the base URL is not a shop API');
  let document: LogDocument;
  try {
    document = JSON.parse(body) as LogDocument;
  } catch {
    throw refuse();
  }
  const { data: objects, links, meta } = document;
  if (!Array.isArray(objects)) throw refuse();
  const written = elementsOf(memberOf(body, 'data')!);
  const events = objects.map(({ id, attributes, relationships }, at) => {
    const { sequence, epoch, event_type: type, resource_id, occurred_at, changed } = attributes;
    const resource = memberOf(memberOf(written[at]!, 'attributes')!, 'data')!;
    const shop_id = relationships.shop.data.id;
    return { id, type, occurred_at, resource, changed, sequence, epoch, resource_id, shop_id };
  });
  const next = links?.next ? new URL(links.next, 'http://any.invalid').search : undefined;
  return { events, epoch: Math.max(meta?.epoch ?? 1, ...events.map(({ epoch }) => epoch)), next };
}

/** Formats the codes and details of an errors document as one line. */
function detailOf(body: string): string {
  try {
    const { errors } = JSON.parse(body) as { errors: { code: string; detail: string }[] };
    return errors.map(({ code, detail }) => `${code}. ${detail}`).join(' ');
  } catch {
    return 'check that the base URL is a shop API';
  }
}
