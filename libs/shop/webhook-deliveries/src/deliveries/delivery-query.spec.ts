import { randomUUID } from 'node:crypto';
import { ApiError, ApiErrors, parseListQuery } from '@storewright/json-api';
import { readDeliveryQuery } from './delivery-query';
import { deliveries } from './delivery.resource';

const [app, other] = [randomUUID(), randomUUID()];
const of = (parameters: string, installation?: string) =>
  readDeliveryQuery(parseListQuery(deliveries, parameters), installation);

it('a list of webhook deliveries contains the deliveries to all apps, or only the deliveries to one app', () => {
  expect(of('')).toEqual({ conditions: [], values: {} });
  const { conditions, values } = of(`filter[installation]=${other}`, app);
  expect(conditions).toEqual(['t.installation_id = :of_installation', 't.installation_id = :installation']);
  expect(values).toEqual({ of_installation: app, installation: other });
});

it('SQL for a list of webhook deliveries has statuses and kinds as literals, other values as parameters', () => {
  const { conditions, values } = of(
    `filter[status]=failed&filter[kind]=test&filter[event_type]=meta.created&filter[event_id]=${other}`,
  );
  expect(conditions).toEqual(expect.arrayContaining([`t.status = 'failed'`, `t.kind = 'test'`]));
  expect(values).toEqual({ event_id: other, event_type: 'meta.created' });
});

it.each([
  ['status', `failed' OR true --`],
  ['status', 'toString'],
  ['kind', ''],
  ['event_type', 'meta.stolen'],
  ['installation', `${app}'`],
  ['event_id', ''],
])('a list of webhook deliveries returns an error for filter[%s]=%s', (name, value) => {
  const refused = () => of(`filter[${name}]=${encodeURIComponent(value)}`);
  expect(refused).toThrow(ApiError);
  expect(refused).toThrow(expect.objectContaining({ source: { parameter: `filter[${name}]` } }));
});

it('a list of webhook deliveries reports every error in the query', () => {
  expect(() => of('filter[status]=x&filter[kind]=y')).toThrow(ApiErrors);
});
