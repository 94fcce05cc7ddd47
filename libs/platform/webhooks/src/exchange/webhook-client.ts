import { LRUCache } from 'lru-cache';
import type { Dispatcher } from 'undici';
import { ForbiddenTarget } from '../targets/checked-lookup';
import { problemOfWebhookUrl } from '../targets/webhook-url';
import { describeFailure, isReset } from './failure';
import { ResponseBuffer } from './response-buffer';
import { type Connection, type ConnectionRules, Connections } from './connections';

/**
 * Maximum duration of an exchange, from the DNS lookup to the last byte of the response (docs/contract.md
 * §6).
 */
export const EXCHANGE_TIMEOUT_MS = 15_000;
/** A receiver counts as prompt if it responds within this time. */
const PROMPT_WITHIN_MS = 1_000;
/** Number of cached URL checks. */
const MAX_ADDRESSES = 10_000;

export interface Message {
  method?: 'POST';
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** A request that reads a URL. */
export interface Reading {
  method: 'GET';
  url: string;
  headers: Record<string, string>;
  body?: undefined;
}

/** Result of one attempt. */
export interface Outcome {
  /** Absent without a response. Then `error` explains why. */
  status?: number;
  /** The `Retry-After` header as received. */
  retryAfter?: string;
  /** First kilobyte of the response body. */
  answer: string;
  error?: string;
  durationMs: number;
}

export interface WebhookClientOptions extends ConnectionRules {
  timeoutMs?: number;
}

/** Only 2xx within the deadline is a success. Redirects are failures. */
export function isSuccess({ status }: Outcome): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

/**
 * Posts messages to URLs that app developers chose, and reads such URLs. Sends only to allowed addresses,
 * without proxies and redirects, and limits the time and the size of each response.
 */
export class WebhookClient {
  private readonly connections: Connections;
  private readonly addresses = new LRUCache<string, Address>({ max: MAX_ADDRESSES });

  constructor(private readonly options: WebhookClientOptions) {
    this.connections = new Connections(options);
  }

  /** Never throws. Every failure becomes an outcome. */
  async send(message: Message | Reading): Promise<Outcome> {
    const started = performance.now();
    const { timeoutMs = EXCHANGE_TIMEOUT_MS } = this.options;
    const answer = new ResponseBuffer();
    const deadline = new Deadline(timeoutMs);
    let failed: unknown;
    try {
      await this.attempt(message, answer, deadline);
    } catch (error) {
      failed = error;
    }
    deadline.clear();
    const durationMs = Math.round(performance.now() - started);
    this.addressOf(message.url).isPrompt = answer.status !== undefined && durationMs <= PROMPT_WITHIN_MS;
    // After a 2xx head the event counts as received, even if the body fails.
    if (answer.status === undefined)
      return { answer: '', error: describeFailure(failed, deadline, timeoutMs), durationMs };
    return { ...answer.outcome(), durationMs };
  }

  /**
   * Whether the last response from this URL came within PROMPT_WITHIN_MS. False for a URL without recent
   * requests.
   */
  isPrompt(url: string): boolean {
    return this.addresses.get(url)?.isPrompt ?? false;
  }

  close(): void {
    this.connections.close();
  }

  private async attempt(
    message: Message | Reading,
    answer: ResponseBuffer,
    deadline: Deadline,
  ): Promise<void> {
    const { problem, origin, path } = this.addressOf(message.url);
    if (problem) throw new ForbiddenTarget(`the address ${problem}`);
    for (;;) {
      const made = this.connections.to(origin);
      const connection = made instanceof Promise ? await made : made;
      try {
        await post(connection, path, message, answer, deadline);
        return this.connections.keep(connection);
      } catch (error) {
        connection.end();
        // The receiver had closed the idle connection. It may have processed the event and recognizes the
        // repetition by the id.
        const stale = connection.isReused && isReset(error);
        if (!stale || answer.status !== undefined || deadline.aborted) throw error;
      }
    }
  }

  /**
   * Registration checks the URL, too. Sockets do not look up IP addresses, and the rules may have changed
   * since.
   */
  private addressOf(text: string): Address {
    let address = this.addresses.get(text);
    if (!address) {
      const problem = problemOfWebhookUrl(text, this.options.policy);
      address = problem ? { problem, origin: '', path: '' } : addressIn(new URL(text));
      this.addresses.set(text, address);
    }
    return address;
  }
}

/** Result of the URL check: the reason to reject it, or its parts. */
interface Address {
  problem?: string;
  origin: string;
  path: string;
  /** Result of the last exchange. */
  isPrompt?: boolean;
}

const addressIn = ({ origin, pathname, search }: URL): Address => ({ origin, path: pathname + search });

/** Ends an exchange that takes too long. A timer costs much less than an AbortSignal. */
class Deadline {
  aborted = false;
  private connection?: Connection;
  private fail?: (error: Error) => void;
  private readonly timer: NodeJS.Timeout;

  constructor(ms: number) {
    this.timer = setTimeout(() => {
      this.aborted = true;
      this.end();
    }, ms);
  }

  /** Closes this connection when the time is over. */
  bind(connection: Connection, fail: (error: Error) => void): void {
    [this.connection, this.fail] = [connection, fail];
    if (this.aborted) this.end();
  }

  clear(): void {
    clearTimeout(this.timer);
  }

  private end(): void {
    const late = new Error('no response in time');
    this.fail?.(late);
    this.connection?.end(late);
  }
}

/** Resolves at the end of the response or of the stored part. Rejects at the deadline. */
function post(
  connection: Connection,
  path: string,
  { method = 'POST', headers, body }: Message | Reading,
  answer: ResponseBuffer,
  deadline: Deadline,
): Promise<void> {
  return new Promise((settle, reject) => {
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart(_, status, { 'retry-after': retryAfter }) {
        // Skips interim responses (1xx).
        if (status >= 200) answer.start(status, Array.isArray(retryAfter) ? retryAfter[0] : retryAfter);
      },
      onResponseData(controller, chunk) {
        if (!answer.append(chunk)) controller.abort(new Error('the response is too long'));
      },
      onResponseEnd: () => settle(),
      onResponseError: (_, error) => reject(error),
    };
    connection.dispatch({ path, method, headers, ...(body !== undefined && { body }) }, handler);
    deadline.bind(connection, reject);
  });
}
