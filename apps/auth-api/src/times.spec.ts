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

/** Invalid times, and times that Postgres or a document cannot represent. */
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

it.each(impossible)('POST /api/shops/{shop_id}/access_tokens returns 422 for expires_at %s', async (time) => {
  const answer = await withExpiry(time);
  expect([answer.status, codesOf(answer)]).toEqual([422, ['invalid_attribute']]);
  expect(answer.body.errors[0].source).toEqual({ pointer: '/data/attributes/expires_at' });
});

it('POST /api/shops/{shop_id}/access_tokens accepts the latest possible expires_at', async () => {
  const answer = await withExpiry('9999-12-31T23:59:59.999999Z');
  expect(answer.body.data.attributes.expires_at).toBe('9999-12-31T23:59:59.999999Z');
});

it.each(impossible)(
  'GET /api/shops/{shop_id}/request_counts returns 400 for filter[since]=%s',
  async (time) => {
    const answer = await shop.api.get(
      `${shop.path}/request_counts?filter[since]=${encodeURIComponent(time)}`,
    );
    expect([answer.status, codesOf(answer)]).toEqual([400, ['invalid_query_parameter']]);
    expect(answer.body.errors[0].source).toEqual({ parameter: 'filter[since]' });
  },
);

it('GET /api/shops/{shop_id}/request_counts accepts the earliest possible filter[since]', async () => {
  expect((await shop.api.get(`${shop.path}/request_counts?filter[since]=0001-01-01`)).status).toBe(200);
});
