import { LRUCache } from 'lru-cache';
import type { Dispatcher } from 'undici';
import { ForbiddenTarget } from '../targets/checked-lookup';
import { problemOfWebhookUrl } from '../targets/webhook-url';
import { describeFailure, isReset } from './failure';
import { ResponseBuffer } from './response-buffer';
import { type Connection, type ConnectionRules, Connections } from './connections';

/**
 * Maximum duration of a webhook delivery attempt in milliseconds, from the DNS lookup to the last byte of the
 * response (docs/contract.md §6).
 */
export const EXCHANGE_TIMEOUT_MS = 15_000;
/** Response time in milliseconds up to which a webhook receiver counts as prompt. */
const PROMPT_WITHIN_MS = 1_000;
const MAX_ADDRESSES = 10_000;

export interface Message {
  method?: 'POST';
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

export interface Reading {
  method: 'GET';
  url: string;
  headers: Record<string, string>;
  body?: undefined;
}

export interface Outcome {
  /** HTTP status of the response. undefined without a response, and `error` then contains the reason. */
  status?: number;
  retryAfter?: string;
  answer: string;
  error?: string;
  durationMs: number;
}

export interface WebhookClientOptions extends ConnectionRules {
  timeoutMs?: number;
  /** Maximum number of stored bytes of the response body. Defaults to one kilobyte. */
  maxStoredBytes?: number;
}

/** True if the webhook receiver responded with a 2xx status in time. A redirect is a failure. */
export function isSuccess({ status }: Outcome): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

/**
 * HTTP client for URLs that app developers chose. Connects only to allowed addresses, uses no proxies,
 * follows no redirects, and limits the time and the size of each response.
 */
export class WebhookClient {
  private readonly connections: Connections;
  private readonly addresses = new LRUCache<string, Address>({ max: MAX_ADDRESSES });

  constructor(private readonly options: WebhookClientOptions) {
    this.connections = new Connections(options);
  }

  /** Sends a request. Reports a failure as an `Outcome` with an error text, and never throws. */
  async send(message: Message | Reading): Promise<Outcome> {
    const started = performance.now();
    const { timeoutMs = EXCHANGE_TIMEOUT_MS, maxStoredBytes } = this.options;
    const answer = new ResponseBuffer(maxStoredBytes);
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
    // After the head of a response has arrived, its status counts, even if reading the body fails.
    if (answer.status === undefined)
      return { answer: '', error: describeFailure(failed, deadline, timeoutMs), durationMs };
    return { ...answer.outcome(), durationMs };
  }

  /** True if the latest response from this URL was prompt. False for a URL without recent requests. */
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
        // The receiver has probably closed the idle connection, so the request is repeated on a new connection.
        // A receiver that processed the event anyway recognizes the repetition by the event id.
        const stale = connection.isReused && isReset(error);
        if (!stale || answer.status !== undefined || deadline.aborted) throw error;
      }
    }
  }

  /**
   * Checks the URL like the registration of the app. The check is repeated, because the rules may have
   * changed since the registration, and because sockets do not pass IP addresses to the lookup function.
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

/** A checked webhook URL: its parts, or the reason why the URL is forbidden. */
interface Address {
  problem?: string;
  origin: string;
  path: string;
  isPrompt?: boolean;
}

const addressIn = ({ origin, pathname, search }: URL): Address => ({ origin, path: pathname + search });

/** Aborts a webhook request that takes too long. Uses a timer, because an AbortSignal costs much more. */
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

/**
 * Sends the request. Resolves when the response is complete or its size limit is reached. Rejects at the
 * deadline.
 */
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
