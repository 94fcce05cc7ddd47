import { setTimeout as pause } from 'node:timers/promises';
import {
  Ledger,
  type Receiver,
  type Response,
  until,
  type Verdict,
  type WriteKind,
} from '@storewright/testing';
import type { FaultPlatform } from './fault-platform';

export interface TrafficResponse {
  shop: number;
  /** Start time and duration of the request in milliseconds. */
  at: number;
  ms: number;
  /** HTTP status of the response. 0 if the request got no response. */
  status: number;
  /** Error code of the response. Empty if the response is no error. */
  code: string;
  hasRetryAfter: boolean;
}

/** Shops that test clients read and write, and the webhook receiver for the events of these shops. */
export type TrafficTarget = Pick<FaultPlatform, 'shops' | 'shopApi' | 'authApi'> & {
  receiver?: Pick<Receiver, 'ids'>;
};

/** State of all writes at one moment, as known to the test clients. */
export interface Moment {
  ledgers: readonly Ledger[];
  /** Returns the idempotency keys of the writes that were sent after the recorded moment. */
  sentLater(): string[];
}

const kinds: WriteKind[] = ['object', 'pair', 'order'];
/** Pauses of a test client in milliseconds: between two requests, and after a failed request. */
const [PACE_MS, PACE_AFTER_FAILURE_MS] = [40, 100];

/**
 * Test clients that read and write while faults are injected. A client repeats each write with its
 * Idempotency-Key until the API acknowledges the write. Ledgers record the writes.
 */
export class Traffic {
  readonly answers: TrafficResponse[] = [];
  private isStopping = false;
  private isAbandoned = false;
  private readonly clients: Promise<void>[] = [];
  /** Time of the last successful response, indexed by test client. */
  private readonly lastSuccess: number[] = [];

  private constructor(
    private readonly platform: TrafficTarget,
    private readonly ledgers: Ledger[],
    private readonly paceMs: number,
  ) {}

  static async start(platform: TrafficTarget, paceMs = PACE_MS): Promise<Traffic> {
    const ledgers = await Promise.all(platform.shops.map((shop) => Ledger.open(platform.shopApi(shop))));
    const traffic = new Traffic(platform, ledgers, paceMs);
    for (const [at, shop] of platform.shops.entries()) {
      traffic.add(at, () => platform.shopApi(shop).get('/api/meta?page[size]=10'));
      traffic.add(at, () => platform.authApi(shop.token).get(`/api/shops/${shop.id}`));
      for (const kind of kinds) traffic.addWriter(at, kind);
    }
    return traffic;
  }

  /**
   * Resolves when every test client has received a successful response to a request that it sent after this
   * call.
   */
  async everyClientServed(): Promise<void> {
    const now = performance.now();
    await until('every client is served', () => Promise.resolve(this.lastSuccess.every((at) => at > now)));
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.clients);
  }

  /** Stops the test clients without waiting for acknowledgements of writes. */
  async abandon(): Promise<void> {
    this.isAbandoned = true;
    await this.stop();
  }

  /**
   * Runs `work`, for example a backup. Returns the writes acknowledged before `work`, and the writes sent
   * until the end of `work`.
   */
  async atMoment(work: () => Promise<unknown>): Promise<Moment> {
    const before = this.ledgers.map(({ known }) => known);
    await work();
    const known = before.map(({ acknowledged }, at) => ({
      sent: this.ledgers[at]!.known.sent,
      acknowledged,
    }));
    return {
      ledgers: this.ledgers.map((ledger, at) => ledger.until(known[at]!)),
      sentLater: () =>
        this.ledgers.flatMap((ledger, at) =>
          ledger.known.sent.filter((key) => !known[at]!.sent.includes(key)),
        ),
    };
  }

  /**
   * Returns the combined verdict on the writes of all shops. `ledgers` can contain only the writes until an
   * earlier moment.
   */
  async verdict(ledgers: readonly Ledger[] = this.ledgers): Promise<Verdict> {
    const all: Verdict = { acknowledged: 0, lost: [], duplicated: [], halfDone: [] };
    for (const [at, shop] of this.platform.shops.entries()) {
      const verdict = await ledgers[at]!.verdict(this.platform.shopApi(shop), this.platform.receiver?.ids);
      all.acknowledged += verdict.acknowledged;
      for (const what of ['lost', 'duplicated', 'halfDone'] as const) all[what].push(...verdict[what]);
    }
    return all;
  }

  private add(shop: number, read: () => Promise<Response>): void {
    this.addClient((client) => this.request(shop, client, read));
  }

  private addWriter(shop: number, kind: WriteKind): void {
    const ledger = this.ledgers[shop]!;
    this.addClient(async (client) => {
      const write = ledger.next(kind);
      const attempt = () => ledger.send(this.platform.shopApi(this.platform.shops[shop]!), write);
      while (!(await this.request(shop, client, attempt)) && !this.isAbandoned);
    });
  }

  private addClient(step: (client: number) => Promise<unknown>): void {
    const client = this.lastSuccess.push(0) - 1;
    const loop = async () => {
      while (!this.isStopping) await step(client);
    };
    this.clients.push(loop());
  }

  private async request(shop: number, client: number, send: () => Promise<Response>): Promise<boolean> {
    const at = performance.now();
    const response = await send().catch(() => undefined);
    const status = response?.status ?? 0;
    const isSuccess = status >= 200 && status < 300;
    this.answers.push({
      ...{ shop, at, status, ms: performance.now() - at },
      code: isSuccess ? '' : ((response?.body?.errors?.[0]?.code as string | undefined) ?? ''),
      hasRetryAfter: response?.headers['retry-after'] !== undefined,
    });
    if (isSuccess) this.lastSuccess[client] = at;
    await pause(isSuccess ? this.paceMs : Math.max(this.paceMs, PACE_AFTER_FAILURE_MS));
    return isSuccess;
  }
}
