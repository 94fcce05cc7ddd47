import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import {
  anOwnedShop,
  anOwner,
  authApi,
  codesOf,
  listening,
  newObject,
  type OwnedShop,
  untilRefused,
  type TestOwner,
  type TestService,
} from './testing/test-service';

let service: TestService;
let shop: OwnedShop;
let owner: TestOwner;

beforeAll(async () => {
  service = await authApi({ TRUSTED_PROXIES: '127.0.0.1' });
});
beforeEach(async () => {
  shop = await anOwnedShop(service);
  owner = shop.owner;
});
afterAll(() => service.stop());

const next = 'Neues Paßwort 🔒';
const current = '/api/sessions/current';
const change = (attributes: object, api = owner.api, id = owner.id) =>
  api.patch(`/api/owners/${id}`, { data: { type: 'owners', id, attributes } });
const changed = (password = next) => change({ current_password: owner.password, password });
const signIn = (password: string, email = owner.email) =>
  service.api.post('/api/sessions', newObject('sessions', { email, password }));
const tokenOf = async (password: string) => (await signIn(password)).body.data.attributes.token as string;
const log = async (api = owner.api) =>
  (await api.get('/api/audit_entries?filter[kind]=owners.password_changed')).body.data as {
    attributes: { detail: object };
  }[];

describe('GET /api/owners/{id}', () => {
  it('returns only the account of the signed-in person', async () => {
    const { body } = await owner.api.get('/api/owners/current');
    expect(body.data).toMatchObject({
      type: 'owners',
      id: owner.id,
      attributes: { email: owner.email, name: 'An owner' },
    });
    expect(Object.keys(body.data.attributes as object)).toEqual(['email', 'name', 'language', 'created_at']);
    expect((await owner.api.get(`/api/owners/${owner.id}`)).body.data).toEqual(body.data);
    expect((await owner.api.get(`/api/owners/${(await anOwner(service)).id}`)).status).toBe(404);
  });

  it('returns limits of 0 if the operator allows no shops, and POST /api/shops then returns 403', async () => {
    expect((await owner.api.get('/api/owners/current')).body.meta).toEqual({
      limits: { shops: 0, test_shops: 0 },
    });
    const answer = await owner.api.post('/api/shops', newObject('shops', { domain: 'mine', name: 'Mine' }));
    expect([answer.status, codesOf(answer)]).toEqual([403, ['shop_limit_reached']]);
    expect(answer.body.errors[0].meta).toEqual({ limit: 0 });
  });
});

describe('PATCH /api/owners/{id} with the document of a GET', () => {
  it.each(['current', 'the id'])('changes nothing at the URL with %s', async (called) => {
    const path = `/api/owners/${called === 'current' ? called : owner.id}`;
    const before = (await owner.api.get(path)).body.data as { id: string; attributes: object };
    const answer = await owner.api.patch(path, { data: before });
    expect([answer.status, answer.body.data]).toEqual([200, before]);
    expect((await owner.api.get(path)).body.data).toEqual(before);
  });

  it('returns 409 if the body contains the id of a different person', async () => {
    const { id } = await anOwner(service);
    const data = { type: 'owners', id, attributes: { name: 'Zoë' } };
    const answer = await owner.api.patch('/api/owners/current', { data });
    expect([answer.status, codesOf(answer)]).toEqual([409, ['id_mismatch']]);
  });
});

describe('attribute language of a person', () => {
  const chosen = async () => (await owner.api.get('/api/owners/current')).body.data.attributes.language;

  it('is null until the person chooses a language, which requires no step-up', async () => {
    expect(await chosen()).toBeNull();
    await service.database.query(
      `UPDATE auth.sessions SET authenticated_at = now() - interval '11 minutes' WHERE owner_id = $1`,
      [owner.id],
    );
    const answer = await change({ language: 'de' });
    expect([answer.status, answer.body.data.attributes.language]).toEqual([200, 'de']);
    expect(await chosen()).toBe('de');
  });

  it('accepts its current value, and accepts null only before the person chose a language', async () => {
    expect((await change({ language: null })).status).toBe(200);
    for (const _ of ['first', 'again']) expect((await change({ language: 'de' })).status).toBe(200);
    const answer = await change({ language: null });
    expect([answer.status, answer.body.errors[0].source.pointer]).toEqual([422, '/data/attributes/language']);
    expect(await chosen()).toBe('de');
  });

  it.each(['fr', 'DE', '', 1])('rejects %j, which is no supported language of emails', async (language) => {
    const answer = await change({ language });
    expect([answer.status, codesOf(answer)]).toEqual([422, ['invalid_attribute']]);
    expect(await chosen()).toBeNull();
  });
});

describe('attribute name of a person', () => {
  const renames = async (path: string) =>
    (await owner.api.get(`${path}/audit_entries?filter[kind]=owners.name_changed`)).body.data as object[];

  it('can be changed without a step-up', async () => {
    await service.database.query(
      `UPDATE auth.sessions SET authenticated_at = now() - interval '11 minutes' WHERE owner_id = $1`,
      [owner.id],
    );
    const { status, body, headers } = await change({ name: 'Zoë 🌊 O’Neil' });
    expect([status, body.data.attributes.name, body.meta]).toEqual([200, 'Zoë 🌊 O’Neil', undefined]);
    expect(headers['set-cookie']).toBeUndefined();
    expect((await owner.api.get('/api/owners/current')).body.data.attributes.name).toBe('Zoë 🌊 O’Neil');
    for (const more of [{ password: next }, { current_password: owner.password, password: next }])
      expect(codesOf(await change({ name: 'Zoë', ...more }))).toEqual(['step_up_required']);
  });

  it('is recorded once per change in the audit logs of the person and of the person’s shops', async () => {
    for (const _ of [1, 2]) expect((await change({ name: 'Zoë' })).status).toBe(200);
    const detail = { name: 'Zoë', previous_name: 'An owner' };
    for (const path of ['/api', shop.path])
      expect(await renames(path)).toMatchObject([{ attributes: { detail } }]);
  });

  it('changes together with the password in one request, or neither value changes', async () => {
    const both = { name: 'Zoë', password: next };
    expect((await change({ ...both, current_password: 'wrong' })).status).toBe(422);
    expect((await owner.api.get('/api/owners/current')).body.data.attributes.name).toBe('An owner');
    const { status, body } = await change({ ...both, current_password: owner.password });
    expect([status, body.data.attributes.name, typeof body.meta.session.token]).toEqual([
      200,
      'Zoë',
      'string',
    ]);
  });

  it.each([
    ['', '1 to 100'],
    ['x'.repeat(101), '1 to 100'],
    ['\u202eeoZ', 'one line'],
    [null, 'string'],
  ])('rejects %j', async (name, detail) => {
    const { status, body } = await change({ name });
    expect([status, body.errors[0].source.pointer]).toEqual([422, '/data/attributes/name']);
    expect(body.errors[0].detail).toContain(detail);
  });

  it('requires both the current and the new password if the request contains one of them', async () => {
    expect(codesOf(await change({ name: 'Zoë', password: next }))).toEqual(['invalid_attribute']);
    expect(codesOf(await change({ name: 'Zoë', current_password: next }))).toEqual(['invalid_attribute']);
  });
});

describe('PATCH /api/owners/{id}', () => {
  it('changes the password, and sign-ins with the old password then fail', async () => {
    const answer = await changed();
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.text).not.toContain(next);
    expect((await signIn(owner.password)).status).toBe(401);
    expect((await signIn(next)).status).toBe(201);
  });

  it('accepts the new password in a different Unicode normalization form', async () => {
    await changed('Zażółć gęślą jaźń'.normalize('NFD'));
    expect((await signIn('Zażółć gęślą jaźń'.normalize('NFC'))).status).toBe(201);
    expect((await signIn('Zazółć gęślą jaźń')).status).toBe(401);
  });

  it('ends all other sessions and their tokens, and returns a new session token', async () => {
    const elsewhere = service.api.as(await tokenOf(owner.password));
    const made = await elsewhere.post(`${shop.path}/session_tokens`, '');
    const panel = service.api.as(made.body.data.attributes.token as string);
    expect((await panel.get(shop.path)).status).toBe(200);
    const sessions = [owner.api, elsewhere].map(
      async (api) => (await api.get(current)).body.data.id as string,
    );
    const announced = await listening(service);
    const { session } = (await changed()).body.meta as { session: { id: string; token: string } };
    expect(await Promise.all(sessions)).toEqual(
      expect.arrayContaining((await announced()).map((told) => (told as { session_id: string }).session_id)),
    );
    for (const api of [owner.api, elsewhere]) expect((await api.get(current)).status).toBe(401);
    await untilRefused(() => panel.get(shop.path));
    expect((await service.api.as(session.token).get(current)).body.data.id).toBe(session.id);
  });

  it('returns a new cookie and CSRF token to a browser, without a session token in the body', async () => {
    const signedIn = await signIn(owner.password);
    const browser = {
      cookie: String(signedIn.headers['set-cookie']).split(';')[0]!,
      'x-csrf-token': signedIn.body.data.attributes.csrf_token as string,
    };
    const attributes = { current_password: owner.password, password: next };
    const document = { data: { type: 'owners', id: 'current', attributes } };
    const answer = await service.api.patch('/api/owners/current', document, { headers: browser });
    expect(answer.body.meta.session).toEqual({
      id: expect.any(String) as string,
      csrf_token: expect.stringMatching(/^[\w-]{43}$/) as string,
      expires_at: expect.stringMatching(/\.\d{6}Z$/) as string,
    });
    const cookie = String(answer.headers['set-cookie']).split(';')[0]!;
    expect(answer.text).not.toContain(cookie.split('=')[1]);
    expect(cookie).not.toBe(browser.cookie);
    const on = { cookie, 'x-csrf-token': answer.body.meta.session.csrf_token as string };
    expect((await service.api.delete(current, { headers: on })).status).toBe(204);
    expect((await service.api.get(current, { headers: browser })).status).toBe(401);
  });

  it('is recorded in the audit logs of the person and of the person’s shops', async () => {
    const other = await anOwnedShop(service, owner);
    const { session } = (await changed()).body.meta as { session: { id: string; token: string } };
    const api = service.api.as(session.token);
    const detail = { session_id: session.id, address: '127.0.0.1' };
    expect(await log(api)).toMatchObject([{ attributes: { detail } }]);
    for (const { path } of [shop, other]) {
      const { body } = await api.get(`${path}/audit_entries?filter[kind]=owners.password_changed`);
      expect(body.data).toMatchObject([{ attributes: { detail } }]);
    }
  });

  it.each([
    ['a password of 7 characters', { password: 'sh0rt!!' }, 'password', /at least 8/],
    ['a common password', { password: 'sunshine' }, 'password', /easy to guess/],
    ['a password of 1,025 bytes', { password: `${'é'.repeat(512)}x` }, 'password', /1024 bytes/],
    ['a wrong current password', { current_password: 'wrong' }, 'current_password', /current password/],
    ['the password null', { password: null }, 'password', /./],
  ])('rejects %s and changes nothing', async (_, given, attribute, detail) => {
    const answer = await change({ current_password: owner.password, password: next, ...given });
    expect([answer.status, codesOf(answer)[0]]).toEqual([422, 'invalid_attribute']);
    expect(answer.body.errors[0].source.pointer).toBe(`/data/attributes/${attribute}`);
    expect(answer.body.errors[0].detail).toMatch(detail);
    expect((await owner.api.get(current)).status).toBe(200);
    expect(await log()).toEqual([]);
  });

  it('rejects a password that consists of the name of one of the person’s shops', async () => {
    const refused = await changed(`${shop.domain}1`);
    expect([refused.status, refused.body.errors[0].detail]).toEqual([
      422,
      expect.stringMatching(/easy to guess/),
    ]);
    const other = (await anOwnedShop(service)).domain;
    expect((await changed(`${other}1`)).status).toBe(200);
  });

  it('rejects the current password as the new password', async () => {
    const { status, body } = await changed(owner.password);
    expect([status, body.errors[0].source.pointer]).toEqual([422, '/data/attributes/password']);
    expect(body.errors[0].detail).toContain('must differ from the current password');
    expect((await owner.api.get(current)).status).toBe(200);
  });

  it('returns 422 without the current and the new password, and for unknown attributes', async () => {
    expect(codesOf(await change({})).sort()).toEqual(['invalid_attribute', 'invalid_attribute']);
    const both = { current_password: owner.password, password: next };
    expect(codesOf(await change({ ...both, email: 'x@example.test' }))).toEqual(['not_fillable']);
    expect((await change({ ...both, email: owner.email })).status).toBe(200);
  });

  it('returns 404 for the id of a different person', async () => {
    const other = await anOwner(service);
    const attributes = { current_password: other.password, password: next };
    expect((await change(attributes, owner.api, other.id)).status).toBe(404);
    expect((await change(attributes, owner.api, randomUUID())).status).toBe(404);
    expect((await signIn(other.password, other.email)).status).toBe(201);
  });

  it('returns 429 after too many attempts with a wrong current password', async () => {
    for (let guess = 0; guess < 10; guess += 1)
      expect((await change({ current_password: `guess ${guess}`, password: next })).status).toBe(422);
    const refused = await changed();
    expect([refused.status, codesOf(refused)]).toEqual([429, ['rate_limited']]);
    expect((await owner.api.get(current)).status).toBe(200);
  });

  it('lets no concurrent sign-in with the old password create a session after the change', async () => {
    const blocker = new Client({ connectionString: service.database.administratorUrl });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query(`UPDATE auth.owners SET password_hash = 'another' WHERE id = $1`, [owner.id]);
    const late = signIn(owner.password);
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    while ((await service.database.query(waiting)).length === 0);
    await blocker.query('COMMIT');
    await blocker.end();
    expect(codesOf(await late)).toEqual(['invalid_credentials']);
  });
});
