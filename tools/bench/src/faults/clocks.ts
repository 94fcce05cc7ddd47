import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { HttpClient, type Received, until } from '@storewright/testing';
import { Client } from 'pg';
import { makeNonces } from '../people';
import type { ServiceName } from '../stage';
import { type Row, underTraffic } from './fault';
import { withDatabaseClock } from './database-clock';
import { serviceNames, type Shop, type World } from './world';

/** How far a clock is off. */
export const minutes = 5;

/** Each service, with a clock that is five minutes off; what others see is dated by the database's. */
export async function clocks(world: World): Promise<Row[]> {
  const clock = clockOf(minutes);
  if (!clock)
    return [
      {
        done: 'clocks that are off by five minutes',
        seen: 'needs libfaketime (Debian: libfaketime)',
        expected: 'dated by the database',
        ok: 'not run',
      },
    ];
  const rows = [];
  for (const offset of world.short ? [minutes] : [minutes, -minutes])
    rows.push(await withClock(world, clockOf(offset)!, offset));
  // Retention first runs a minute or two after a worker starts.
  if (!world.short) rows.push(await withDatabaseClock(world));
  return rows;
}

/** Variables of a process whose clock is so many minutes ahead; undefined where there is no libfaketime. */
export function clockOf(offset: number): Record<string, string> | undefined {
  const library = findLibrary();
  return library === undefined
    ? undefined
    : {
        LD_PRELOAD: library,
        FAKETIME: `${offset > 0 ? '+' : ''}${offset}m`,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      };
}

function findLibrary(): string | undefined {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib') : [];
  return ['', ...folders]
    .map((folder) => join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1'))
    .find((file) => existsSync(file));
}

async function withClock(world: World, clock: Record<string, string>, offset: number): Promise<Row> {
  const wrong: string[] = [];
  let signed = 0;
  const shop = await world.makeShop(world.receiver.url);
  const row = await underTraffic(world, {
    done: `the clocks of all services are ${Math.abs(offset)} minutes ${offset > 0 ? 'ahead' : 'behind'}`,
    allowed: ['no answer', '503', '409 idempotency_in_progress'],
    async happen() {
      await restartAll(world, clock);
      world.reply = (received) => {
        signed += 1;
        wrong.push(...datesOf(received));
        return 204;
      };
      wrong.push(...(await datesOfObject(world, shop)), ...(await exchanges(world, shop)));
      await until('webhooks come', () => Promise.resolve(signed > 10));
      for (const name of serviceNames)
        if (!(await warns(world, name))) wrong.push(`${name} gives no warning`);
      wrong.push(...(await metric(world, offset)));
      await restartAll(world, {});
      world.reply = () => 204;
    },
    also: () => ({
      seen:
        wrong.length > 0
          ? [...new Set(wrong)].slice(0, 5).join(', ')
          : `${signed} webhooks and all else dated by the database, each service warns`,
      expected: 'dated by the database, a warning of each service, the metric',
      ok: wrong.length === 0,
    }),
  });
  return row;
}

export async function restartAll(world: World, clock: Record<string, string>): Promise<void> {
  await Promise.all(
    serviceNames.map(async (name) => {
      await world.services.get(name)!.stop();
      await world.startAgain(name, clock);
    }),
  );
  for (const name of serviceNames) await until('it is ready', async () => (await world.ready(name)) === 200);
}

/** Nearer to the time of the world, which is the database's, than to the wrong one. */
const isRight = (time: number) => Math.abs(time - Date.now()) < (minutes * 60_000) / 2;

export function datesOf({ headers, body }: Received): string[] {
  const wrong = [];
  if (!isRight(Number(headers['webhook-timestamp']) * 1000)) wrong.push('webhook-timestamp is wrong');
  if (!isRight(Date.parse(body.timestamp))) wrong.push('timestamp of a webhook is wrong');
  return wrong;
}

export async function datesOfObject(world: World, shop: Shop): Promise<string[]> {
  const attributes = { resource_type: 'clocks', resource_id: '1', data: {} };
  const { body } = await world.shopApi(shop).post('/api/meta', { data: { type: 'meta', attributes } });
  return isRight(Date.parse(body.data.meta.created_at as string)) ? [] : ['created_at is wrong'];
}

/** A nonce that has a minute left by the database's clock, and one that has ended a minute ago. */
async function exchanges(world: World, shop: Shop): Promise<string[]> {
  const client = new Client({ connectionString: world.postgres.administratorUrl });
  await client.connect();
  const wrong = [];
  for (const [left, expected] of [
    ['1 minute', 200],
    ['-1 minute', 410],
  ] as const) {
    const nonces = await makeNonces(client, { ...shop }, 1);
    await client.query(
      `UPDATE auth.nonces SET expires_at = now() + $2::interval WHERE shop_id = $1 AND exchanged_at IS NULL`,
      [shop.id, left],
    );
    const { status } = await world.authApi().get(`/api/oauth_tokens/nonce/${nonces[0]}`);
    if (status !== expected) wrong.push(`a nonce with ${left} left: ${status}`);
  }
  await client.end();
  return wrong;
}

async function warns(world: World, name: ServiceName): Promise<boolean> {
  const said = () =>
    Promise.resolve(/clock of this process and that of the database/.test(world.services.get(name)!.said));
  return until('a warning', said, 10_000).catch(() => false);
}

async function metric(world: World, offset: number): Promise<string[]> {
  const { text } = await new HttpClient(world.portOf('hooks-worker'), 'localhost').get('/metrics');
  const found = Number(/^storewright_clock_offset_seconds (\S+)$/m.exec(text)?.[1]);
  return Math.round(found / 60) === -offset ? [] : [`the metric says ${found} s`];
}
