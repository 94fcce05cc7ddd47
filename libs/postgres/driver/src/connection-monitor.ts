// Uses raw SQL instead of TypeORM to query the clock and the processes of the server.
import { Logger } from '@nestjs/common';
import { Client, type ClientConfig } from 'pg';
import { isOptionsRejection, isServerUnavailable, isTooFull } from './connection-errors';
import {
  type ConnectionObserver,
  destroySocket,
  type MonitoredClient,
  processIdOf,
} from './monitored-client';
import { within } from './time-limit';

/**
 * Time limits and intervals of the connection monitor. The sum of the first three limits how long a request
 * waits for an unresponsive server.
 */
export interface MonitorLimits {
  /** Interval in milliseconds between checks of the server while a response is pending. */
  intervalMs: number;
  /** Time limit in milliseconds for the server's response to a check of the connection monitor. */
  answerMs: number;
  /** Time limit in milliseconds for reconnecting if the monitor's own connection broke. */
  connectMs: number;
  /**
   * Interval in milliseconds between checks of the server while no response is pending. The next request
   * restores the shorter interval.
   */
  idleIntervalMs: number;
  /**
   * Time in milliseconds after which a second connection attempt starts, because the network may have dropped
   * the packets of the first attempt.
   */
  nextAttemptMs: number;
  /** Interval in milliseconds between attempts to reach a server that is down. */
  retryMs: number;
  /**
   * Time in milliseconds without received data after which the monitor asks the server whether a statement is
   * still running.
   */
  stalledMs: number;
  /**
   * Time in milliseconds without received data after which the monitor closes the connection. The server
   * cancels a statement earlier, after 15 s.
   */
  lostMs: number;
}

const defaults: MonitorLimits = {
  intervalMs: 500,
  answerMs: 2_500,
  connectMs: 1_500,
  idleIntervalMs: 5_000,
  nextAttemptMs: 500,
  retryMs: 250,
  stalledMs: 3_000,
  lostMs: 20_000,
};

/**
 * Difference in milliseconds between the clocks of the database server and this process above which the log
 * contains a warning.
 */
const MAX_CLOCK_OFFSET_MS = 1_000;

/**
 * Response time in milliseconds above which a measured difference of the clocks is too imprecise to replace
 * an earlier measurement.
 */
const MAX_CLOCK_ERROR_MS = 100;

/** Minimum interval in milliseconds between two runs of the function `verify` over the same connection. */
const VERIFY_INTERVAL_MS = 1_000;

const check = 'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now, pg_backend_pid() AS pid';
/**
 * Query that checks the server and returns which of these server processes still execute a statement. This
 * query runs only for stalled connections, because it is much slower than `check`.
 */
const checkProcesses = `${check}, ARRAY(
    SELECT pid FROM pg_stat_activity WHERE pid = ANY ($1::int[])
      AND state = 'active' AND wait_event IS DISTINCT FROM 'ClientWrite'
  ) AS working`;

interface CheckResult {
  now: number;
  pid: number;
  working?: number[];
}

interface Progress {
  bytesRead: number;
  since: number;
}

/**
 * Checks over a separate connection whether the database server responds. If the server stops responding,
 * closes all connections and rejects new connections until the server responds again.
 *
 * Without the monitor, each request would wait for its own time limit and the process would use dead
 * connections again, because a network that drops packets reports no error.
 */
export class ConnectionMonitor implements ConnectionObserver {
  private readonly log = new Logger('database');
  private readonly limits: MonitorLimits;
  private readonly connections = new Map<MonitoredClient, Progress>();
  private own?: Client | undefined;
  private readonly connecting = new Set<Client>();
  private attempts?: NodeJS.Timeout;
  private timer?: NodeJS.Timeout;
  private checkedAt = -Infinity;
  /**
   * True if no response is pending on any connection. The next check of the server is then in
   * `idleIntervalMs`.
   */
  private isIdle = false;
  private idleSince = 0;
  /**
   * True if the first request after an idle time has started and the connection monitor has not checked the
   * server since.
   */
  private isRarelyUsed = false;
  private verify: (client: Client) => Promise<void> = () => Promise.resolve();
  private isVerified = false;
  private verifiedAt = -Infinity;
  private verifying: Promise<void> | undefined;
  private isStopped = false;
  private isClockOff = false;
  private readonly listeners: (() => void)[] = [];
  refusal: Error | undefined;
  /**
   * Clock of the database server minus the clock of this process, in milliseconds. undefined until the first
   * check.
   */
  clockOffsetMs: number | undefined;

  constructor(
    private readonly config: ClientConfig,
    limits: Partial<MonitorLimits> = {},
  ) {
    this.limits = { ...defaults, ...limits };
  }

  add(client: MonitoredClient): void {
    this.connections.set(client, { bytesRead: 0, since: performance.now() });
    this.used();
  }

  remove(client: MonitoredClient): void {
    this.connections.delete(client);
  }

  used(): void {
    if (!this.isIdle) return;
    this.isIdle = false;
    this.isRarelyUsed = performance.now() - this.idleSince > this.limits.intervalMs / 2;
    // Starts to measure the time without received data now, because no response was pending before this
    // request.
    this.stalledConnections();
    this.scheduleIn(this.limits.intervalMs);
  }

  /**
   * Postpones the check of the server after the first request of an idle time. The response usually arrives
   * before the check, so that the process does not wake up for the check.
   */
  answered(): void {
    if (!this.isRarelyUsed || this.isAwaited) return;
    this.isRarelyUsed = false;
    this.schedule();
  }

  onRecovered(listener: () => void): void {
    this.listeners.push(listener);
  }

  /**
   * Runs the first check of the server. Resolves even if the server is down, but throws the errors of the
   * function `verify`, which an operator must fix.
   */
  async start(verify: (client: Client) => Promise<void>): Promise<void> {
    this.verify = verify;
    try {
      await this.checkServer();
    } catch (error) {
      this.dropOwn();
      if (isOptionsRejection(error) || !isServerUnavailable(error)) throw error;
      this.refuseConnections(error as Error);
    }
    this.schedule();
  }

  /**
   * Runs the function `verify` again, at most once a second, because the server may have changed. After a
   * failure, rejects new connections until `verify` succeeds.
   */
  verifyAgain(): Promise<void> {
    if (this.verifying) return this.verifying;
    if (!this.own || this.refusal || performance.now() < this.verifiedAt + VERIFY_INTERVAL_MS)
      return Promise.resolve();
    this.verifying = this.verifyOwn(this.own).finally(() => (this.verifying = undefined));
    return this.verifying;
  }

  private async verifyOwn(own: Client): Promise<void> {
    try {
      await this.verifyOver(own);
    } catch (error) {
      if (isServerUnavailable(error)) return;
      this.dropOwn();
      this.refuseConnections(error as Error);
      this.schedule();
    }
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.dropOwn();
  }

  private schedule(): void {
    const { retryMs, intervalMs, idleIntervalMs } = this.limits;
    this.isIdle = !this.refusal && !this.isAwaited;
    this.idleSince = performance.now();
    const idleMs = Math.max(intervalMs, this.checkedAt + idleIntervalMs - performance.now());
    this.scheduleIn(this.isIdle ? idleMs : this.refusal ? retryMs : intervalMs);
  }

  private scheduleIn(ms: number): void {
    clearTimeout(this.timer);
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.onTimer(), ms).unref();
  }

  private async onTimer(): Promise<void> {
    this.isIdle = false;
    this.isRarelyUsed = false;
    const isDue = performance.now() >= this.checkedAt + this.limits.idleIntervalMs;
    if (isDue || this.refusal || this.isAwaited) await this.checkAndReact();
    this.schedule();
  }

  private async checkAndReact(): Promise<void> {
    const before = this.bytesRead();
    try {
      await this.checkServer();
      this.allowConnections();
    } catch (error) {
      this.dropOwn();
      if (this.isStopped) return;
      // True if the server responds on other connections, or reports that it has too many connections.
      const responds = this.bytesRead() > before || isTooFull(error);
      if (this.isVerified && responds) this.allowConnections();
      else this.refuseConnections(error as Error);
    }
  }

  private get isAwaited(): boolean {
    for (const client of this.connections.keys()) if (client.isBusy || client.isConnecting) return true;
    return false;
  }

  /**
   * Checks whether the server responds. If the monitor's own connection broke, repeats the check over a new
   * connection.
   */
  private async checkServer(): Promise<void> {
    this.checkedAt = performance.now();
    if (this.own) {
      const before = this.bytesRead();
      try {
        return await this.checkOver(this.own);
      } catch (error) {
        this.dropOwn();
        if (!isServerUnavailable(error)) throw error;
        if (this.bytesRead() > before) return;
      }
    }
    await this.checkOver(await this.connectOwn());
  }

  private async connectOwn(): Promise<Client> {
    const client = await within(this.limits.connectMs, 'connecting', this.firstConnected());
    this.own = client;
    this.connecting.delete(client);
    this.dropAttempts();
    await this.verifyOver(client);
    return client;
  }

  private async verifyOver(client: Client): Promise<void> {
    try {
      await within(this.limits.answerMs, 'the server', this.verify(client));
      this.isVerified = true;
      this.verifiedAt = performance.now();
    } catch (error) {
      if (!isServerUnavailable(error)) this.isVerified = false;
      throw error;
    }
  }

  /**
   * Starts connection attempts at an interval until the first attempt succeeds or fails, as RFC 8305 does
   * with addresses.
   */
  private firstConnected(): Promise<Client> {
    return new Promise((resolve, reject) => {
      const attempt = () => {
        const client = new Client(this.config);
        this.connecting.add(client);
        client.on('error', () => undefined);
        client.connect().then(() => resolve(client), reject);
      };
      attempt();
      this.attempts = setInterval(attempt, this.limits.nextAttemptMs);
    });
  }

  private async checkOver(client: Client): Promise<void> {
    const stalled = this.stalledConnections();
    const sentAt = Date.now();
    const pids = stalled.map(({ pid }) => pid);
    const query = client.query<CheckResult>(
      pids.length > 0 ? { text: checkProcesses, values: [pids] } : check,
    );
    const { rows } = await within(this.limits.answerMs, 'the server', query);
    const [{ now, pid, working = [] }] = rows as [CheckResult];
    this.compareClocks(now, sentAt, Date.now());
    // Skips the comparison of process ids behind a pooler, because a pooler assigns its own process ids.
    if (pid === processIdOf(client)) this.cut(stalled.filter((each) => !working.includes(each.pid!)));
  }

  /**
   * Estimates the difference between the clocks of the server and this process. The server read its clock
   * between `sentAt` and `receivedAt`.
   */
  private compareClocks(now: number, sentAt: number, receivedAt: number): void {
    const errorMs = (receivedAt - sentAt) / 2;
    const offsetMs = now - (sentAt + receivedAt) / 2;
    if (this.clockOffsetMs === undefined || errorMs < MAX_CLOCK_ERROR_MS) this.clockOffsetMs = offsetMs;
    const isOff = Math.abs(offsetMs) - errorMs > MAX_CLOCK_OFFSET_MS;
    if (isOff && !this.isClockOff)
      this.log.warn(
        `the clock of this process and that of the database are ${Math.round(Math.abs(offsetMs))} ms apart`,
      );
    this.isClockOff = isOff;
  }

  /**
   * Closes connections that have received no data for `lostMs`. Returns connections that have received no
   * data for `stalledMs`.
   */
  private stalledConnections(): MonitoredClient[] {
    const stalled: MonitoredClient[] = [];
    const now = performance.now();
    for (const [client, progress] of this.connections) {
      const { bytesRead } = client.socket;
      const waitedMs = now - progress.since;
      if (!client.isBusy || bytesRead !== progress.bytesRead)
        Object.assign(progress, { bytesRead, since: now });
      else if (waitedMs >= this.limits.lostMs) client.cut();
      else if (waitedMs >= this.limits.stalledMs) stalled.push(client);
    }
    return stalled;
  }

  /**
   * Closes the connections, except connections that have received data since the check of the server started.
   */
  private cut(clients: MonitoredClient[]): void {
    const lost = clients.filter(
      (client) => client.isBusy && client.socket.bytesRead === this.connections.get(client)?.bytesRead,
    );
    for (const client of lost) {
      this.log.warn('a connection to the database was lost');
      client.cut();
    }
    if (lost.length > 0) this.testUnused();
  }

  /**
   * Tests unused connections with an empty query, because the fault that broke one connection may have broken
   * others. An empty query has no effect, even in a transaction.
   */
  private testUnused(): void {
    for (const client of this.connections.keys()) {
      if (client.isBusy || client.isConnecting) continue;
      const { bytesRead } = client.socket;
      within(this.limits.answerMs, 'a connection', client.query('')).catch(() => {
        if (client.socket.bytesRead === bytesRead) client.cut();
      });
    }
  }

  private bytesRead(): number {
    let sum = 0;
    for (const { socket } of this.connections.keys()) sum += socket.bytesRead;
    return sum;
  }

  private allowConnections(): void {
    if (!this.refusal) return;
    this.log.warn('the database responds again');
    this.refusal = undefined;
    for (const listener of this.listeners) listener();
  }

  private refuseConnections(error: Error): void {
    const reason = isServerUnavailable(error) ? 'does not respond' : 'does not fit this service';
    if (!this.refusal) this.log.warn(`the database ${reason}: ${error.message || String(error)}`);
    const message = 'the database does not respond: Connection terminated';
    this.refusal = Object.assign(new Error(message, { cause: error }), { code: 'ETIMEDOUT' });
    for (const client of [...this.connections.keys()]) client.cut();
  }

  private dropOwn(): void {
    if (this.own) destroySocket(this.own);
    this.own = undefined;
    this.dropAttempts();
  }

  private dropAttempts(): void {
    clearInterval(this.attempts);
    for (const client of this.connecting) destroySocket(client);
    this.connecting.clear();
  }
}
