import { randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { hooksWorkerSettings } from '@storewright/config';
import { createApplication, readiness } from '@storewright/server';
import {
  aShop,
  anApp,
  testDatabase,
  type TestDatabase,
  testKey,
  testSecretsKey,
  type TestShop,
  until,
} from '@storewright/testing';
import { seal } from '@storewright/tokens';
import { mintWebhookSecret } from '@storewright/webhook-message';
import { DeliveryScheduler, type WebhookSettings } from '@storewright/webhooks';
import type { DestinationStream } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { AppModule, needs } from '../app.module';

const keys = new Map([['test', Buffer.from(testKey, 'base64')]]);

export class TestClock {
  private ms = Date.now();
  now(): number {
    return this.ms;
  }
  advance(ms: number): void {
    this.ms += ms;
  }
}

export interface Installed {
  id: string;
  app: string;
  developer: string;
  secret: string;
}

/** A test environment: a test database, and webhook workers in this process. */
export class Stage {
  readonly clock = new TestClock();
  private readonly workers: NestFastifyApplication[] = [];

  private constructor(readonly database: TestDatabase) {}

  /**
   * Opens a test environment on a new test database, or on `database`. Closing the environment drops the
   * database.
   */
  static async open(database?: TestDatabase): Promise<Stage> {
    return new Stage(database ?? (await testDatabase()));
  }

  async startWorker(
    {
      log,
      ...overrides
    }: Partial<Pick<WebhookSettings, 'exchangeMs' | 'pace'>> & {
      clock?: TestClock | undefined;
      log?: DestinationStream;
    } = {},
    environment: Record<string, string> = {},
  ): Promise<NestFastifyApplication> {
    const url = this.database.url('hooks');
    const settings = hooksWorkerSettings({
      ...{ AUTH_DATABASE_URL: url, SHOP_DATABASE_URL: url, SECRETS_KEY: testSecretsKey },
      ...{ LOG_LEVEL: 'silent', WEBHOOKS_ALLOW_LOOPBACK: 'true', ...environment },
    });
    const module = AppModule.with(settings, { clock: this.clock, random: () => 0.5, ...overrides });
    const worker = await createApplication(module, {
      ...settings,
      name: 'hooks-worker',
      ready: readiness(needs),
      ...(log && { log }),
    });
    await worker.listen(0, '127.0.0.1');
    this.workers.push(worker);
    return worker;
  }

  /** Advances the test clock by `ms` milliseconds and makes the webhook workers poll immediately. */
  async after(ms: number): Promise<void> {
    this.clock.advance(ms);
    await Promise.all(this.workers.map((worker) => worker.get(DeliveryScheduler, { strict: false }).poll()));
  }

  async install(
    shop: TestShop,
    url: string | null,
    given: { events?: string[]; scopes?: string[]; app?: Installed } = {},
  ): Promise<Installed> {
    const {
      events = ['meta.created', 'meta.updated', 'meta.deleted', 'installations.uninstalled'],
      scopes = ['meta.get'],
    } = given;
    const app = given.app ?? (await this.register(url, events));
    const id = randomUUID();
    await this.database.query(
      `INSERT INTO auth.installations (shop_id, id, app_id, scopes, status, installed_at) VALUES ($1, $2, $3,
        $4, 'installed', now())`,
      [shop.id, id, app.app, scopes],
    );
    return { ...app, id };
  }

  /**
   * Writes `count` events about meta objects and notifies the webhook workers. Returns the event ids in
   * order.
   */
  async write(shop: TestShop, count: number, type = 'meta.created'): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomUUID());
    for (const id of ids) await this.writeOne(shop, { id, type });
    await this.database.query(`SELECT pg_notify('storewright_events', $1)`, [shop.id]);
    return ids;
  }

  /** Commits events of several shops in one transaction, without notifying the webhook workers. */
  async writeAtOnce(shops: readonly TestShop[], each: number): Promise<void> {
    await this.database.query(
      `INSERT INTO shop.events (shop_id, id, type, resource_type, resource_id, resource, changed, occurred_at)
       SELECT shop_id, gen_random_uuid(), 'meta.created', 'meta', n, '{}', '{}', clock_timestamp()
       FROM unnest($1::uuid[]) AS shop_id, generate_series(1, $2::integer) AS n`,
      [shops.map(({ id }) => id), each],
    );
  }

  /** Writes an event without notifying the webhook workers. */
  async writeOne(
    shop: TestShop,
    given: { id: string; type?: string; resource_id?: string; attributes?: object },
  ): Promise<void> {
    const { id, type = 'meta.created', resource_id = id } = given;
    const { attributes = { data: { note: 'a\r\nwebhook-evil: 1 ü' } } } = given;
    const [resource_type] = type.split('.');
    const resource = JSON.stringify({ type: resource_type, id: resource_id, attributes });
    await this.database.query(
      `INSERT INTO shop.events (shop_id, id, type, resource_type, resource_id, resource, changed, occurred_at)
       VALUES ($1, $2, $3, $4, $5, $6, '{}', clock_timestamp())`,
      [shop.id, id, type, resource_type, resource_id, resource],
    );
  }

  /**
   * Requests webhook deliveries in the given order: a test delivery if `resource` is set, otherwise a replay
   * of an event. Returns the ids of the deliveries.
   */
  async request(
    shop: TestShop,
    { id: installation }: Installed,
    requested: readonly { event: string; type?: string; resource?: string }[],
  ): Promise<string[]> {
    const ids: string[] = [];
    for (const { event, type = 'meta.created', resource = null } of requested) {
      const id = uuidv7();
      ids.push(id);
      await this.database.query(
        `INSERT INTO shop.webhook_deliveries
           (shop_id, id, installation_id, kind, event_id, event_type, sequence, resource, status, attempts,
             created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $7::text IS NULL THEN 1 END, $7, 'waiting', 0, now(), now())`,
        [shop.id, id, installation, resource === null ? 'again' : 'test', event, type, resource],
      );
    }
    await this.database.query(`SELECT pg_notify('storewright_events', $1)`, [shop.id]);
    return ids;
  }

  settled(id: string): Promise<{ status: string; attempts: number; error: string | null }> {
    return until('the delivery was sent or rejected', async () => {
      const [row] = await this.database.query<{ status: string; attempts: number; error: string | null }>(
        'SELECT status, attempts, error FROM shop.webhook_deliveries WHERE id = $1',
        [id],
      );
      return row?.status !== 'waiting' && row;
    });
  }

  async uninstall(shop: TestShop, { id }: Installed): Promise<void> {
    await this.database.query(`UPDATE auth.installations SET status = 'uninstalled' WHERE id = $1`, [id]);
    const change = JSON.stringify({ shop_id: shop.id });
    await this.database.query(`SELECT pg_notify('storewright_credentials', $1)`, [change]);
  }

  async aShop(): Promise<TestShop> {
    return aShop(this.database);
  }

  async stream({ id }: Installed): Promise<Record<string, unknown> | undefined> {
    const rows = await this.database.query('SELECT * FROM shop.webhook_streams WHERE installation_id = $1', [
      id,
    ]);
    return rows[0];
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close()));
    await this.database.drop();
  }

  private async register(url: string | null, events: string[]): Promise<Installed> {
    const { id: app, owner_id: developer } = await anApp(this.database, { scopes: ['meta.get'] });
    const secret = mintWebhookSecret();
    await this.database.query('UPDATE auth.apps SET webhook_url = $2, webhook_events = $3 WHERE id = $1', [
      app,
      url,
      events,
    ]);
    await this.database.query(
      'INSERT INTO auth.webhook_secrets (app_id, generation, id, sealed) VALUES ($1, 1, $2, $3)',
      [app, randomUUID(), seal(keys, secret)],
    );
    return { id: '', app, developer, secret };
  }
}
