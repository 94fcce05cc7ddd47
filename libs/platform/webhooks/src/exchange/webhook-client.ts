import { LRUCache } from 'lru-cache';
import type { Dispatcher } from 'undici';
import { ForbiddenTarget } from '../targets/checked-lookup';
import { problemOfWebhookUrl } from '../targets/webhook-url';
import { describeFailure, isReset } from './failure';
import { ResponseBuffer } from './response-buffer';
import { type Connection, type ConnectionRules, Connections } from './connections';

/**
 * Maximum duration of an attempt, from the DNS lookup to the last byte of the response (docs/contract.md §6).
 */
export const EXCHANGE_TIMEOUT_MS = 15_000;
/** Maximum response time of a receiver that counts as prompt. */
const PROMPT_WITHIN_MS = 1_000;
/** Maximum number of cached URL checks. */
const MAX_ADDRESSES = 10_000;

export interface Message {
  method?: 'POST';
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** A GET request that reads a URL. */
export interface Reading {
  method: 'GET';
  url: string;
  headers: Record<string, string>;
  body?: undefined;
}

/** Result of one delivery attempt. */
export interface Outcome {
  /**
   * Status of the response. If the receiver did not respond, the status is absent and `error` explains why.
   */
  status?: number;
  /** The `Retry-After` header as received. */
  retryAfter?: string;
  /** First kilobyte of the response body, or its first `maxStoredBytes`. */
  answer: string;
  error?: string;
  durationMs: number;
}

export interface WebhookClientOptions extends ConnectionRules {
  timeoutMs?: number;
  /** Maximum size of the body in `Outcome.answer`. Default: one kilobyte. */
  maxStoredBytes?: number;
}

/** True only for a 2xx status within the deadline. Redirects are failures. */
export function isSuccess({ status }: Outcome): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

/**
 * Posts messages to URLs that app developers chose, and reads such URLs. Connects only to allowed addresses,
 * without proxies and redirects, and limits the time and the size of each response.
 */
export class WebhookClient {
  private readonly connections: Connections;
  private readonly addresses = new LRUCache<string, Address>({ max: MAX_ADDRESSES });

  constructor(private readonly options: WebhookClientOptions) {
    this.connections = new Connections(options);
  }

  /** Sends a message. Never throws, because every failure becomes an outcome. */
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
    // After the head of a 2xx response the event counts as received, even if reading the body fails.
    if (answer.status === undefined)
      return { answer: '', error: describeFailure(failed, deadline, timeoutMs), durationMs };
    return { ...answer.outcome(), durationMs };
  }

  /**
   * True if the last response from this URL came within PROMPT_WITHIN_MS. False for a URL without recent
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
        // The receiver may have closed the idle connection, so the request is repeated. If the receiver has
        // processed the event, it recognizes the repetition by the id.
        const stale = connection.isReused && isReset(error);
        if (!stale || answer.status !== undefined || deadline.aborted) throw error;
      }
    }
  }

  /**
   * Checks the URL again, although registration has checked it. Sockets do not look up IP addresses, and the
   * rules may have changed.
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

/** Result of the URL check: the reason for rejecting the URL, or its parts. */
interface Address {
  problem?: string;
  origin: string;
  path: string;
  /** True if the last response from the receiver was prompt. */
  isPrompt?: boolean;
}

const addressIn = ({ origin, pathname, search }: URL): Address => ({ origin, path: pathname + search });

/** Ends an attempt that takes too long. A timer costs much less than an AbortSignal. */
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

  /** Makes the deadline close this connection. */
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

/** Sends the request. Resolves at the end of the response or of its stored part. Rejects at the deadline. */
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
        // Ignores interim responses (1xx) and reports the final response.
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
