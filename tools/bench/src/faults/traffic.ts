import {
  Ledger,
  type Receiver,
  type Response,
  until,
  type Verdict,
  type WriteKind,
} from '@storewright/testing';
import { pause, type World } from './world';

/** What a client got. */
export interface Answer {
  /** Whose it was, by its place among the shops. */
  shop: number;
  /** When it was asked for, and how long it took, in ms. */
  at: number;
  ms: number;
  /** 0: there was none. */
  status: number;
  /** Of the error. */
  code: string;
  /** Whether the client was told when to come again. */
  comeAgain: boolean;
}

/** Shops that are read and written, and who receives their events, if anybody does. */
export type Served = Pick<World, 'shops' | 'shopApi' | 'authApi'> & { receiver?: Pick<Receiver, 'ids'> };

/** What clients knew of their writes at one moment. */
export interface Moment {
  ledgers: readonly Ledger[];
  /** The keys of the writes that were sent after it. */
  sentLater(): string[];
}

/** One of a shop, by its number. */
interface Client {
  shop: number;
  number: number;
}

const kinds: WriteKind[] = ['object', 'pair', 'order'];
/** Between two requests of a client, and after one that failed, in ms. */
const [usualPace, paceAfterFailure] = [40, 100];

/** Clients of every shop that read, and that write with an Idempotency-Key until it is acknowledged; what was written is in the shops' ledgers. */
export class Traffic {
  readonly answers: Answer[] = [];
  private stopping = false;
  private abandoned = false;
  private readonly clients: Promise<void>[] = [];
  /** When each client had its last success; by its number. */
  private readonly lastSuccess: number[] = [];

  private constructor(
    private readonly world: Served,
    private readonly ledgers: Ledger[],
    private readonly pace: number,
  ) {}

  /** `pace`: ms between two requests of a client. */
  static async start(world: Served, pace = usualPace): Promise<Traffic> {
    const ledgers = await Promise.all(world.shops.map((shop) => Ledger.open(world.shopApi(shop))));
    const traffic = new Traffic(world, ledgers, pace);
    for (const [at, shop] of world.shops.entries()) {
      traffic.add(at, () => world.shopApi(shop).get('/api/meta?page[size]=10'));
      traffic.add(at, () => world.authApi(shop.token).get(`/api/shops/${shop.id}`));
      for (const kind of kinds) traffic.addWriter(at, kind);
    }
    return traffic;
  }

  /** Until every client has had a success of what it asked for after now. */
  async goesOn(): Promise<void> {
    const now = performance.now();
    await until('every client is served', () => Promise.resolve(this.lastSuccess.every((at) => at > now)));
  }

  /** Ends when every write is acknowledged. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.clients);
  }

  /** Ends at once, whatever was not acknowledged. */
  async abandon(): Promise<void> {
    this.abandoned = true;
    await this.stop();
  }

  /** Lets the moment happen that a backup is restored to. Resolves to what clients knew of their writes: those that were acknowledged before, those that were sent until it was over. */
  async moment(happen: () => Promise<unknown>): Promise<Moment> {
    const before = this.ledgers.map(({ known }) => known);
    await happen();
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

  /** Of all shops; `ledgers`: as they were at a moment. */
  async verdict(ledgers: readonly Ledger[] = this.ledgers): Promise<Verdict> {
    const all: Verdict = { acknowledged: 0, lost: [], duplicated: [], halfDone: [] };
    for (const [at, shop] of this.world.shops.entries()) {
      const verdict = await ledgers[at]!.verdict(this.world.shopApi(shop), this.world.receiver?.ids);
      all.acknowledged += verdict.acknowledged;
      for (const what of ['lost', 'duplicated', 'halfDone'] as const) all[what].push(...verdict[what]);
    }
    return all;
  }

  private add(shop: number, ask: () => Promise<Response>): void {
    const run = async () => {
      while (!this.stopping) await this.answerTo({ shop, number }, ask);
    };
    const number = this.lastSuccess.push(0) - 1;
    this.clients.push(run());
  }

  private addWriter(shop: number, kind: WriteKind): void {
    const ledger = this.ledgers[shop]!;
    const send = async () => {
      const write = ledger.next(kind);
      const attempt = () => ledger.send(this.world.shopApi(this.world.shops[shop]!), write);
      while (!(await this.answerTo({ shop, number }, attempt)) && !this.abandoned);
    };
    const run = async () => {
      while (!this.stopping) await send();
    };
    const number = this.lastSuccess.push(0) - 1;
    this.clients.push(run());
  }

  /** Whether it was a success. */
  private async answerTo({ shop, number }: Client, ask: () => Promise<Response>): Promise<boolean> {
    const at = performance.now();
    const answer = await ask().catch(() => undefined);
    const status = answer?.status ?? 0;
    const isSuccess = status >= 200 && status < 300;
    this.answers.push({
      shop,
      at,
      ms: performance.now() - at,
      status,
      code: isSuccess ? '' : ((answer?.body?.errors?.[0]?.code as string | undefined) ?? ''),
      comeAgain: answer?.headers['retry-after'] !== undefined,
    });
    if (isSuccess) this.lastSuccess[number] = at;
    await pause(isSuccess ? this.pace : Math.max(this.pace, paceAfterFailure));
    return isSuccess;
  }
}
