import { NewEpochError } from './errors';
import type { TailOptions } from './events';
import { installation } from './install';
import { Shop } from './shop';
import { shown } from './shown';
import { type Scripted, scriptedFetch } from './testing/scripted-fetch';

const event = (sequence: number) => ({
  ...{ type: 'events', id: `e-${sequence}` },
  attributes: { sequence, event_type: 'orders.updated', data: { type: 'orders', id: 'o-1' } },
});
const page = (...sequences: number[]) => ({ body: { data: sequences.map(event), links: { next: null } } });
const shopOf = (fetch: ReturnType<typeof scriptedFetch>['fetch']) =>
  new Shop({ baseUrl: 'https://a-shop.example', token: 'swo_x', fetch });

it('events.tail yields the events of one resource up to the newest event and stops', async () => {
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

it('events.tail polls for events after the last event that it yielded', async () => {
  const { fetch, sent } = scriptedFetch(page(1), page(2));
  const enough = new AbortController();
  const tail = shopOf(fetch).events.tail({ since: 0, pollEveryMs: 1, signal: enough.signal });
  for await (const { sequence } of tail) if (sequence === 2) enough.abort();
  expect(sent.map(({ url }) => new URL(url).searchParams.get('filter[since]'))).toEqual(['0', '1']);
});

describe('events.stream', () => {
  const type = { 'content-type': 'text/event-stream' };
  const message = (sequence: number) => `id: 1-${sequence}\ndata: ${JSON.stringify(event(sequence))}\n\n`;
  const opened = (body: string) => ({ headers: type, body: `retry: 1000\nid: 1-41\n\n${body}` });
  const error = {
    status: '401',
    code: 'invalid_token',
    title: 'Invalid token',
    detail: 'The token is unknown.',
  };
  const end = `event: end\ndata: ${JSON.stringify({ errors: [error] })}\n\n`;

  it('continues after the last received event after a lost connection, and throws the final error', async () => {
    const { fetch, sent } = scriptedFetch(opened(message(42)), {
      headers: type,
      body: `:\n\n${message(44)}${end}`,
    });
    const seen: number[] = [];
    const read = async () => {
      const after = { sequence: 41, epoch: 1 };
      for await (const { sequence } of shopOf(fetch).events.stream({
        after,
        filter: { resource_type: 'orders' },
      }))
        seen.push(sequence);
    };
    await expect(read()).rejects.toMatchObject({ name: 'ApiError', code: 'invalid_token', status: 401 });
    expect(seen).toEqual([42, 44]);
    expect(sent.map(({ headers }) => [headers['accept'], headers['last-event-id']])).toEqual([
      ['text/event-stream', '1-41'],
      ['text/event-stream', '1-42'],
    ]);
    expect(decodeURIComponent(new URL(sent[0]!.url).search)).toBe('?filter[resource_type]=orders');
  });

  it('starts at the end of the event log by default, even after a lost connection without events', async () => {
    const { fetch, sent } = scriptedFetch(opened(''), { headers: type, body: end });
    await expect(shopOf(fetch).events.stream().next()).rejects.toMatchObject({ code: 'invalid_token' });
    expect(sent.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '1-41']);
  });
});

describe('events.tail after the event log started a new epoch', () => {
  const ofEpoch = (epoch: number, ...sequences: number[]) => ({
    body: { ...page(...sequences).body, meta: { epoch } },
  });
  /** Returns the sequence numbers that `tail` yields, and the error that ends `tail`. */
  async function followed(options: Omit<TailOptions, 'pollEveryMs'>, ...script: Scripted[]) {
    const { fetch, sent } = scriptedFetch(...script);
    const seen: number[] = [];
    const read = async () => {
      for await (const { sequence } of shopOf(fetch).events.tail({ pollEveryMs: 1, ...options }))
        seen.push(sequence);
    };
    const error = await read().catch((each: unknown) => each);
    return { seen, error, requests: sent.length };
  }

  it('throws NewEpochError if since is greater than the last sequence number of the new epoch', async () => {
    const { seen, error } = await followed({ since: 15, epoch: 1, follow: false }, ofEpoch(2));
    expect(seen).toEqual([]);
    expect(error).toBeInstanceOf(NewEpochError);
    expect(error).toMatchObject({ epoch: 2, followed: 1 });
  });

  it('throws NewEpochError before it yields an event of the new epoch', async () => {
    const { seen, error } = await followed({ since: 15, epoch: 1, follow: false }, ofEpoch(2, 16));
    expect([seen, error]).toEqual([[], expect.any(NewEpochError)]);
  });

  it('follows the epoch of the first page by default, and throws NewEpochError when this epoch ends', async () => {
    const { seen, error, requests } = await followed({ since: 0 }, ofEpoch(3, 1), ofEpoch(3), ofEpoch(4));
    expect([seen, requests]).toEqual([[1], 3]);
    expect(error).toMatchObject({ name: 'NewEpochError', epoch: 4, followed: 3 });
  });

  it('throws NewEpochError for an event whose epoch is higher than meta.epoch of the page', async () => {
    const { body } = ofEpoch(1, 16);
    Object.assign(body.data[0]!.attributes, { epoch: 2 });
    const { seen, error } = await followed({ since: 15, epoch: 1, follow: false }, { body });
    expect([seen, error]).toEqual([[], expect.any(NewEpochError)]);
  });

  it('yields the events of the epoch in the option epoch', async () => {
    expect(await followed({ since: 0, epoch: 2, follow: false }, ofEpoch(2, 1, 2))).toMatchObject({
      ...{ seen: [1, 2], error: undefined },
    });
  });
});

it.each([
  ['an event', [41], { sequence: 41, epoch: 2 }],
  ['no event', [], { sequence: 0, epoch: 2 }],
])('events.end returns the end and the current epoch of an event log with %s', async (_, sequences, end) => {
  const { fetch, sent } = scriptedFetch({ body: { ...page(...sequences).body, meta: { epoch: 2 } } });
  expect(await shopOf(fetch).events.end()).toEqual(end);
  expect(decodeURIComponent(new URL(sent[0]!.url).search)).toBe('?sort=-sequence&page[size]=1');
});

it('shown returns the resource of an event in the format of the method get', () => {
  const data = { type: 'orders' as const, id: 'o-1', attributes: { number: 1001 }, meta: { version: 2 } };
  expect(shown(data)).toEqual({ type: 'orders', id: 'o-1', number: 1001, version: 2 });
});

it('events.tail yields the events about the app’s own installation', async () => {
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
