import { LRUCache } from 'lru-cache';
import type { Dispatcher } from 'undici';
import { ForbiddenTarget } from '../targets/checked-lookup';
import { problemOfWebhookUrl } from '../targets/webhook-url';
import { describeFailure, isReset } from './failure';
import { ResponseBuffer } from './response-buffer';
import { type Connection, type ConnectionRules, Connections } from './connections';

/** From the first look at the name to the last byte of the answer, in ms (docs/contract.md §6). */
export const EXCHANGE_TIMEOUT_MS = 15_000;
/** Within this time an answer comes soon, ms. */
const PROMPT_WITHIN_MS = 1_000;
/** Addresses that are checked and taken apart once. */
const MAX_ADDRESSES = 10_000;

export interface Message {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** What came of one attempt. */
export interface Outcome {
  /** Absent: there was no answer, and `error` says why. */
  status?: number;
  /** `Retry-After` as sent. */
  retryAfter?: string;
  /** The first kilobyte of the answer's body. */
  answer: string;
  error?: string;
  durationMs: number;
}

export interface WebhookClientOptions extends ConnectionRules {
  timeoutMs?: number;
}

/** 2xx within the time is success; everything else, redirects too, is a failure. */
export function isSuccess({ status }: Outcome): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

/**
 * Posts messages to addresses that strangers chose: only to where a webhook may go, by no proxy, following no redirect, reading no more than it
 * keeps a moment, and never longer than its time.
 */
export class WebhookClient {
  private readonly connections: Connections;
  private readonly addresses = new LRUCache<string, Address>({ max: MAX_ADDRESSES });

  constructor(private readonly options: WebhookClientOptions) {
    this.connections = new Connections(options);
  }

  /** Never throws: whatever goes wrong is an outcome. */
  async send(message: Message): Promise<Outcome> {
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
    // Whoever has said 2xx has the event, however its body ended.
    if (answer.status === undefined)
      return { answer: '', error: describeFailure(failed, deadline, timeoutMs), durationMs };
    return { ...answer.outcome(), durationMs };
  }

  /** Whether the last answer from there came soon; what nothing was sent to yet, or not for long, answers late. */
  isPrompt(url: string): boolean {
    return this.addresses.get(url)?.isPrompt ?? false;
  }

  close(): void {
    this.connections.close();
  }

  private async attempt(message: Message, answer: ResponseBuffer, deadline: Deadline): Promise<void> {
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
        // A kept connection that the receiver had given up meanwhile. It may have seen the event: by its id it knows it again.
        const stale = connection.isReused && isReset(error);
        if (!stale || answer.status !== undefined || deadline.aborted) throw error;
      }
    }
  }

  /** Checked at registration, too; but an address in place of a name is looked up by nobody, and the rules may have changed since. */
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

/** What an address is: why nothing may be sent there, or how it is reached. */
interface Address {
  problem?: string;
  origin: string;
  path: string;
  /** Of the last exchange. */
  isPrompt?: boolean;
}

const addressIn = ({ origin, pathname, search }: URL): Address => ({ origin, path: pathname + search });

/** The end of an exchange that takes too long. A timer costs much less than a signal. */
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

  /** With it ends what is under way on this connection. */
  bind(connection: Connection, fail: (error: Error) => void): void {
    [this.connection, this.fail] = [connection, fail];
    if (this.aborted) this.end();
  }

  clear(): void {
    clearTimeout(this.timer);
  }

  private end(): void {
    const late = new Error('no answer in time');
    this.fail?.(late);
    this.connection?.end(late);
  }
}

/** Until the end of the answer, or of what is read of it, or of the time. */
function post(
  connection: Connection,
  path: string,
  { headers, body }: Message,
  answer: ResponseBuffer,
  deadline: Deadline,
): Promise<void> {
  return new Promise((settle, reject) => {
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart(_, status, { 'retry-after': retryAfter }) {
        // Others announce that one is coming.
        if (status >= 200) answer.start(status, Array.isArray(retryAfter) ? retryAfter[0] : retryAfter);
      },
      onResponseData(controller, chunk) {
        if (!answer.append(chunk)) controller.abort(new Error('more than is read'));
      },
      onResponseEnd: () => settle(),
      onResponseError: (_, error) => reject(error),
    };
    connection.dispatch({ path, method: 'POST', headers, body }, handler);
    deadline.bind(connection, reject);
  });
}
