import {
  anOwnedShop,
  authApi,
  codesOf,
  newObject,
  type OwnedShop,
  type TestService,
} from './testing/test-service';

let service: TestService;
let shop: OwnedShop;
beforeAll(async () => {
  service = await authApi();
  shop = await anOwnedShop(service);
});
afterAll(() => service.stop());

/** Times that are none, and those that Postgres cannot keep or that no document could show again. */
const impossible = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
  '9999-12-31T24:00:00Z',
  '2030-01-31T09:00:00+16:00',
  '2030-02-30T09:00:00Z',
  'infinity',
];
const withExpiry = (expires_at: string) =>
  shop.api.post(`${shop.path}/access_tokens`, newObject('access_tokens', { name: 'x', expires_at }));

it.each(impossible)('refuses %s as the end of an access token', async (time) => {
  const answer = await withExpiry(time);
  expect([answer.status, codesOf(answer)]).toEqual([422, ['invalid_attribute']]);
  expect(answer.body.errors[0].source).toEqual({ pointer: '/data/attributes/expires_at' });
});

it('keeps the last moment that there is as the end of an access token', async () => {
  const answer = await withExpiry('9999-12-31T23:59:59.999999Z');
  expect(answer.body.data.attributes.expires_at).toBe('9999-12-31T23:59:59.999999Z');
});

it.each(impossible)('refuses request counts since %s', async (time) => {
  const answer = await shop.api.get(`${shop.path}/request_counts?filter[since]=${encodeURIComponent(time)}`);
  expect([answer.status, codesOf(answer)]).toEqual([400, ['invalid_query_parameter']]);
  expect(answer.body.errors[0].source).toEqual({ parameter: 'filter[since]' });
});

it('counts requests since the beginning of time', async () => {
  expect((await shop.api.get(`${shop.path}/request_counts?filter[since]=0001-01-01`)).status).toBe(200);
});
