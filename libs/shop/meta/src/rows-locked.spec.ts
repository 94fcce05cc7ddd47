import {
  aMeta,
  anApi,
  changedMeta,
  codesOf,
  eventsOf,
  newMeta,
  type TestApi,
  whileRowsAreHeld,
} from '@storewright/api-testing';
import { until } from '@storewright/testing';
import { randomUUID } from 'node:crypto';
import { metaLimits } from './meta-data';
import { MetaModule } from './meta.module';

let api: TestApi;
beforeAll(async () => {
  // With one connection, the next request would block if a request did not release the connection.
  api = await anApi([MetaModule.forRoot(metaLimits)], { environment: { DATABASE_POOL_SIZE: '1' } });
});
afterAll(() => api.close());

const lockOf = (id: string) => ({
  text: 'SELECT 1 FROM shop.meta WHERE shop_id = $1 AND id = $2 FOR UPDATE',
  values: [api.shop.id, id],
});

describe.each([
  ['PATCH', 200, (id: string) => api.http.patch(`/api/meta/${id}`, changedMeta(id, { data: { size: 2 } }))],
  ['DELETE', 204, (id: string) => api.http.delete(`/api/meta/${id}`)],
])('%s /api/meta/{id}', (_, success, send) => {
  it('returns 409 rows_locked and writes nothing while another connection locks the object', async () => {
    const { id, path } = await aMeta(api.http, { data: { size: 1 } });
    const [before, events] = [(await api.http.get(path)).body, await eventsOf(api.database, api.shop)];
    const refused = await whileRowsAreHeld(api.database, lockOf(id), () => send(id));
    expect([refused.status, codesOf(refused)]).toEqual([409, ['rows_locked']]);
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.body.errors[0].detail).toMatch(/^Other requests are changing the same objects/);
    expect((await api.http.get(path)).body).toEqual(before);
    expect(await eventsOf(api.database, api.shop)).toEqual(events);
    expect((await send(id)).status).toBe(success);
  });
});

describe('POST /api/meta with an Idempotency-Key', () => {
  it('locks expired keys in the order of their primary key, so that two cleanups cannot deadlock', async () => {
    const token = randomUUID();
    // The key that sorts last is the oldest and the first in the table.
    await api.database.query(
      `INSERT INTO shop.idempotency_keys (shop_id, token_id, key, request_digest, answer, created_at)
       SELECT $1, $2, n::text, '', '{}', now() - interval '25 hours' - make_interval(mins => n)
         FROM generate_series(9, 1, -1) n`,
      [api.shop.id, token],
    );
    const keys = (key: string) => ({
      text: 'SELECT key FROM shop.idempotency_keys WHERE shop_id = $1 AND token_id = $2 AND key = $3 FOR UPDATE',
      values: [api.shop.id, token, key],
    });
    const [sent, others] = await whileRowsAreHeld(api.database, keys('1'), async (holder) => {
      const sent = api.http.post('/api/meta', newMeta(), { headers: { 'idempotency-key': 'one' } });
      await until('the request waits for the first key', async () => {
        const waiting = `SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return (await api.database.query(waiting)).length > 0;
      });
      const { text, values } = keys('9');
      return [sent, (await holder.query({ text: `${text} NOWAIT`, values })).rowCount] as const;
    });
    expect(others).toBe(1);
    expect((await sent).status).toBe(201);
    expect(
      await api.database.query('SELECT key FROM shop.idempotency_keys WHERE token_id = $1', [token]),
    ).toEqual([]);
  });
});
