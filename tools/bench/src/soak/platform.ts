import { fillShop } from '@storewright/meta/testing';
import { freePort } from '@storewright/testing';
import { Client } from 'pg';
import { serviceNames } from '../faults/fault-platform';
import { openStage, type ServiceName, type Stage } from '../stage';
import { makeShop } from '../people';
import { ReceiverProcess } from '../webhooks/receiver-process';
import { makeSubscribedShop } from '../webhooks/subscribed-shop';
import { Mix, type SoakShop } from './mix';
import type { SoakOptions } from './options';

/** Number of webhook receivers for the steady request mix, and for the backlog of events. */
export const [steadyReceivers, backlogReceivers] = [10, 20];
/** Number of meta objects in the first shop, so that searches have data. */
const INITIAL_OBJECTS = 50_000;

export interface SoakPlatform {
  stage: Stage;
  receivers: ReceiverProcess;
  metricsUrls: Map<string, string>;
  mix: Mix;
  startedAt: number;
  cpu(): Record<string, number>;
}

export async function openPlatform(stage: Stage, { shops: count, rate }: SoakOptions): Promise<SoakPlatform> {
  const receivers = await ReceiverProcess.start(stage, steadyReceivers + backlogReceivers);
  const ports = new Map<ServiceName, number>();
  const metricsUrls = new Map<string, string>();
  for (const name of serviceNames) {
    const metrics = await freePort();
    ports.set(
      name,
      await stage.startService(name, { environment: { METRICS_PORT: String(metrics), LOG_LEVEL: 'warn' } }),
    );
    metricsUrls.set(name, `http://127.0.0.1:${metrics}/metrics`);
  }
  const startedAt = performance.now();
  const served = { shopApi: ports.get('shop-api')!, authApi: ports.get('auth-api')! };
  const shops: SoakShop[] = [];
  for (let at = 0; at < count; at += 1) shops.push(await makeSoakShop(stage, receivers, at));
  const client = new Client({ connectionString: stage.databaseUrl() });
  await client.connect();
  const mix = new Mix(served, shops, client, rate);
  await fillShop(stage.client, shops[0]!.id, INITIAL_OBJECTS, stage.folder);
  for (const shop of shops.filter(({ isSubscribed }) => !isSubscribed)) await addVariant(mix, shop);
  await stage.client.query('VACUUM ANALYZE');
  return {
    ...{ stage, receivers, metricsUrls, mix, startedAt },
    cpu: () => ({
      ...Object.fromEntries(serviceNames.map((name) => [name, stage.cpuOf(ports.get(name)!) ?? 0])),
      Postgres: stage.serverCpu() ?? 0,
    }),
  };
}

/** Starts the test environment with autovacuum enabled, as in production. */
export const openSoakStage = () => openStage({ autovacuum: 'on', shared_buffers: '256MB' });

/** Creates a shop for the request mix. Every second shop has three webhook receivers. */
async function makeSoakShop(stage: Stage, receivers: ReceiverProcess, at: number): Promise<SoakShop> {
  const [objects, older]: [string[], string[]] = [[], []];
  if (at % 2 === 0)
    return { ...(await makeShop(stage.client, `soak-${at}`)), isSubscribed: false, objects, older };
  const own = [0, 1, 2].map((next) => (at + next) % steadyReceivers);
  const shop = await makeSubscribedShop(stage.client, own, receivers.ports);
  return { ...shop, isSubscribed: true, objects, older };
}

async function addVariant(mix: Mix, shop: SoakShop): Promise<void> {
  const api = mix.shopApi(shop);
  const product = await api.post('/api/products', {
    data: { type: 'products', attributes: { title: 'Mug', status: 'active' } },
  });
  const attributes = {
    ...{ title: 'Blue', price_amount: 1_995, currency_code: 'EUR' },
    inventory_quantity: 1_000_000,
  };
  const relationships = { product: { data: { type: 'products', id: product.body.data.id as string } } };
  const { body } = await api.post('/api/variants', { data: { type: 'variants', attributes, relationships } });
  shop.variant = body.data.id as string;
}
