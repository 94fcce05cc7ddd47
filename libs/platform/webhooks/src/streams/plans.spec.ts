import { randomUUID } from 'node:crypto';
import {
  type AuthDatabase,
  bind,
  CompiledStatements,
  type Context,
  dataSourceOptions,
  plainTopology,
  sessionSettings,
  setLocal,
  settingsOf,
  type ShopDatabase,
  type Statement,
  type StatementDefinition,
  type StatementValues,
} from '@storewright/database';
import { App, Installation, Shop, WebhookSecret } from '@storewright/entities';
import { Event } from '@storewright/events';
import {
  anApp,
  aShop,
  planPages,
  PreparedPlans,
  testDatabase,
  type TestDatabase,
} from '@storewright/testing';
import { DataSource } from 'typeorm';
import { WebhookDelivery } from '../webhook-delivery.entity';
import { waitingRequests } from './waiting-requests';
import type { DeliveryObserver } from './observer';
import type { WebhookSettings } from './settings';
import { leaseStreams } from './stream-leases';
import { firstPage, RECEIVERS_PAGE, WebhookReceivers } from './webhook-receivers';

/*
 * Workers prepare statements while a database may be empty. Their plans must not read more as a shop grows.
 */
const [installations, deliveries] = [20_000, 20_000];
const shop_id = randomUUID();
const worker = 7;
const anId = (number: string) => `('018cc3fe-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const idOf = (number: number) => `018cc3fe-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
const ids = Array.from({ length: RECEIVERS_PAGE }, (_, at) => idOf(at + 1));

let database: TestDatabase;
let plans: PreparedPlans;
let compiled: CompiledStatements;
beforeAll(async () => {
  database = await testDatabase();
  plans = await PreparedPlans.connect(database.url('hooks'), sessionSettings);
  const entities = [App, Installation, Shop, WebhookSecret, WebhookDelivery, Event];
  const options = { url: database.url('hooks'), applicationName: 'spec', entities };
  const source = new DataSource(dataSourceOptions(options));
  await (source as unknown as { buildMetadatas(): Promise<void> }).buildMetadatas();
  compiled = new CompiledStatements(source);
});
afterAll(async () => {
  await plans.close();
  await database.drop();
});

const explained = (context: Context, statement: Statement) =>
  plans.explain(setLocal(settingsOf(context)), statement);

/** Statements that the worker sends. */
async function statementsOf(work: (database: ShopDatabase & AuthDatabase) => Promise<unknown>) {
  const asked: Statement[] = [];
  const database = {
    topology: plainTopology,
    execute: async (_: Context, { name, build }: StatementDefinition<object>, values: StatementValues) => {
      asked.push(bind(compiled.get(name, build), values));
      return [];
    },
    batch: async (_: Context, statements: readonly Statement[]) => {
      asked.push(...statements);
      return statements.map(() => ({ rows: [] }));
    },
  };
  await work(database as unknown as ShopDatabase & AuthDatabase);
  return asked as [Statement, ...Statement[]];
}

/** One delivery to each installation. */
async function deliver(shop: string, status: string, count: number): Promise<void> {
  await database.query(
    `INSERT INTO shop.webhook_deliveries
       (shop_id, id, installation_id, kind, event_id, event_type, sequence, status, attempts, created_at, updated_at)
     SELECT $1, ${anId('n')}, ${anId('n')}, 'event', ${anId('n')}, 'meta.created', n, $2, 1, now(), now()
     FROM generate_series(1, $3::integer) n`,
    [shop, status, count],
  );
}

it('leaseStreams reads only the leased webhook streams, and no earlier deliveries of the shop', async () => {
  const request = { shop_id, installations: ids, worker, now: new Date(), limit: 25, head: 1 };
  const [lease] = await statementsOf((database) => leaseStreams(database, request));
  await explained({ shop_id }, lease);
  await database.query(
    `INSERT INTO shop.webhook_streams (shop_id, installation_id, app_id, last_sequence)
     SELECT $1, ${anId('n')}, ${anId('n')}, 0 FROM generate_series(1, $2::integer) n`,
    [shop_id, installations],
  );
  await deliver(shop_id, 'delivered', deliveries);
  const plan = await explained({ shop_id }, lease);
  expect(plan['Actual Rows']).toBe(25);
  // Reads a thousand rows by an index with three levels and writes few.
  expect(planPages(plan)).toBeLessThan(5 * RECEIVERS_PAGE);
});

it('waitingRequests reads only the requested deliveries and their events, not the whole event log', async () => {
  const holder = { shop_id: randomUUID(), installation_id: idOf(1), worker };
  const [waiting] = await statementsOf((database) => waitingRequests(database, holder));
  await explained(holder, waiting);
  await database.query(
    `INSERT INTO shop.events (shop_id, id, sequence, type, resource_type, resource_id, resource, changed, occurred_at)
     SELECT $1, ${anId('n')}, n, 'meta.created', 'meta', n, '{}', '{}', now() FROM generate_series(1, $2::integer) n`,
    [holder.shop_id, deliveries],
  );
  await deliver(holder.shop_id, 'waiting', 10);
  const plan = await explained(holder, waiting);
  expect(plan['Actual Rows']).toBe(1);
  expect(planPages(plan)).toBeLessThan(50);
});

describe('WebhookReceivers.read()', () => {
  let read: (after: string) => Promise<Statement>;
  beforeAll(async () => {
    read = async (after) => {
      const none = {} as DeliveryObserver & WebhookSettings;
      const [page] = await statementsOf((database) =>
        new WebhookReceivers(database, none, none).read(shop_id, after),
      );
      return page;
    };
    await explained({ shop_id }, await read(firstPage));
    const { id } = await aShop(database, { id: shop_id });
    const { owner_id } = await anApp(database);
    await database.query(
      `WITH made AS (
         INSERT INTO auth.apps (id, owner_id, name, install_url, scopes)
         SELECT ${anId('n')}, $2, 'one of many', 'http://localhost/', '{}' FROM generate_series(1, $3::integer) n RETURNING id
       ), secrets AS (
         INSERT INTO auth.webhook_secrets (app_id, generation, id, sealed) SELECT id, 1, id, 'x' FROM made
       )
       INSERT INTO auth.installations (shop_id, id, app_id, scopes, status, installed_at)
       SELECT $1, id, id, '{}', 'installed', now() FROM made`,
      [id, owner_id, installations],
    );
  });

  it.each([
    ['first', firstPage],
    ['second', ids.at(-1)!],
    ['last', idOf(installations - RECEIVERS_PAGE)],
  ])('reads only the installations, apps and secrets of the %s page', async (_, after) => {
    const plan = await explained({ shop_id }, await read(after));
    expect(plan['Actual Rows']).toBe(RECEIVERS_PAGE);
    expect(planPages(plan)).toBeLessThan(12 * RECEIVERS_PAGE);
  });
});
