import { Logger } from '@nestjs/common';
import { Client } from 'pg';

const reconnectAfterMs = 1_000;

export interface ListenerOptions {
  url: string;
  /** Seen in pg_stat_activity, and in the log. */
  applicationName: string;
  channels: readonly string[];
  onNotification: (payload: string, channel: string) => void;
  /** On each new connection, once it listens: what was announced before was not heard. */
  onConnect?: (client: Client) => Promise<void>;
  onDisconnect?: () => void;
}

/** Hears what is announced on channels of a database, over a connection of its own that is made again whenever it breaks. */
export class ChannelListener {
  private readonly log: Logger;
  private client?: Client | undefined;
  private timer?: NodeJS.Timeout;
  private stopped = false;

  constructor(private readonly options: ListenerOptions) {
    this.log = new Logger(options.applicationName);
  }

  /** Resolves after the first try, whether it succeeded or not. */
  async start(): Promise<void> {
    const { url, applicationName, channels, onNotification, onConnect } = this.options;
    const client = new Client({ connectionString: url, application_name: applicationName, keepAlive: true });
    this.client = client;
    client.on('error', () => this.again(client));
    client.on('end', () => this.again(client));
    client.on('notification', ({ payload = '', channel }) => onNotification(payload, channel));
    try {
      await client.connect();
      for (const channel of channels) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      await onConnect?.(client);
    } catch (error) {
      this.log.warn(`not listening for changes: ${(error as Error).message}`);
      this.again(client);
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private again(client: Client): void {
    if (this.client !== client) return;
    this.client = undefined;
    this.options.onDisconnect?.();
    if (this.stopped) return;
    void client.end().catch(() => undefined);
    this.timer = setTimeout(() => void this.start(), reconnectAfterMs).unref();
  }
}
