// SQL: asks the server itself.
import { Logger } from '@nestjs/common';
import { Client, type ClientConfig } from 'pg';
import { isTooFull, isUnavailable } from './database-errors';
import { isRefusedByPooler, pooledUnsaid } from './pooler';
import { within } from './time-limit';
import type { ConnectionWatch, WatchedClient } from './watched-client';

/** In ms. Together they say how long a request waits for a server that does not answer: one of each of the first three. */
export interface WatchLimits {
  /** Between two questions to the server while somebody waits for it. */
  interval: number;
  /** And while nobody does. Whoever begins to wait then is looked after within `interval`. */
  rest: number;
  /** For its answer. */
  answer: number;
  /** For a new connection, where the one that asks has died. */
  connect: number;
  /** For one, until another is begun beside it: what was sent while a network swallowed it is lost. */
  beside: number;
  /** Between two tries while the server is away. */
  retry: number;
  /** A statement without an answer for so long may have lost its connection, which the server knows. */
  stalled: number;
  /** One that is under way for so long has: the server ends each after 15 s. */
  lost: number;
}

const defaults: WatchLimits = {
  interval: 500,
  rest: 5_000,
  answer: 2_500,
  connect: 1_500,
  beside: 500,
  retry: 250,
  stalled: 3_000,
  lost: 20_000,
};

/** Clocks that are further apart are the operator's to mend. */
const MAX_CLOCK_OFFSET_MS = 1_000;

/** What the server says of itself. */
const question =
  'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now, pg_backend_pid() AS pid';
/** And which of these of its processes work on a statement that they can answer. It costs many times as much, and is asked only where somebody waits. */
const questionOf = `${question}, ARRAY(
    SELECT pid FROM pg_stat_activity WHERE pid = ANY ($1::int[]) AND state = 'active' AND wait_event IS DISTINCT FROM 'ClientWrite'
  ) AS working`;

interface Answer {
  now: number;
  pid: number;
  working?: number[];
}

interface Progress {
  bytesRead: number;
  since: number;
}

/**
 * Whether the server of a database answers, asked over a connection of its own. A network that swallows what is sent gives no error: without this, each request
 * would wait for its own limit, and connections that died would be used again. When the server does not answer, all connections to it are cut, and
 * none is made until it does.
 */
export class ServerWatch implements ConnectionWatch {
  private readonly log = new Logger('database');
  private readonly limits: WatchLimits;
  private readonly connections = new Map<WatchedClient, Progress>();
  private own?: Client | undefined;
  /** Being connected. */
  private readonly begun = new Set<Client>();
  private beginning?: NodeJS.Timeout;
  private timer?: NodeJS.Timeout;
  /** When the server was asked last. */
  private askedAt = -Infinity;
  /** Nobody waits for the server, and it is left alone for a while. */
  private isResting = false;
  private restsSince = 0;
  /** Somebody uses it after a rest, and it was not looked after since. */
  private isSeldomUsed = false;
  private verify: (client: Client) => Promise<void> = () => Promise.resolve();
  private isVerified = false;
  private stopped = false;
  private isOff = false;
  private readonly waiting: (() => void)[] = [];
  refusal: Error | undefined;
  /** The server's clock less that of this process, in ms; undefined: not known yet. */
  clockOffset: number | undefined;

  constructor(
    private readonly config: ClientConfig,
    limits: Partial<WatchLimits> = {},
  ) {
    this.limits = { ...defaults, ...limits };
  }

  add(client: WatchedClient): void {
    this.connections.set(client, { bytesRead: 0, since: performance.now() });
    this.used();
  }

  used(): void {
    if (!this.isResting) return;
    this.isResting = false;
    this.isSeldomUsed = performance.now() - this.restsSince > this.limits.interval / 2;
    // Nobody has waited so far, and so nobody since the look before.
    this.stalled();
    this.lookAfter(this.limits.interval);
  }

  /** What is asked now and then is answered within a moment, and nobody is woken to see that. Where more is asked, a look now and then costs less than this after each. */
  answered(): void {
    if (!this.isSeldomUsed || this.isWaitedFor) return;
    this.isSeldomUsed = false;
    this.lookAgain();
  }

  /** Calls it each time that the server answers again. */
  onAnswersAgain(listener: () => void): void {
    this.waiting.push(listener);
  }

  remove(client: WatchedClient): void {
    this.connections.delete(client);
  }

  /** Looks for the first time; throws what the operator has to mend, and nothing because the server is away. `verify`: what has to hold on it. */
  async start(verify: (client: Client) => Promise<void>): Promise<void> {
    this.verify = verify;
    try {
      await this.ask();
    } catch (error) {
      this.dropOwn();
      if (isRefusedByPooler(error)) throw pooledUnsaid();
      if (!isUnavailable(error)) throw error;
      this.lost(error as Error);
    }
    this.lookAgain();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.dropOwn();
  }

  private lookAgain(): void {
    const { retry, interval, rest } = this.limits;
    this.isResting = !this.refusal && !this.isWaitedFor;
    this.restsSince = performance.now();
    const rested = Math.max(interval, this.askedAt + rest - performance.now());
    this.lookAfter(this.isResting ? rested : this.refusal ? retry : interval);
  }

  private lookAfter(ms: number): void {
    clearTimeout(this.timer);
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.look(), ms).unref();
  }

  private async look(): Promise<void> {
    this.isResting = false;
    this.isSeldomUsed = false;
    const isRested = performance.now() >= this.askedAt + this.limits.rest;
    if (isRested || this.refusal || this.isWaitedFor) await this.lookAtServer();
    this.lookAgain();
  }

  private async lookAtServer(): Promise<void> {
    const before = this.bytesRead();
    try {
      await this.ask();
      this.cameBack();
    } catch (error) {
      this.dropOwn();
      if (this.stopped) return;
      // It answers others, or says that it has no place for one more.
      const answers = this.bytesRead() > before || isTooFull(error);
      if (this.isVerified && answers) this.cameBack();
      else this.lost(error as Error);
    }
  }

  /** Whether somebody waits for an answer, or for a connection. */
  private get isWaitedFor(): boolean {
    for (const client of this.connections.keys()) if (client.busy || client.isConnecting) return true;
    return false;
  }

  /** Where the connection that asks has died, once more over a new one. */
  private async ask(): Promise<void> {
    this.askedAt = performance.now();
    if (this.own) {
      const before = this.bytesRead();
      try {
        return await this.askOver(this.own);
      } catch (error) {
        this.dropOwn();
        if (!isUnavailable(error)) throw error;
        if (this.bytesRead() > before) return;
      }
    }
    await this.askOver(await this.connectOwn());
  }

  private async connectOwn(): Promise<Client> {
    const client = await within(this.limits.connect, 'connecting', this.firstConnected());
    this.own = client;
    this.begun.delete(client);
    this.dropBegun();
    await within(this.limits.answer, 'the server', this.verify(client));
    this.isVerified = true;
    return client;
  }

  /** Of those that are begun one after another until one of them is there, as RFC 8305 does with addresses; or what the server says to one. */
  private firstConnected(): Promise<Client> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        const client = new Client(this.config);
        this.begun.add(client);
        client.on('error', () => undefined);
        client.connect().then(() => resolve(client), reject);
      };
      begin();
      this.beginning = setInterval(begin, this.limits.beside);
    });
  }

  private async askOver(client: Client): Promise<void> {
    const stalled = this.stalled();
    const asked = Date.now();
    const pids = stalled.map(({ pid }) => pid);
    const answer = client.query<Answer>(pids.length > 0 ? { text: questionOf, values: [pids] } : question);
    const { rows } = await within(this.limits.answer, 'the server', answer);
    const [{ now, pid, working = [] }] = rows as [Answer];
    const ownPid = (client as unknown as { processID: number }).processID;
    this.compareClocks(now, asked, Date.now());
    // What stands between may give numbers of its own.
    if (pid === ownPid) this.cut(stalled.filter((each) => !working.includes(each.pid!)));
  }

  /** The server read its clock between these two times. */
  private compareClocks(now: number, asked: number, answered: number): void {
    const uncertain = (answered - asked) / 2;
    const offset = now - (asked + answered) / 2;
    // A slow answer tells less than the last quick one.
    if (this.clockOffset === undefined || uncertain < 100) this.clockOffset = offset;
    const isOff = Math.abs(offset) - uncertain > MAX_CLOCK_OFFSET_MS;
    if (isOff && !this.isOff)
      this.log.warn(
        `the clock of this process and that of the database are ${Math.round(Math.abs(offset))} ms apart`,
      );
    this.isOff = isOff;
  }

  /** Those that wait for an answer for long. */
  private stalled(): WatchedClient[] {
    const [found, now]: [WatchedClient[], number] = [[], performance.now()];
    for (const [client, progress] of this.connections) {
      const { bytesRead } = client.socket;
      const waited = now - progress.since;
      if (!client.busy || bytesRead !== progress.bytesRead)
        Object.assign(progress, { bytesRead, since: now });
      else if (waited >= this.limits.lost) client.cut();
      else if (waited >= this.limits.stalled) found.push(client);
    }
    return found;
  }

  /** But for those that were answered meanwhile. */
  private cut(clients: WatchedClient[]): void {
    const lost = clients.filter(
      (client) => client.busy && client.socket.bytesRead === this.connections.get(client)?.bytesRead,
    );
    for (const client of lost) {
      this.log.warn('a connection to the database was lost');
      client.cut();
    }
    if (lost.length > 0) this.tryUnused();
  }

  /** What one connection died of, others may have died of while nobody used them: whoever used one next would wait for it. A query without text does nothing, in a transaction, too. */
  private tryUnused(): void {
    for (const client of this.connections.keys()) {
      if (client.busy || client.isConnecting) continue;
      const { bytesRead } = client.socket;
      within(this.limits.answer, 'a connection', client.query('')).catch(() => {
        if (client.socket.bytesRead === bytesRead) client.cut();
      });
    }
  }

  private bytesRead(): number {
    let sum = 0;
    for (const { socket } of this.connections.keys()) sum += socket.bytesRead;
    return sum;
  }

  private cameBack(): void {
    if (!this.refusal) return;
    this.log.warn('the database answers again');
    this.refusal = undefined;
    for (const listener of this.waiting) listener();
  }

  private lost(error: Error): void {
    if (!this.refusal) this.log.warn(`the database does not answer: ${error.message || String(error)}`);
    const message = 'the database does not answer: Connection terminated';
    this.refusal = Object.assign(new Error(message, { cause: error }), { code: 'ETIMEDOUT' });
    for (const client of [...this.connections.keys()]) client.cut();
  }

  private dropOwn(): void {
    if (this.own) cutOff(this.own);
    this.own = undefined;
    this.dropBegun();
  }

  private dropBegun(): void {
    clearInterval(this.beginning);
    for (const client of this.begun) cutOff(client);
    this.begun.clear();
  }
}

function cutOff(client: Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
