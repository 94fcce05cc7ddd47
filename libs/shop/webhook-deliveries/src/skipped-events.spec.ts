import {
  aDelivery,
  aListener,
  aNumberedEvent,
  aStream,
  aTenant,
  codesOf,
  type Listener,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { anApp } from '@storewright/testing';
import { startDeliveriesApi } from './testing/deliveries-api';

let api: TestApi;
let tenant: Tenant;
let app: Listener;
beforeAll(async () => {
  api = await startDeliveriesApi();
});
beforeEach(async () => {
  tenant = await aTenant(api);
  app = await aListener(api.database, tenant.shop);
});
afterAll(() => api.close());

/** The third event of the shop is the next event in its stream and has failed this many times. */
async function refused(attempts: number, given: { status?: string; isNext?: boolean } = {}) {
  const { status = 'retrying', isNext = true } = given;
  const event_id = await aNumberedEvent(api.database, tenant.shop, { sequence: 3 });
  const listed = Array.from({ length: attempts }, () => ({ status: 500 }));
  const { installation: installation_id } = app;
  const delivery = { installation_id, event_id, status, sequence: 3 };
  const id = await aDelivery(api.database, tenant.shop, delivery, listed);
  await api.database.query('DELETE FROM shop.webhook_streams WHERE installation_id = $1', [installation_id]);
  await aStream(api.database, tenant.shop, {
    ...{ installation_id, app_id: (await anApp(api.database)).id, last_sequence: 2, attempts },
    ...{ next_attempt_at: '2100-01-01', failing_since: '2026-11-01', delivery_id: isNext ? id : null },
  });
  return { id, event_id };
}
const path = (id: string) => `/api/webhook_deliveries/${id}`;
const skip = (id: string, http = tenant.http, attributes: object = { status: 'skipped' }) =>
  http.patch(path(id), { data: { type: 'webhook_deliveries', id, attributes } });
const stream = async () =>
  (
    await api.database.query(
      `SELECT last_sequence::int, attempts, delivery_id, next_attempt_at <= now() AS is_due,
        state FROM shop.webhook_streams WHERE installation_id = $1`,
      [app.installation],
    )
  )[0];
const entries = () =>
  api.database.query<{ kind: string; detail: object }>(
    `SELECT kind, detail FROM auth.audit_entries WHERE shop_id = $1 AND kind LIKE 'webhooks.%'`,
    [tenant.shop.id],
  );

describe('PATCH /api/webhook_deliveries/{id} with the status "skipped"', () => {
  it.each(['owner', 'app'])('skips the event on request of the %s after three failures', async (who) => {
    const { id, event_id } = await refused(3);
    const answer = await skip(id, who === 'app' ? tenant.http.as(app.token) : tenant.http);
    expect([answer.status, answer.body.data.attributes]).toEqual([
      200,
      expect.objectContaining({ status: 'skipped', attempt_count: 3, next_attempt_at: null }),
    ]);
    expect(await stream()).toEqual({
      ...{ last_sequence: 3, attempts: 0, delivery_id: null, is_due: true, state: 'active' },
    });
    expect(await entries()).toEqual([
      {
        kind: 'webhooks.skipped',
        detail: expect.objectContaining({
          ...{ installation_id: app.installation, delivery_id: id, event_id, sequence: 3, attempts: 3 },
          by: who === 'app' ? 'oauth_token' : 'access_token',
        }) as object,
      },
    ]);
  });

  it('makes filter[status]=skipped list the event, and the event can be replayed', async () => {
    const { id, event_id } = await refused(3);
    await skip(id);
    const { body } = await tenant.http.get('/api/webhook_deliveries?filter[status]=skipped');
    expect((body.data as { id: string }[]).map((each) => each.id)).toEqual([id]);
    const again = await tenant.http.post('/api/webhook_deliveries', {
      data: {
        type: 'webhook_deliveries',
        attributes: { kind: 'again', event_id },
        relationships: { installation: { data: { type: 'installations', id: app.installation } } },
      },
    });
    expect([again.status, again.body.data.attributes.status]).toEqual([201, 'waiting']);
  });

  it('changes nothing if the client repeats the request', async () => {
    const { id } = await refused(4);
    const first = await skip(id);
    const second = await skip(id);
    expect([second.status, second.body.data]).toEqual([200, first.body.data]);
    expect(await entries()).toHaveLength(1);
  });

  it.each([
    ['an event that failed twice', 2, {}, 'but only 2 have failed'],
    ['a delivered event', 3, { status: 'delivered' }, 'the status "delivered"'],
    ['a failed event', 3, { status: 'failed' }, 'the status "failed"'],
    ['an event that is not the next event of its webhook stream', 3, { isNext: false }, 'keeps rejecting'],
  ])('returns 409 for %s and changes nothing', async (_, attempts, given, detail) => {
    const { id } = await refused(attempts, given);
    const before = await stream();
    const answer = await skip(id);
    expect([answer.status, codesOf(answer)]).toEqual([409, ['illegal_transition']]);
    expect(answer.body.errors[0].detail).toContain(detail);
    expect([await stream(), await entries()]).toEqual([before, []]);
  });

  it.each([['delivered'], ['waiting'], [null], [7]])('returns 422 for the status %j', async (status) => {
    const { id } = await refused(3);
    const answer = await skip(id, tenant.http, { status });
    expect([answer.status, answer.body.errors[0].source]).toEqual([
      422,
      { pointer: '/data/attributes/status' },
    ]);
  });

  it('returns 404 for a delivery to a different app or of another shop', async () => {
    const { id } = await refused(3);
    const other = await aListener(api.database, tenant.shop);
    expect((await skip(id, tenant.http.as(other.token))).status).toBe(404);
    expect((await skip(id, (await aTenant(api)).http)).status).toBe(404);
    expect(await stream()).toMatchObject({ last_sequence: 2 });
  });
});
