import { randomUUID } from 'node:crypto';
import { ApiError, ApiErrors, parseListQuery } from '@storewright/json-api';
import { asked } from './asked';
import { deliveries } from './delivery.resource';

const [shop, app, other] = [randomUUID(), randomUUID(), randomUUID()];
const of = (parameters: string, installation?: string) =>
  asked(shop, parseListQuery(deliveries, parameters), installation);

it('is of the shop, and of the app’s own installation whatever it asks for', () => {
  expect(of('')).toEqual({
    from: 'FROM shop.webhook_deliveries d WHERE d.shop_id = $1',
    values: [shop],
  });
  const { from, values } = of(`filter[installation]=${other}`, app);
  expect(from).toContain('d.installation_id = $2 AND d.installation_id = $3');
  expect(values).toEqual([shop, app, other]);
});

it('writes known words into the text, and everything else beside it', () => {
  const { from, values } = of(
    `filter[status]=failed&filter[kind]=test&filter[event_type]=meta.created&filter[event_id]=${other}`,
  );
  expect(from).toContain(`d.status = 'failed' AND d.kind = 'test'`);
  expect(values).toEqual([shop, other, 'meta.created']);
});

it.each([
  ['status', `failed' OR true --`],
  ['status', 'toString'],
  ['kind', ''],
  ['event_type', 'meta.stolen'],
  ['installation', `${app}'`],
  ['event_id', ''],
])('refuses filter[%s]=%s', (name, value) => {
  const refused = () => of(`filter[${name}]=${encodeURIComponent(value)}`);
  expect(refused).toThrow(ApiError);
  expect(refused).toThrow(expect.objectContaining({ source: { parameter: `filter[${name}]` } }));
});

it('tells everything that is wrong at once', () => {
  expect(() => of('filter[status]=x&filter[kind]=y')).toThrow(ApiErrors);
});
