import { randomUUID } from 'node:crypto';
import { Passwords } from '@storewright/people';
import { processorMs, type Response } from '@storewright/testing';
import {
  anOwnedShop,
  anOwner,
  authApi,
  codesOf,
  newObject,
  type TestOwner,
  type TestService,
} from './testing/test-service';

let service: TestService;
let owner: TestOwner;

beforeAll(async () => {
  service = await authApi({ TRUSTED_PROXIES: '127.0.0.1' });
});
beforeEach(async () => {
  owner = await anOwner(service);
});
afterAll(() => service.stop());

/** Each test has its own person and network, so that tests do not share limits. */
let household = 0;
const from = () => ({ 'x-forwarded-for': `198.51.100.${(household += 1)}` });
const signIn = (email: string, password: string, headers: Record<string, string> = from()) =>
  service.api.post('/api/sessions', newObject('sessions', { email, password }), { headers });
const current = '/api/sessions/current';

describe('POST /api/sessions', () => {
  it('signs in and returns the session token once', async () => {
    const { status, headers, body } = await signIn(owner.email, owner.password, {});
    expect(status).toBe(201);
    expect(headers['cache-control']).toBe('no-store');
    const { attributes } = body.data;
    expect(attributes).toEqual({
      owner_id: owner.id,
      email: owner.email,
      csrf_token: expect.stringMatching(/^[\w-]{43}$/) as string,
      created_at: expect.stringMatching(/\.\d{6}Z$/) as string,
      last_used_at: attributes.created_at as string,
      browser: null,
      device_name: null,
      system: null,
      user_agent: null,
      network: '127.0.0.0/24',
      address: '127.0.0.1',
      kind: 'full',
      is_current: true,
      is_recent: true,
      expires_at: expect.stringMatching(/\.\d{6}Z$/) as string,
      token: expect.stringMatching(/^sws_[0-9A-Za-z]{46}$/) as string,
    });
    const again = await service.api.as(attributes.token).get(current);
    expect(again.body.data.attributes).toEqual({ ...attributes, token: undefined });
    expect(
      (await service.api.as(attributes.token).get(body.data.links.self.replace(/^http:\/\/[^/]+/, '')))
        .status,
    ).toBe(200);
  });

  it('sets a cookie that scripts and other sites cannot access', async () => {
    const plain = await signIn(owner.email, owner.password);
    expect(cookieOf(plain)).toMatch(
      /^storewright_session=sws_\w+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400$/,
    );
    const secure = await signIn(owner.email, owner.password, { ...from(), 'x-forwarded-proto': 'https' });
    expect(cookieOf(secure)).toMatch(
      /^__Host-storewright_session=sws_\w+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400; Secure$/,
    );
  });

  it('ignores the case of the email address', async () => {
    expect((await signIn(owner.email.toUpperCase(), owner.password)).status).toBe(201);
  });

  it('returns the same response for an unknown email address and a wrong password', async () => {
    const wrong = await signIn(owner.email, 'wrong');
    const unknown = await signIn('nobody@example.test', 'wrong');
    const withoutId = ({ body }: Response) =>
      ({ ...body, errors: [{ ...body.errors[0], id: '' }] }) as object;
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(withoutId(unknown)).toEqual(withoutId(wrong));
    expect(codesOf(wrong)).toEqual(['invalid_credentials']);
  });

  it('spends the same computing time for unknown and known email addresses', async () => {
    const median = async (email: () => string) => {
      const times: number[] = [];
      for (let round = 0; round < 5; round += 1)
        times.push(await processorMs(() => signIn(email(), 'wrong')));
      return times.sort((a, b) => a - b)[2]!;
    };
    const known = await median(() => owner.email);
    const unknown = await median(() => `${randomUUID()}@example.test`);
    const withoutWork = await median(() => '');
    expect(unknown).toBeGreaterThan(withoutWork * 2);
    expect(unknown).toBeGreaterThan(known / 3);
  });

  it(
    'starts a new session each time and ends the previous one of the browser, even one of another ' +
      'person',
    async () => {
      const other = await anOwner(service);
      const first = await signIn(owner.email, owner.password);
      const again = await signIn(owner.email, owner.password, { ...from(), cookie: cookieOf(first) });
      const asOther = await signIn(other.email, other.password, { ...from(), cookie: cookieOf(again) });
      const tokens = [first, again, asOther].map(({ body }) => body.data.attributes.token as string);
      const ids = [first, again, asOther].map(({ body }) => body.data.id as string);
      expect([new Set(tokens).size, new Set(ids).size]).toEqual([3, 3]);
      const alive = await Promise.all(tokens.map((token) => service.api.as(token).get(current)));
      expect(alive.map(({ status }) => status)).toEqual([401, 401, 200]);
      // A sign-in ends a session cookie planted by an attacker, so that the person does not use a foreign
      // account.
      const planted = `storewright_session=sws_${'0'.repeat(46)}`;
      const { status, headers } = await signIn(owner.email, owner.password, { ...from(), cookie: planted });
      expect([status, String(headers['set-cookie']).includes('sws_0000')]).toEqual([201, false]);
      // A failed sign-in ends no session.
      await signIn(other.email, 'wrong', { ...from(), cookie: cookieOf(asOther) });
      expect((await service.api.as(tokens[2]!).get(current)).status).toBe(200);
    },
  );

  it('reports all invalid attributes in one response', async () => {
    const answer = await service.api.post(
      '/api/sessions',
      newObject('sessions', { email: 5, remember: true }),
    );
    expect(answer.status).toBe(422);
    expect(codesOf(answer).sort()).toEqual(['invalid_attribute', 'invalid_attribute', 'unknown_attribute']);
  });

  it('limits wrong passwords per email address across all networks', async () => {
    for (let guess = 0; guess < 10; guess += 1)
      expect((await signIn(owner.email, `guess ${guess}`)).status).toBe(401);
    const refused = await signIn(owner.email, owner.password);
    expect([refused.status, codesOf(refused)]).toEqual([429, ['rate_limited']]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect([refused.headers['ratelimit-policy'], refused.headers['ratelimit']]).toEqual([
      '"sign-in-pace";q=1;w=30',
      `"sign-in-pace";r=0;t=${refused.headers['retry-after']}`,
    ]);
  });

  it('lets a known device sign in while other devices send wrong passwords', async () => {
    const first = await signIn(owner.email, owner.password);
    const device = deviceOf(first);
    const other = await anOwner(service);
    for (let guess = 0; guess < 12; guess += 1) await signIn(owner.email, `guess ${guess}`);
    const elsewhere = await signIn(owner.email, owner.password);
    expect(elsewhere.status).toBe(429);
    // A new device is limited to two attempts a minute, but not locked out.
    expect(Number(elsewhere.headers['retry-after'])).toBeLessThanOrEqual(30);
    expect((await signIn(owner.email, owner.password, { ...from(), cookie: device })).status).toBe(201);
    const foreign = deviceOf(await signIn(other.email, other.password));
    expect((await signIn(owner.email, owner.password, { ...from(), cookie: foreign })).status).toBe(429);
    const made = 'storewright_device=x';
    expect((await signIn(owner.email, owner.password, { ...from(), cookie: made })).status).toBe(429);
  });

  it('limits wrong passwords from a known device', async () => {
    const cookie = deviceOf(await signIn(owner.email, owner.password));
    for (let guess = 0; guess < 10; guess += 1)
      expect((await signIn(owner.email, 'wrong', { ...from(), cookie })).status).toBe(401);
    expect((await signIn(owner.email, owner.password, { ...from(), cookie })).status).toBe(429);
    expect((await signIn(owner.email, owner.password)).status).toBe(201);
  });

  it('sets a device cookie without personal data that scripts and other sites cannot access', async () => {
    const secure = await signIn(owner.email, owner.password, { ...from(), 'x-forwarded-proto': 'https' });
    const [, cookie] = cookiesOf(secure);
    expect(cookie).toMatch(
      /^__Host-storewright_device=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure$/,
    );
    expect(Buffer.from(cookie!, 'base64url').toString()).not.toContain(owner.id);
  });

  it('limits wrong passwords per network across all email addresses', async () => {
    const cookie = deviceOf(await signIn(owner.email, owner.password));
    const headers = from();
    const guesses: Response[] = [];
    // Sent in batches, because too many concurrent checks would return 503 without being counted.
    while (guesses.length < 101)
      guesses.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(20, 101 - guesses.length) }, (_, guess) =>
            signIn(`nobody${guesses.length + guess}@example.test`, 'guess', headers),
          ),
        )),
      );
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await signIn(owner.email, owner.password, headers)).status).toBe(429);
    // A person in the same network can sign in on a known device.
    expect((await signIn(owner.email, owner.password, { ...headers, cookie })).status).toBe(201);
  });

  it('returns 503 overloaded if too many password checks are queued', async () => {
    const passwords = service.application.get(Passwords, { strict: false });
    let end!: () => void;
    const held = new Promise<void>((resolve) => (end = resolve));
    const others = Array.from({ length: 2 + 32 }, () => passwords['queued'](() => held));
    const answer = await signIn('somebody@example.test', 'guess');
    end();
    await Promise.all(others);
    expect([answer.status, codesOf(answer)]).toEqual([503, ['overloaded']]);
    expect(answer.headers['retry-after']).toBeDefined();
    expect((await signIn('somebody@example.test', 'guess')).status).toBe(401);
  });

  it('does not count successful sign-ins towards the limits', async () => {
    for (let round = 0; round < 12; round += 1)
      expect((await signIn(owner.email, owner.password)).status).toBe(201);
  });

  it('is recorded in the audit logs of the person and of the person’s shops', async () => {
    const shops = [await anOwnedShop(service, owner), await anOwnedShop(service, owner)];
    const { body } = await signIn(owner.email, owner.password);
    for (const shop of shops) {
      const log = (await owner.api.get(`${shop.path}/audit_entries`)).body.data;
      expect(log).toHaveLength(1);
      expect(log[0].attributes).toMatchObject({
        kind: 'sessions.created',
        detail: { session_id: body.data.id },
      });
      expect(log[0].relationships.owner.data.id).toBe(owner.id);
    }
    const own = (await owner.api.get('/api/audit_entries?sort=-id')).body.data;
    expect(own[0].attributes.detail.session_id).toBe(body.data.id);
  });
});

describe('a session', () => {
  const age = (column: string, by: string) =>
    service.database.query(
      `UPDATE auth.sessions SET ${column} = now() - interval '${by}' WHERE owner_id = $1`,
      [owner.id],
    );

  it('ends when the person signs out', async () => {
    const answer = await owner.api.delete(current);
    expect(answer.status).toBe(204);
    expect(cookieOf(answer)).toContain('Max-Age=0');
    const after = await owner.api.get(current);
    expect([after.status, codesOf(after)]).toEqual([401, ['invalid_token']]);
  });

  it('ends after 30 minutes without a request', async () => {
    await age('last_seen_at', '29 minutes 59 seconds');
    expect((await owner.api.get(current)).status).toBe(200);
    expect((await owner.api.get(current)).status).toBe(200);
    await age('last_seen_at', '30 minutes');
    expect((await owner.api.get(current)).status).toBe(401);
  });

  it('stays active while the person sends requests', async () => {
    await age('last_seen_at', '20 minutes');
    await owner.api.get(current);
    const [row] = await service.database.query<{ fresh: boolean }>(
      `SELECT last_seen_at > now() - interval '1 minute' AS fresh FROM auth.sessions WHERE owner_id = $1`,
      [owner.id],
    );
    expect(row!.fresh).toBe(true);
  });

  it('ends after 24 hours even if the person sends requests', async () => {
    const [row] = await service.database.query<{ hours: string }>(
      'SELECT extract(epoch FROM expires_at - created_at) / 3600 AS hours FROM auth.sessions WHERE owner_id = $1',
      [owner.id],
    );
    expect(Number(row!.hours)).toBe(24);
    await age('expires_at', '0 seconds');
    expect((await owner.api.get(current)).status).toBe(401);
  });

  it('rejects tokens of a wrong kind, malformed tokens and two tokens', async () => {
    const shop = await anOwnedShop(service, owner);
    const { body } = await owner.api.post(
      `${shop.path}/access_tokens`,
      newObject('access_tokens', { name: 'script' }),
    );
    expect((await service.api.as(body.meta.token).get(current)).status).toBe(401);
    expect((await service.api.as('sws_broken').get(current)).status).toBe(401);
    const twice = { headers: { authorization: ['Bearer a', 'Bearer b'] } };
    expect(codesOf(await service.api.get(current, twice))).toEqual(['duplicate_authorization']);
  });
});

describe('the sessions of a person', () => {
  const laptop = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
  const signedIn = async (headers: Record<string, string> = {}, person = owner) => {
    const { body } = await signIn(person.email, person.password, { ...from(), ...headers });
    return { id: body.data.id as string, api: service.api.as(body.data.attributes.token as string) };
  };
  const shown = async (api = owner.api) =>
    (await api.get('/api/sessions?sort=id')).body.data as { id: string; attributes: object }[];

  it(
    'are listed with browser, system and network, without foreign CSRF tokens and without ended ' +
      'sessions',
    async () => {
      const other = await signedIn({ 'user-agent': laptop, 'x-forwarded-for': '203.0.113.77' });
      const over = await signedIn();
      await service.database.query(
        `UPDATE auth.sessions SET last_seen_at = now() - interval '30 minutes' WHERE id = $1`,
        [over.id],
      );
      const [own, second, ...none] = await shown();
      expect(none).toEqual([]);
      expect(own!.attributes).toMatchObject({
        is_current: true,
        csrf_token: expect.stringMatching(/^[\w-]{43}$/) as string,
      });
      expect(second).toMatchObject({
        id: other.id,
        attributes: {
          browser: 'Firefox',
          system: 'Linux',
          user_agent: laptop,
          network: '203.0.113.0/24',
          address: null,
          csrf_token: null,
          is_current: false,
        },
      });
      const elsewhere = { headers: { 'x-forwarded-for': '198.51.100.7' } };
      const { body } = await owner.api.get(current, elsewhere);
      expect(body.data.attributes).toMatchObject({ network: '127.0.0.0/24', address: '198.51.100.7' });
      const one = await owner.api.get(`/api/sessions/${other.id}`);
      expect(one.body.data).toEqual(second);
      expect(one.headers['cache-control']).toBe('no-store');
    },
  );

  it('can be ended individually, or all except the current session, with an audit log entry', async () => {
    const shop = await anOwnedShop(service, owner);
    const [first, second, third] = [await signedIn(), await signedIn(), await signedIn()];
    await first.api.post(`${shop.path}/session_tokens`, '');
    expect((await owner.api.delete(`/api/sessions/${first.id}`)).status).toBe(204);
    expect((await first.api.get(current)).status).toBe(401);
    expect((await second.api.get(current)).status).toBe(200);
    const all = await owner.api.delete('/api/sessions/others');
    expect([all.status, all.headers['set-cookie']]).toEqual([204, undefined]);
    expect((await second.api.get(current)).status).toBe(401);
    expect(await shown()).toHaveLength(1);
    const tokens = `SELECT FROM auth.access_tokens WHERE shop_id = '${shop.id}'`;
    expect(await service.database.query(tokens)).toEqual([]);
    // Repeating the request changes nothing and writes no audit entry.
    expect((await owner.api.delete('/api/sessions/others')).status).toBe(204);
    const log = await owner.api.get(`${shop.path}/audit_entries?sort=id&filter[kind]=sessions.ended`);
    expect(
      (log.body.data as { attributes: { detail: { session_ids: string[] } } }[]).map(
        ({ attributes: { detail } }) => detail.session_ids.toSorted(),
      ),
    ).toEqual([[first.id], [second.id, third.id].toSorted()]);
  });

  it('are hidden from other people, who get 404', async () => {
    const other = await signedIn({}, await anOwner(service));
    for (const answer of [
      await owner.api.get(`/api/sessions/${other.id}`),
      await owner.api.delete(`/api/sessions/${other.id}`),
    ])
      expect([answer.status, codesOf(answer)]).toEqual([404, ['not_found']]);
    expect((await owner.api.delete('/api/sessions/others')).status).toBe(204);
    expect((await other.api.get(current)).status).toBe(200);
  });
});

describe('a session transfer between two panels', () => {
  const panelOf = ({ domain }: { domain: string }) => `http://${domain}.localhost:3002`;
  const begin = (shop_domain: string) =>
    owner.api.post('/api/session_transfers', newObject('session_transfers', { shop_domain }));
  const accept = (transfer_token: string, origin?: string) =>
    service.api.post(
      '/api/accepted_session_transfers',
      newObject('accepted_session_transfers', { transfer_token }),
      { headers: origin === undefined ? {} : { origin } },
    );

  it('moves the session to the second panel, and a sign-out there ends the session in both panels', async () => {
    const shop = await anOwnedShop(service, owner);
    const { status, body } = await begin(shop.domain);
    expect([status, body.data.attributes.shop_domain]).toEqual([201, shop.domain]);
    const accepted = await accept(body.meta.token as string, panelOf(shop));
    const here = await owner.api.get(current);
    expect([accepted.status, accepted.body.data]).toEqual([201, here.body.data]);
    const cookie = cookieOf(accepted).split(';')[0]!;
    const there = () => service.api.get(current, { headers: { cookie } });
    expect((await there()).status).toBe(200);
    expect((await owner.api.get('/api/sessions')).body.data).toHaveLength(1);
    await owner.api.delete(current);
    expect((await there()).status).toBe(401);
  });

  it('can be accepted once, within a minute, by the target panel, if no newer transfer exists', async () => {
    const shop = await anOwnedShop(service, owner);
    const tokenOf = async () => (await begin(shop.domain)).body.meta.token as string;
    const refused = async (token: string, origin?: string) => {
      const answer = await accept(token, origin);
      expect([answer.status, answer.headers['set-cookie']]).toEqual([422, undefined]);
      expect(answer.body.errors[0].source.pointer).toBe('/data/attributes/transfer_token');
    };
    for (const origin of [undefined, panelOf({ domain: 'other-shop' }), 'https://evil.example'])
      await refused(await tokenOf(), origin);
    const [older, newer] = [await tokenOf(), await tokenOf()];
    await refused(older, panelOf(shop));
    expect((await accept(newer, panelOf(shop))).status).toBe(201);
    await refused(newer, panelOf(shop));
    const old = await tokenOf();
    await service.database.query('UPDATE auth.session_transfers SET expires_at = now() WHERE owner_id = $1', [
      owner.id,
    ]);
    await refused(old, panelOf(shop));
    const ended = await tokenOf();
    await owner.api.delete(current);
    await refused(ended, panelOf(shop));
  });

  it('is rejected for a shop of which the person is not a member, and is stored encrypted', async () => {
    const shop = await anOwnedShop(service, owner);
    const theirs = await anOwnedShop(service);
    for (const domain of [theirs.domain, 'no-such-shop']) {
      const answer = await begin(domain);
      expect([answer.status, answer.body.errors[0].source.pointer]).toEqual([
        422,
        '/data/attributes/shop_domain',
      ]);
    }
    await begin(shop.domain);
    const [row] = await service.database.query<{ sealed: string }>(
      'SELECT sealed FROM auth.session_transfers WHERE owner_id = $1',
      [owner.id],
    );
    expect(row!.sealed).not.toContain('sws_');
  });
});

describe('a write request with the session cookie', () => {
  let cookie: string;
  let csrf: string;
  const write = (headers: Record<string, string>) =>
    service.api.post(
      '/api/apps',
      newObject('apps', { name: 'x', install_url: 'https://a.example', scopes: [] }),
      {
        headers: { cookie, ...headers },
      },
    );

  beforeEach(async () => {
    const answer = await signIn(owner.email, owner.password);
    cookie = `other=1; ${cookieOf(answer).split(';')[0]!}`;
    csrf = answer.body.data.attributes.csrf_token as string;
  });

  it('requires the CSRF token of the session', async () => {
    for (const headers of [{}, { 'x-csrf-token': 'x' }, { 'x-csrf-token': await csrfOfAnother() }]) {
      const answer = await write(headers as Record<string, string>);
      expect([answer.status, codesOf(answer)]).toEqual([403, ['csrf_refused']]);
    }
    expect((await write({ 'x-csrf-token': csrf })).status).toBe(201);
  });

  it('is rejected from a page of a different site', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://demo.localhost.evil.example:3002' },
      { 'sec-fetch-site': 'same-site', origin: 'http://localhost:9' },
    ])
      expect((await write({ 'x-csrf-token': csrf, ...(headers as Record<string, string>) })).status).toBe(
        403,
      );
  });

  it('is accepted from the admin panel of a shop and from the origin of the auth API', async () => {
    for (const origin of ['http://demo-shop.localhost:3002', service.api.origin])
      expect((await write({ 'x-csrf-token': csrf, origin, 'sec-fetch-site': 'same-site' })).status).toBe(201);
  });

  it('is rejected on the host of a panel from the panel of a different shop', async () => {
    const send = (origin: string) =>
      service.api.send('POST', '/api/apps', {
        headers: {
          cookie,
          host: 'demo-shop.localhost:3002',
          'x-csrf-token': csrf,
          origin,
          'sec-fetch-site': 'same-site',
        },
        body: newObject('apps', { name: 'x', install_url: 'https://app.example/', scopes: [] }),
      });
    const refused = await send('http://other-shop.localhost:3002');
    expect([refused.status, codesOf(refused)]).toEqual([403, ['csrf_refused']]);
    expect((await send('http://demo-shop.localhost:3002')).status).toBe(201);
  });

  it('requires a CSRF token, unlike a read request with the cookie', async () => {
    expect((await service.api.get('/api/apps', { headers: { cookie } })).status).toBe(200);
  });

  async function csrfOfAnother(): Promise<string> {
    const other = await signIn(owner.email, owner.password);
    return other.body.data.attributes.csrf_token as string;
  }
});

function cookieOf({ headers }: Response): string {
  return cookiesOf({ headers })[0] ?? '';
}

function cookiesOf({ headers }: Pick<Response, 'headers'>): string[] {
  return (headers['set-cookie'] as unknown as string[] | undefined) ?? [];
}

/** Returns the cookie as a browser sends it. */
function deviceOf(answer: Response): string {
  return cookiesOf(answer)[1]!.split(';')[0]!;
}
