import { installation } from './install';
import { Shop } from './shop';
import { shown } from './shown';
import { scriptedFetch } from './testing/scripted-fetch';

const event = (sequence: number) => ({
  ...{ type: 'events', id: `e-${sequence}` },
  attributes: { sequence, event_type: 'orders.updated', data: { type: 'orders', id: 'o-1' } },
});
const page = (...sequences: number[]) => ({ body: { data: sequences.map(event), links: { next: null } } });
const shopOf = (fetch: ReturnType<typeof scriptedFetch>['fetch']) =>
  new Shop({ baseUrl: 'https://a-shop.example', token: 'swo_x', fetch });

it('follows the log of one resource from an event to the newest one, and ends there', async () => {
  const { fetch, sent } = scriptedFetch(page(42, 44));
  const seen: number[] = [];
  const filter = { resource_type: 'orders' };
  for await (const { sequence } of shopOf(fetch).events.tail({ since: 41, filter, follow: false }))
    seen.push(sequence);
  expect(seen).toEqual([42, 44]);
  expect(sent.map(({ url }) => decodeURIComponent(new URL(url).search))).toEqual([
    '?filter[resource_type]=orders&filter[since]=41&page[size]=100',
  ]);
});

it('asks again after the last event that it has seen', async () => {
  const { fetch, sent } = scriptedFetch(page(1), page(2));
  const enough = new AbortController();
  const tail = shopOf(fetch).events.tail({ since: 0, pollEveryMs: 1, signal: enough.signal });
  for await (const { sequence } of tail) if (sequence === 2) enough.abort();
  expect(sent.map(({ url }) => new URL(url).searchParams.get('filter[since]'))).toEqual(['0', '1']);
});

it('shows the resource object of an event as get would', () => {
  const data = { type: 'orders' as const, id: 'o-1', attributes: { number: 1001 }, meta: { version: 2 } };
  expect(shown(data)).toEqual({ type: 'orders', id: 'o-1', number: 1001, version: 2 });
});

it('tells an app of its own installation', async () => {
  const attributes = { scopes: ['orders.get'], status: 'installed' };
  const meta = { version: 3, base_url: 'https://a-shop.example' };
  const { fetch, sent } = scriptedFetch({
    body: { data: { type: 'installations', id: 'i-1', attributes, meta } },
  });
  expect(await installation(shopOf(fetch))).toEqual({
    ...{ id: 'i-1', ...attributes },
    ...{ version: 3, baseUrl: 'https://a-shop.example' },
  });
  expect(sent[0]!.url).toBe('https://a-shop.example/api/installation');
});
