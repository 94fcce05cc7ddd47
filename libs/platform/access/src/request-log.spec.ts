import { Logger } from '@nestjs/common';
import type { AuthDatabase } from '@storewright/database';
import type { Grant } from './grant';
import { RequestLog } from './request-log';

const minute = 60_000;
let now = 0;
let written: { shop: string; ids: string[]; routes: string[]; leftOut: number[] }[] = [];
let isAway = false;

const query = (_context: object, { values = [] }: { values?: unknown[] }) => {
  if (isAway) return Promise.reject(new Error('away'));
  // Values in the column order of `insertionOf`.
  const [shop, ids, , , , , routes, , , , leftOut] = values as [string, ...never[]];
  written.push({ shop, ids: ids!, routes: routes!, leftOut: leftOut! });
  return Promise.resolve([]);
};
const aLog = (perMinute: number) =>
  new RequestLog({ query, clock: { now: () => now } } as unknown as AuthDatabase, {} as never, perMinute);
const grant = (shop = 'a shop', app_id = 'an app') =>
  ({ shop: { id: shop }, app_id, installation_id: 'an installation' }) as Grant;
const asked = (pattern: string) => ({ method: 'GET', pattern, status: 200, ms: 1.5, request_id: 'r' });

beforeEach(() => {
  now = 100 * minute;
  written = [];
  isAway = false;
  Logger.overrideLogger(false);
});

describe('RequestLog', () => {
  it('writes entries with one SQL statement per shop in the order of the requests', async () => {
    const log = aLog(10);
    await log.flush();
    expect(written).toEqual([]);
    for (const [shop, id] of [
      ['one', 1],
      ['other', 2],
      ['one', 3],
    ] as const)
      log.add(grant(shop), asked(`/api/orders/:id/${id}`));
    await log.flush();
    expect(written).toMatchObject([
      { shop: 'one', routes: ['/api/orders/{id}/1', '/api/orders/{id}/3'] },
      { shop: 'other', routes: ['/api/orders/{id}/2'] },
    ]);
    expect(written[0]!.ids.toSorted()).toEqual(written[0]!.ids);
  });

  it('logs a limited number of requests per app and minute, and counts the omitted requests', async () => {
    const log = aLog(2);
    for (const shop of ['one', 'other', 'one', 'third']) log.add(grant(shop), asked('/flood'));
    log.add(grant('one', 'another app'), asked('/of another'));
    now += minute;
    log.add(grant('one'), asked('/later'));
    log.add(grant('one'), asked('/last'));
    await log.flush();
    expect(written).toMatchObject([
      { shop: 'one', routes: ['/flood', '/of another', '/later', '/last'], leftOut: [0, 0, 2, 0] },
      { shop: 'other', routes: ['/flood'] },
    ]);
  });

  it('ignores requests with access tokens', async () => {
    const log = aLog(2);
    log.add({ shop: { id: 'one' } } as Grant, asked('/'));
    await log.flush();
    expect(written).toEqual([]);
  });

  it('repeats failed writes for a minute, with a limited number of entries in memory', async () => {
    const log = aLog(1_000_000);
    isAway = true;
    log.add(grant(), asked('/old'));
    await log.flush();
    now += 50_000;
    for (let time = 0; time < 11_000; time += 1) log.add(grant(), asked('/recent'));
    await log.flush();
    now += 20_000;
    await log.flush();
    isAway = false;
    log.add(grant(), asked('/new'));
    await log.flush();
    const { routes, leftOut } = written[0]!;
    expect([routes[0], routes.length, routes.at(-1), leftOut.at(-1)]).toEqual([
      '/recent',
      ...[10_000, '/new', 1_001],
    ]);
  });
});
