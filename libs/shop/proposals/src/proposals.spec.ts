import { randomUUID } from 'node:crypto';
import type { ShopNotices } from '@storewright/access';
import {
  anApi,
  aProduct,
  aTenant,
  changed,
  type CheckedClient,
  codesOf,
  eventsOf,
  newProduct,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { CatalogModule } from '@storewright/catalog';
import { EventLogModule } from '@storewright/event-log';
import { atomicExtension, mediaType } from '@storewright/json-api';
import { NoticeSink } from '@storewright/tenancy';
import { anAccessToken, anApp, anOAuthToken, type Response, type TestApp } from '@storewright/testing';
import { digestOf } from '@storewright/tokens';
import { MAX_PENDING } from './stored-proposals';
import { ProposalExpiry } from './proposal-expiry';
import { ProposalsModule } from './proposals.module';

const scopes = [
  ...['post', 'patch', 'delete', 'get', 'collection'].map((action) => `products.${action}`),
  ...['events.collection', 'proposals.get'],
];

let api: TestApi;
let tenant: Tenant;
/** Client of an app whose changes of products need an approval. */
let agent: CheckedClient;
let app: TestApp;
/** Client of a person in the panel. */
let owner: CheckedClient;

beforeAll(async () => {
  api = await anApi([CatalogModule, EventLogModule, ProposalsModule]);
});
beforeEach(async () => {
  tenant = await aTenant(api);
  app = await anApp(api.database, { scopes });
  const token = await anOAuthToken(api.database, tenant.shop, app, scopes);
  await api.database.query(`UPDATE auth.oauth_tokens SET ask_scopes = $2 WHERE app_id = $1`, [
    app.id,
    ['products.post', 'products.patch', 'products.delete'],
  ]);
  agent = tenant.http.as(token);
  owner = tenant.http.as(await aPanelToken());
});
afterAll(() => api.close());

/** Creates the token of a person who is signed in to the panel, with these scopes or with all. */
async function aPanelToken(granted?: string[]): Promise<string> {
  const { database } = api;
  const token = await anAccessToken(database, tenant.shop, granted);
  const [session] = await database.query<{ id: string }>(
    `INSERT INTO auth.sessions (id, owner_id, digest, expires_at)
     VALUES (gen_random_uuid(), $1, sha256($2::bytea), 'infinity') RETURNING id`,
    [app.owner_id, randomUUID()],
  );
  await database.query(
    `UPDATE auth.access_tokens SET session_id = $1, person_id = $2, person_name = 'Anna', expires_at = 'infinity'
     WHERE digest = decode($3, 'hex')`,
    [session!.id, app.owner_id, digestOf(token)],
  );
  return token;
}

const decide = (id: string, status: 'approved' | 'declined', http = owner) =>
  http.patch(`/api/proposals/${id}`, changed('proposals', id, { status }));
const attributesOf = ({ body }: Response) => body.data.attributes as Record<string, unknown>;
const titleOf = async (path: string) => attributesOf(await tenant.http.get(path))['title'];
const events = async () => (await eventsOf(api.database, tenant.shop)).map(({ type }) => type);
const propose = async (id: string, title: string): Promise<string> => {
  const response = await agent.patch(`/api/products/${id}`, changed('products', id, { title }));
  expect([response.status, response.text]).toEqual([202, response.text]);
  return response.body.data.id as string;
};

describe('write by an app that a member must approve', () => {
  it('returns 202, and after the approval the event names the app and the approving person', async () => {
    const { id, path } = await aProduct(tenant.http);
    const response = await agent.patch(path, changed('products', id, { title: 'Cup' }));
    expect([response.status, response.headers['retry-after']]).toEqual([202, '60']);
    const proposal = response.body.data.id as string;
    expect(response.headers['location']).toMatch(new RegExp(`/api/proposals/${proposal}$`));
    expect(attributesOf(response)).toMatchObject({
      ...{ status: 'pending', method: 'PATCH', path, resource_type: 'products', resource_id: id },
      ...{ base_version: 1, required_scopes: ['products.patch'], actor_type: 'app', actor_name: 'An app' },
    });
    expect(await titleOf(path)).toBe('Mug');
    const changes = await agent.get(`/api/proposals/${proposal}/changes`);
    expect(changes.body.data.map(attributesOfObject)).toEqual([
      {
        ...{ number: 1, action: 'update', resource_type: 'products', resource_id: id, resource_name: 'Mug' },
        ...{ attribute: 'title', before: 'Mug', after: 'Cup' },
      },
    ]);
    const approved = await decide(proposal, 'approved');
    expect([approved.status, attributesOf(approved)]).toEqual([
      200,
      expect.objectContaining({ status: 'approved', decided_by_name: 'Anna', failure_reason: null }),
    ]);
    expect(await titleOf(path)).toBe('Cup');
    expect(await events()).toEqual([
      ...['products.created', 'proposals.created', 'products.updated'],
      ...['proposals.updated', 'proposals.approved'],
    ]);
    const written = await api.database.query(
      `SELECT actor_type, actor_id, actor_name FROM shop.events WHERE shop_id = $1 AND type = 'products.updated'`,
      [tenant.shop.id],
    );
    expect(written).toEqual([
      { actor_type: 'app', actor_id: app.id, actor_name: 'An app (approved by Anna)' },
    ]);
    const audit = await api.database.query(
      `SELECT kind, owner_id, app_id, actor, detail ->> 'proposal_id' AS proposal FROM auth.audit_entries
       WHERE shop_id = $1`,
      [tenant.shop.id],
    );
    expect(audit).toEqual([
      { kind: 'proposals.approved', owner_id: app.owner_id, app_id: app.id, actor: 'person', proposal },
    ]);
  });

  it('is applied as a whole after the approval: a creation, a deletion or an atomic request', async () => {
    const key = { headers: { 'idempotency-key': randomUUID() } };
    const created = await agent.post('/api/products', newProduct({ title: 'New' }), key);
    const replayed = await agent.post('/api/products', newProduct({ title: 'New' }), key);
    expect([created.status, replayed.status, replayed.headers['idempotency-replayed']]).toEqual([
      202,
      202,
      'true',
    ]);
    expect(replayed.body.data.id).toBe(created.body.data.id);
    const approved = attributesOf(await decide(created.body.data.id as string, 'approved'));
    expect(await titleOf(`/api/products/${String(approved['resource_id'])}`)).toBe('New');

    const { id, path } = await aProduct(tenant.http);
    const inExtension = { headers: { 'content-type': `${mediaType};ext="${atomicExtension}"` } };
    const operations = [
      { op: 'add', data: { type: 'products', attributes: { title: 'Other' } } },
      { op: 'update', data: { type: 'products', id, attributes: { title: 'Twice' } } },
      { op: 'update', href: path, data: { type: 'products', id, attributes: { title: 'Third' } } },
    ];
    const atomic = await agent.post('/api/operations', { 'atomic:operations': operations }, inExtension);
    expect([atomic.status, attributesOf(atomic)['required_scopes']]).toEqual([
      202,
      ['products.post', 'products.patch'],
    ]);
    await decide(atomic.body.data.id as string, 'approved');
    expect(await titleOf(path)).toBe('Third');

    const deleted = await agent.delete(path);
    expect(deleted.status).toBe(202);
    await decide(deleted.body.data.id as string, 'approved');
    expect((await tenant.http.get(path)).status).toBe(404);
  });

  it('returns the same errors as a direct write, and an invalid write creates no proposal', async () => {
    const { id, path } = await aProduct(tenant.http, { handle: 'mug' });
    const statuses = [
      await agent.post('/api/products', newProduct({ handle: 'mug' })),
      await agent.patch(path, changed('products', id, { title: 7 })),
      await agent.patch(path, changed('products', id, { title: 'Cup' }), { headers: { 'if-match': '"9"' } }),
      await agent.delete(`/api/products/${randomUUID()}`),
    ].map(({ status }) => status);
    expect(statuses).toEqual([409, 422, 412, 404]);
    expect((await owner.get('/api/proposals')).body.data).toEqual([]);
    expect(await events()).toEqual(['products.created']);
  });

  it('is visible, with its events, to the owner and the requesting app, but to no other app', async () => {
    const { id } = await aProduct(tenant.http);
    const proposal = await propose(id, 'Cup');
    const token = await anOAuthToken(api.database, tenant.shop, await anApp(api.database), [
      ...['events.collection', 'proposals.get', 'proposals.collection'],
    ]);
    const other = tenant.http.as(token);
    const seenBy = async (http: CheckedClient) => [
      (await http.get('/api/proposals')).body.data.length,
      (await http.get('/api/events?filter[type]=proposals.created')).body.data.length,
      (await http.get(`/api/proposals/${proposal}`)).status,
      (await http.get(`/api/proposals/${proposal}/changes`)).status,
    ];
    expect([await seenBy(agent), await seenBy(owner), await seenBy(other)]).toEqual([
      [1, 1, 200, 200],
      [1, 1, 200, 200],
      [0, 0, 404, 404],
    ]);
  });

  it('is reported by email, at most once per hour, to members who may decide and want these emails', async () => {
    const aMember = async (role: string, granted: string[] | null = null) => {
      const { owner_id } = await anApp(api.database);
      await api.database.query(
        'INSERT INTO auth.members (shop_id, owner_id, role, scopes) VALUES ($1, $2, $3, $4)',
        [tenant.shop.id, owner_id, role, granted],
      );
      return owner_id;
    };
    const [boss, staff, without] = [
      await aMember('owner'),
      await aMember('staff', ['proposals.patch']),
      await aMember('administrator'),
    ];
    await aMember('staff', ['products.patch']);
    await api.database.query(
      `INSERT INTO auth.notification_preferences VALUES ($1, $2, 'proposal_created', true, false)`,
      [tenant.shop.id, without],
    );
    const mails = async () => {
      await api.application.get<ShopNotices>(NoticeSink).flush();
      return api.database.query<{ id: string; details: object }>(
        `SELECT o.id, m.details FROM auth.outgoing_mails m JOIN auth.owners o ON o.email = m.email
         WHERE m.shop_domain = $1 AND m.kind = 'notification' ORDER BY o.id`,
        [tenant.shop.domain],
      );
    };
    const { id } = await aProduct(tenant.http);
    const subject_id = await propose(id, 'Cup');
    const details = expect.objectContaining({ notification: 'proposal_created', name: 'An app', subject_id });
    const expected = [boss, staff].sort().map((member) => ({ id: member, details }));
    expect(await mails()).toEqual(expected);
    await propose(id, 'Bowl');
    expect(await mails()).toEqual(expected);
    await api.database.query(
      `UPDATE auth.notification_preferences SET mailed_at = now() - interval '61 minutes' WHERE shop_id = $1`,
      [tenant.shop.id],
    );
    await api.database.query('DELETE FROM auth.members WHERE owner_id = $1', [boss]);
    await propose(id, 'Jar');
    expect((await mails()).map((mail) => mail.id)).toEqual([boss, staff, staff].sort());
  });

  it('stays pending while members only read the proposal', async () => {
    const { id, path } = await aProduct(tenant.http);
    const proposal = await propose(id, 'Cup');
    const read = async () => [
      (await owner.get(`/api/proposals/${proposal}`)).text,
      (await owner.get(`/api/proposals/${proposal}/changes`)).text,
    ];
    expect(await read()).toEqual(await read());
    expect(attributesOf(await owner.get(`/api/proposals/${proposal}`))['status']).toBe('pending');
    expect(await titleOf(path)).toBe('Mug');
    expect(await events()).toEqual(['products.created', 'proposals.created']);
  });

  it('returns 403 on routes that do not support proposals', async () => {
    await api.database.query(
      `UPDATE auth.oauth_tokens SET scopes = scopes || '{imports.post,variants.post,variants.patch}' WHERE app_id = $1`,
      [app.id],
    );
    const headers = { 'content-type': 'text/csv' };
    const response = await agent.post('/api/imports/products', Buffer.from('title\nMug'), { headers });
    expect([response.status, codesOf(response)]).toEqual([403, ['approval_not_supported']]);
  });

  it('returns 429 if the app installation has the maximum number of pending proposals', async () => {
    const { id } = await aProduct(tenant.http);
    const first = await propose(id, 'Cup');
    await api.database.query(
      `INSERT INTO shop.proposals SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid()))).*
       FROM shop.proposals p, generate_series(2, $2) WHERE p.id = $1`,
      [first, MAX_PENDING],
    );
    const response = await agent.delete(`/api/products/${id}`);
    expect([response.status, codesOf(response)]).toEqual([429, ['too_many_proposals']]);
  });
});

describe('PATCH /api/proposals/:id', () => {
  it('applies the write only once for two concurrent approvals', async () => {
    const { id, path } = await aProduct(tenant.http);
    const proposal = await propose(id, 'Cup');
    const responses = await Promise.all([decide(proposal, 'approved'), decide(proposal, 'approved')]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await tenant.http.get(path)).body.data.meta.version).toBe(2);
    expect(await events()).toEqual(expect.arrayContaining(['proposals.approved']));
    expect((await decide(proposal, 'declined')).status).toBe(409);
  });

  it('applies or declines the write for a concurrent approval and refusal, but not both', async () => {
    const { id, path } = await aProduct(tenant.http);
    const proposal = await propose(id, 'Cup');
    const responses = await Promise.all([decide(proposal, 'approved'), decide(proposal, 'declined')]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [first] = responses.filter(({ status }) => status === 200).map(attributesOf);
    expect(await titleOf(path)).toBe(first!['status'] === 'approved' ? 'Cup' : 'Mug');
    const decided = (await events()).filter((type) => /^proposals\.(?:approved|declined|failed)$/.test(type));
    expect(decided).toEqual([`proposals.${String(first!['status'])}`]);
  });

  it('closes the proposal as failed with version_conflict if the object changed after the proposal', async () => {
    const { id, path } = await aProduct(tenant.http);
    const proposal = await propose(id, 'Cup');
    await tenant.http.patch(path, changed('products', id, { title: 'Bowl' }));
    const failed = await decide(proposal, 'approved');
    expect([failed.status, attributesOf(failed)]).toEqual([
      200,
      expect.objectContaining({
        ...{ status: 'failed', failure_reason: 'version_conflict', failure_code: 'precondition_failed' },
      }),
    ]);
    expect(await titleOf(path)).toBe('Bowl');
    expect((await events()).at(-1)).toBe('proposals.failed');
  });

  it.each([
    ['insufficient_scope', `scopes = '{products.get}'`],
    ['app_suspended', 'suspended = true'],
    ['app_uninstalled', `status = 'revoked'`],
  ])('closes the proposal as failed with %s if the app can no longer write', async (reason, change) => {
    const { id, path } = await aProduct(tenant.http);
    const proposal = await propose(id, 'Cup');
    await api.database.query(`UPDATE auth.oauth_tokens SET ${change} WHERE app_id = $1`, [app.id]);
    expect(attributesOf(await decide(proposal, 'approved'))).toMatchObject({
      status: 'failed',
      failure_reason: reason,
    });
    expect(await titleOf(path)).toBe('Mug');
  });

  it('returns 409 for an expired proposal, and the expiry creates an event', async () => {
    const { id, path } = await aProduct(tenant.http);
    const proposal = await propose(id, 'Cup');
    await api.database.query(`UPDATE shop.proposals SET expires_at = now() - interval '1 s' WHERE id = $1`, [
      proposal,
    ]);
    expect((await decide(proposal, 'approved')).status).toBe(409);
    await api.application.get(ProposalExpiry).run();
    expect(attributesOf(await owner.get(`/api/proposals/${proposal}`))).toMatchObject({ status: 'expired' });
    expect((await events()).at(-1)).toBe('proposals.expired');
    expect(await titleOf(path)).toBe('Mug');
  });

  it('returns 403 for an approval by a token without a person or without the scopes of the write', async () => {
    const { id } = await aProduct(tenant.http);
    const proposal = await propose(id, 'Cup');
    expect(codesOf(await decide(proposal, 'approved', tenant.http))).toEqual(['approver_required']);
    const limited = tenant.http.as(await aPanelToken(['proposals.patch']));
    expect(codesOf(await decide(proposal, 'approved', limited))).toEqual(['insufficient_scope']);
    const other = await anOAuthToken(api.database, tenant.shop, await anApp(api.database), [
      'proposals.patch',
    ]);
    expect((await decide(proposal, 'declined', tenant.http.as(other))).status).toBe(404);
    expect((await decide(proposal, 'declined')).status).toBe(200);
  });
});

const attributesOfObject = ({ attributes }: { attributes: object }) => attributes;
