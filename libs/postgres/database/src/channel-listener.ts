import { Logger } from '@nestjs/common';
import { databasePooler, SettingsError } from '@storewright/config';
import { Client } from 'pg';
import { refusePooled } from './pooler';
import { within } from '@storewright/postgres-driver';

/** In ms. */
const limits = { reconnect: 1_000, connect: 2_500, answer: 2_500, idle: 5_000 };

export interface ListenerOptions {
  url: string;
  /** Seen in pg_stat_activity, and in the log. */
  applicationName: string;
  channels: readonly string[];
  /** How long nobody speaks before the server is asked whether it is there, ms. */
  idleMs?: number;
  /** How long after a connection broke another one is begun, ms. */
  reconnectMs?: number;
  onNotification: (payload: string, channel: string) => void;
  /** On each new connection, once it listens: what was announced before was not received. */
  onConnect?: (client: Client) => Promise<void>;
  onDisconnect?: () => void;
}

/** Receives what is announced on channels of a database, over a connection of its own that is made again whenever it breaks. */
export class ChannelListener {
  private readonly log: Logger;
  private client?: Client | undefined;
  private timer?: NodeJS.Timeout;
  private stopped = false;

  constructor(private readonly options: ListenerOptions) {
    this.log = new Logger(options.applicationName);
  }

  /** Resolves after the first try, whether it succeeded or not; throws what the operator has to mend. */
  async start(): Promise<void> {
    const { url, applicationName, onNotification } = this.options;
    const client = new Client({ connectionString: url, application_name: applicationName, keepAlive: true });
    this.client = client;
    client.on('error', () => this.again(client));
    client.on('end', () => this.again(client));
    client.on('notification', ({ payload = '', channel }) => onNotification(payload, channel));
    try {
      await within(limits.connect, 'connecting', client.connect());
      await within(limits.answer, 'LISTEN', this.listen(client));
      if (this.client === client) this.askSometimes(client);
    } catch (error) {
      if (this.client !== client) return;
      if (error instanceof SettingsError) await this.stop();
      if (error instanceof SettingsError) throw error;
      this.log.warn(`not listening for changes: ${(error as Error).message}`);
      this.again(client);
    }
  }

  private async listen(client: Client): Promise<void> {
    const { channels, onConnect } = this.options;
    if (databasePooler(process.env) !== 'none') await refusePooled(client);
    for (const channel of channels) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    await onConnect?.(client);
  }

  /** A connection on which nobody speaks may have died long ago: silence and death sound the same. */
  private askSometimes(client: Client): void {
    this.timer = setTimeout(() => {
      within(limits.answer, 'the server', client.query('SELECT 1')).then(
        () => this.client === client && this.askSometimes(client),
        () => this.again(client),
      );
    }, this.options.idleMs ?? limits.idle).unref();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    if (this.client) await goodbye(this.client);
  }

  /** At once, over a new connection: the server was away, so that the one that is open or begun may be dead without a word. */
  reconnect(): void {
    if (this.stopped) return;
    if (this.client) this.drop(this.client);
    clearTimeout(this.timer);
    void this.start();
  }

  private again(client: Client): void {
    if (this.client !== client) return;
    this.drop(client);
    if (this.stopped) return;
    const { reconnectMs = limits.reconnect } = this.options;
    this.timer = setTimeout(() => void this.start(), reconnectMs).unref();
  }

  private drop(client: Client): void {
    this.client = undefined;
    clearTimeout(this.timer);
    this.options.onDisconnect?.();
    if (!this.stopped) void goodbye(client);
  }
}

/** Whoever does not answer is cut off. */
async function goodbye(client: Client): Promise<void> {
  await within(limits.answer, 'the goodbye', client.end()).catch(() => undefined);
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
