import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as http } from 'node:http';
import { Agent as HttpsAgent, request as https } from 'node:https';
import { checkedLookup, ForbiddenTarget } from '../targets/checked-lookup';
import type { TargetPolicy } from '../targets/forbidden-address';
import type { Resolve } from '../targets/resolve';
import { problemOfWebhookUrl } from '../targets/webhook-url';
import { describeFailure } from './failure';
import { Answer } from './answer';

/** From the first look at the name to the last byte of the answer, in ms (docs/contract.md §6). */
export const exchangeMs = 15_000;
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
    const signal = AbortSignal.timeout(timeoutMs);
    const failed = await this.attempt(message, answer, signal).catch((error: unknown) => error);
    const durationMs = Math.round(performance.now() - started);
    // Whoever has said 2xx has the event, however its body ended.
    if (answer.status === undefined)
      return { answer: '', error: describeFailure(failed, signal, timeoutMs), durationMs };
    return { ...answer.outcome(), durationMs };
  }

  close(): void {
    this.agents['https:'].destroy();
    this.agents['http:'].destroy();
  }

  private async attempt(message: Message, answer: Answer, signal: AbortSignal): Promise<void> {
    // Checked at registration, too; but an address in place of a name is looked up by nobody, and the rules may have changed since.
    const problem = problemOfWebhookUrl(message.url, this.options.policy);
    if (problem) throw new ForbiddenTarget(`the address ${problem}`);
    const url = new URL(message.url);
    for (;;) {
      const sent = this.open(url, message, signal);
      try {
        return await answer.readFrom(await respondedTo(sent, message.body));
      } catch (error) {
        // A kept connection that the receiver had given up meanwhile. It may have seen the event: by its id it knows it again.
        const stale = sent.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
        if (!stale || answer.status !== undefined || signal.aborted) throw error;
      }
    }
  }

  private open(url: URL, { headers, body }: Message, signal: AbortSignal): ClientRequest {
    const secure = url.protocol === 'https:';
    return (secure ? https : http)(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: this.agents[secure ? 'https:' : 'http:'],
      signal,
    });
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
