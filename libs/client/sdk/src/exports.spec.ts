import { Shop } from './shop';
import { refusal, type Scripted, scriptedFetch } from './testing/scripted-fetch';

const order = (number: number) => ({ type: 'orders', id: `o-${number}`, attributes: { number } });
const place = (cursor: string) => ({ meta: { cursor, count: 1 } });
const whole = { meta: { complete: true, count: 2 } };
const answer = (...lines: object[]): Scripted => ({
  headers: { 'content-type': 'application/x-ndjson' },
  body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
});
const shopOf = (script: Scripted[], maxRetries = 1) => {
  const { fetch, sent } = scriptedFetch(...script);
  const shop = new Shop({ baseUrl: 'https://a-shop.example', token: 'swo_x', fetch, maxRetries });
  const asked = () => sent.map(({ body }) => JSON.parse(body!).data.attributes as Record<string, unknown>);
  return { shop, sent, asked };
};

async function numbersOf(objects: AsyncIterable<{ number: number }>): Promise<number[]> {
  const seen: number[] = [];
  for await (const { number } of objects) seen.push(number);
  return seen;
}

describe('shop.exports.of', () => {
  it('yields every object of the list, and skips cursors and unknown lines of the response', async () => {
    const { shop, sent, asked } = shopOf([answer(order(2), place('a'), order(1), whole)]);
    const filter = { status: ['open', 'completed'], total_amount: { gte: 5000 } } as const;
    const fields = ['number', 'email'] as const;
    const list = shop.exports.of('orders', { filter, sort: ['-number', 'id'], fields });
    expect(sent).toEqual([]);
    expect(await numbersOf(list)).toEqual([2, 1]);
    expect(asked()).toEqual([{ resource_type: 'orders', filter, fields, sort: '-number,id' }]);
    expect(sent[0]).toMatchObject({ method: 'POST', headers: { accept: 'application/x-ndjson' } });
  });

  it('continues an interrupted export after the last cursor and yields no object twice', async () => {
    const { shop, asked } = shopOf([
      answer(order(1), place('a'), order(2)),
      answer(order(2), order(3), whole),
    ]);
    expect(await numbersOf(shop.exports.of('orders'))).toEqual([1, 2, 3]);
    expect(asked().map(({ after }) => after)).toEqual([undefined, 'a']);
  });

  it('throws after repeated interruptions without a new cursor, and keeps the last cursor', async () => {
    const { shop, sent } = shopOf([answer(order(1), place('a')), answer(order(2))]);
    const list = shop.exports.of('orders');
    await expect(numbersOf(list)).rejects.toThrow('ended before it was complete');
    expect([sent.length, list.cursor]).toEqual([2, 'a']);
  });

  it('starts after the cursor in the option after', async () => {
    const { shop, asked } = shopOf([answer(whole)]);
    expect(await numbersOf(shop.exports.of('orders', { after: 'a' }))).toEqual([]);
    expect(asked()[0]!['after']).toBe('a');
  });

  it('throws ApiError without a retry if the API rejects the export', async () => {
    const { shop, sent } = shopOf([refusal(401, 'invalid_token')]);
    await expect(numbersOf(shop.exports.of('orders'))).rejects.toMatchObject({ code: 'invalid_token' });
    expect(sent).toHaveLength(1);
  });
});
