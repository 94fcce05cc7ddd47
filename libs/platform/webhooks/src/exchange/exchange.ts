import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  request as http,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as https } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { LRUCache } from 'lru-cache';
import { checkedLookup, ForbiddenTarget } from '../targets/checked-lookup';
import type { TargetPolicy } from '../targets/forbidden-address';
import type { Resolve } from '../targets/resolve';
import { problemOfWebhookUrl } from '../targets/webhook-url';
import { describeFailure } from './failure';
import { Answer } from './answer';

/** From the first look at the name to the last byte of the answer, in ms (docs/contract.md §6). */
export const exchangeMs = 15_000;
/** Addresses that are checked and taken apart once. */
const mostAddresses = 10_000;
/** An idle connection is kept for the next event of the same receiver, in ms. */
const idleMs = 30_000;

export interface Message {
  url: string;
  headers: Record<string, string>;
  body: string;
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

export interface ExchangeOptions {
  policy: TargetPolicy;
  resolve: Resolve;
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
export class Exchange {
  private readonly agents: { 'https:': HttpsAgent; 'http:': HttpAgent };
  private readonly addresses = new LRUCache<string, Address>({ max: mostAddresses });

  constructor(private readonly options: ExchangeOptions) {
    // How many connections there are at once is bounded by how many streams are delivered at once.
    const agent = {
      keepAlive: true,
      maxFreeSockets: 4,
      timeout: idleMs,
      lookup: checkedLookup(options.policy, options.resolve),
    };
    this.agents = { 'https:': new HttpsAgent(agent), 'http:': new HttpAgent(agent) };
  }

  /** Never throws: whatever goes wrong is an outcome. */
  async send(message: Message): Promise<Outcome> {
    const started = performance.now();
    const { timeoutMs = exchangeMs } = this.options;
    const answer = new Answer();
    const deadline = new Deadline(timeoutMs);
    const failed = await this.attempt(message, answer, deadline).catch((error: unknown) => error);
    deadline.clear();
    const durationMs = Math.round(performance.now() - started);
    // Whoever has said 2xx has the event, however its body ended.
    if (answer.status === undefined)
      return { answer: '', error: describeFailure(failed, deadline, timeoutMs), durationMs };
    return { ...answer.outcome(), durationMs };
  }

  close(): void {
    this.agents['https:'].destroy();
    this.agents['http:'].destroy();
  }

  private async attempt(message: Message, answer: Answer, deadline: Deadline): Promise<void> {
    const { problem, options } = this.addressOf(message.url);
    if (problem) throw new ForbiddenTarget(`the address ${problem}`);
    for (;;) {
      const sent = this.open(options, message);
      deadline.ends(sent);
      try {
        return await answer.readFrom(await respondedTo(sent, message.body));
      } catch (error) {
        // A kept connection that the receiver had given up meanwhile. It may have seen the event: by its id it knows it again.
        const stale = sent.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
        if (!stale || answer.status !== undefined || deadline.aborted) throw error;
      }
    }
  }

  /** Checked at registration, too; but an address in place of a name is looked up by nobody, and the rules may have changed since. */
  private addressOf(text: string): Address {
    let address = this.addresses.get(text);
    if (!address) {
      const problem = problemOfWebhookUrl(text, this.options.policy);
      address = problem ? { problem, options: {} } : { options: urlToHttpOptions(new URL(text)) };
      this.addresses.set(text, address);
    }
    return address;
  }

  private open(options: RequestOptions, { headers, body }: Message): ClientRequest {
    const secure = options.protocol === 'https:';
    return (secure ? https : http)({
      ...options,
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: this.agents[secure ? 'https:' : 'http:'],
    });
  }
}

/** What an address is: why nothing may be sent there, or how it is reached. */
interface Address {
  problem?: string;
  options: RequestOptions;
}

/** The end of an exchange that takes too long. A timer costs much less than a signal. */
class Deadline {
  aborted = false;
  private sent?: ClientRequest;
  private readonly timer: NodeJS.Timeout;

  constructor(ms: number) {
    this.timer = setTimeout(() => {
      this.aborted = true;
      this.sent?.destroy(new Error('no answer in time'));
    }, ms);
  }

  /** With it ends this request. */
  ends(sent: ClientRequest): void {
    this.sent = sent;
    if (this.aborted) sent.destroy(new Error('no answer in time'));
  }

  clear(): void {
    clearTimeout(this.timer);
  }
}

function respondedTo(sent: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((settle, reject) => {
    sent.once('response', settle);
    // More than once where the connection breaks in several ways; the first one counts.
    sent.on('error', reject);
    sent.end(body);
  });
}
