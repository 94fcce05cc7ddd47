import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { HttpClient, type Received, until } from '@storewright/testing';
import { withClient } from '../database-client';
import { type BenchShop, makeNonces } from '../people';
import type { ServiceName } from '../stage';
import { type FaultRow, underTraffic } from './fault';
import { withDatabaseClock } from './database-clock';
import { serviceNames, type FaultPlatform } from './fault-platform';

export const OFFSET_MINUTES = 5;

/**
 * Runs all services with system clocks that are wrong by five minutes. All times that users see must come
 * from the database.
 */
export async function clocks(platform: FaultPlatform): Promise<FaultRow[]> {
  const clock = clockOf(OFFSET_MINUTES);
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
  for (const offset of platform.short ? [OFFSET_MINUTES] : [OFFSET_MINUTES, -OFFSET_MINUTES])
    rows.push(await withClock(platform, clockOf(offset)!, offset));
  // The first retention run starts after a minute or two, which is too late for a short run of the fault
  // tests.
  if (!platform.short) rows.push(await withDatabaseClock(platform));
  return rows;
}

/**
 * Returns environment variables that set a process's clock ahead by `offset` minutes, or undefined if
 * libfaketime is missing.
 */
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

async function withClock(
  platform: FaultPlatform,
  clock: Record<string, string>,
  offset: number,
): Promise<FaultRow> {
  const wrong: string[] = [];
  let signed = 0;
  const shop = await platform.makeShop(platform.receiver.url);
  const row = await underTraffic(platform, {
    done: `the clocks of all services are ${Math.abs(offset)} minutes ${offset > 0 ? 'ahead' : 'behind'}`,
    allowed: ['no answer', '503', '409 idempotency_in_progress'],
    async inject() {
      await restartAll(platform, clock);
      platform.reply = (received) => {
        signed += 1;
        wrong.push(...datesOf(received));
        return 204;
      };
      wrong.push(...(await datesOfObject(platform, shop)), ...(await exchanges(platform, shop)));
      await until('webhooks come', () => Promise.resolve(signed > 10));
      for (const name of serviceNames)
        if (!(await warns(platform, name))) wrong.push(`${name} gives no warning`);
      wrong.push(...(await metric(platform, offset)));
      await restartAll(platform, {});
      platform.reply = () => 204;
    },
    check: () => ({
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

export async function restartAll(platform: FaultPlatform, clock: Record<string, string>): Promise<void> {
  await Promise.all(
    serviceNames.map(async (name) => {
      await platform.services.get(name)!.stop();
      await platform.restart(name, clock);
    }),
  );
  for (const name of serviceNames)
    await until('it is ready', async () => (await platform.ready(name)) === 200);
}

const isRight = (time: number) => Math.abs(time - Date.now()) < (OFFSET_MINUTES * 60_000) / 2;

export function datesOf({ headers, body }: Received): string[] {
  const wrong = [];
  if (!isRight(Number(headers['webhook-timestamp']) * 1000)) wrong.push('webhook-timestamp is wrong');
  if (!isRight(Date.parse(body.timestamp))) wrong.push('timestamp of a webhook is wrong');
  return wrong;
}

export async function datesOfObject(platform: FaultPlatform, shop: BenchShop): Promise<string[]> {
  const attributes = { resource_type: 'clocks', resource_id: '1', data: {} };
  const { body } = await platform.shopApi(shop).post('/api/meta', { data: { type: 'meta', attributes } });
  return isRight(Date.parse(body.data.meta.created_at as string)) ? [] : ['created_at is wrong'];
}

async function exchanges(platform: FaultPlatform, shop: BenchShop): Promise<string[]> {
  const wrong: string[] = [];
  await withClient(platform.postgres.administratorUrl, async (client) => {
    for (const [left, expected] of [
      ['1 minute', 200],
      ['-1 minute', 410],
    ] as const) {
      const nonces = await makeNonces(client, { ...shop }, 1);
      await client.query(
        `UPDATE auth.nonces SET expires_at = now() + $2::interval WHERE shop_id = $1 AND exchanged_at IS NULL`,
        [shop.id, left],
      );
      const { status } = await platform.authApi().get(`/api/oauth_tokens/nonce/${nonces[0]}`);
      if (status !== expected) wrong.push(`a nonce with ${left} left: ${status}`);
    }
  });
  return wrong;
}

async function warns(platform: FaultPlatform, name: ServiceName): Promise<boolean> {
  const said = () =>
    Promise.resolve(/clock of this process and that of the database/.test(platform.services.get(name)!.said));
  return until('a warning', said, 10_000).catch(() => false);
}

async function metric(platform: FaultPlatform, offset: number): Promise<string[]> {
  const { text } = await new HttpClient(platform.portOf('hooks-worker'), 'localhost').get('/metrics');
  const found = Number(/^storewright_clock_offset_seconds (\S+)$/m.exec(text)?.[1]);
  return Math.round(found / 60) === -offset ? [] : [`the metric says ${found} s`];
}
