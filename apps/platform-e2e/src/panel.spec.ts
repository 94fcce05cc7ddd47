import { randomUUID } from 'node:crypto';
import { type HttpClient, testDatabase, type TestDatabase, until } from '@storewright/testing';
import { untilInForce } from './platform/in-force';
import { owner, Platform } from './platform/platform';
import { accepted, anInstallation, aStore, type Store } from './platform/store';

let database: TestDatabase;
let platform: Platform;
let store: Store;

beforeAll(async () => {
  database = await testDatabase();
  platform = await Platform.start(database, { shopApis: 2 });
});
beforeEach(async () => {
  store = await aStore(platform);
});
afterAll(async () => {
  await platform.stop();
  await database.drop();
});

/**
 * Returns clients of the shop's API on every instance, with a token that the panel gets for the owner's
 * session.
 */
async function panelOf({ owner: session, path, apis }: Store): Promise<HttpClient[]> {
  const { body } = await accepted(session.post(`${path}/session_tokens`, ''));
  return apis(body.data.attributes.token as string);
}

it('a sign-out revokes the session token of the panel on every shop API instance', async () => {
  const panel = await panelOf(store);
  await untilInForce(panel, () => accepted(store.owner.delete('/api/sessions/current')), { to: 401 });
});

it('a password change revokes the session token of the panel on every shop API instance', async () => {
  // A separate person, because other stories sign in as the owner.
  const person = { email: `${randomUUID()}@example.test`, password: owner.password };
  await platform.addPerson(person.email);
  const own = await aStore(platform, person);
  const attributes = { current_password: person.password, password: 'another horse battery staple' };
  const data = { type: 'owners', id: 'current', attributes };
  const change = () => accepted(own.owner.patch('/api/owners/current', { data }));
  await untilInForce(await panelOf(own), change, { to: 401 });
});

it('deleting an app revokes its tokens on every shop API instance', async () => {
  const { app, token } = await anInstallation(platform, store, { scopes: ['meta.collection'] });
  const change = () => accepted(store.owner.delete(`/api/apps/${app.id}`));
  await untilInForce(store.apis(token), change, { to: 401 });
});

it('request statistics count the requests of apps to every shop API instance, but not those of the panel', async () => {
  const { installation, token } = await anInstallation(platform, store, { scopes: ['meta.collection'] });
  for (const api of await panelOf(store)) await accepted(api.get('/api/meta'));
  const apis = store.apis(token);
  for (const api of [...apis, ...apis]) {
    await accepted(api.get('/api/meta'));
    expect((await api.post('/api/meta', '{}')).status).toBe(403);
  }
  const counts = () => store.owner.get(`${store.path}/request_counts`);
  await until('all are written down', async () => (await counts()).body.data[0]?.attributes.requests === 8);
  expect((await counts()).body.data).toMatchObject([
    { id: installation, attributes: { name: 'Labels', requests: 8, client_errors: 4, server_errors: 0 } },
  ]);
});
