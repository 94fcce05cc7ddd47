import { type TestDatabase, until } from '@storewright/testing';
import { mintToken, type TokenKind } from '@storewright/tokens';
import { Client } from 'pg';
import {
  aGrant,
  anOwnedShop,
  aRegisteredApp,
  authApi,
  codesOf,
  newObject,
  type OwnedShop,
  type RegisteredApp,
  racing,
  type TestService,
  untilRefused,
} from './testing/test-service';

let service: TestService;
/** A second instance with the same database. */
let other: TestService;
let shop: OwnedShop;
const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no-reply@shops.example' };

beforeAll(async () => {
  const environment = { ...mail, TRUSTED_PROXIES: '127.0.0.1' };
  service = await authApi(environment);
  other = await authApi(environment, undefined, service.database);
});
beforeEach(async () => {
  shop = await anOwnedShop(service);
  await service.database.query('DELETE FROM auth.outgoing_mails');
});
afterAll(async () => {
  await other.application.close();
  await service.stop();
});

/** Number of networks that have sent a report. Each network can send only a few reports. */
let networks = 0;
const fromNewNetwork = () => ({ headers: { 'x-forwarded-for': `198.51.100.${(networks += 1)}` } });
const report = (tokens: unknown, options = fromNewNetwork()) =>
  service.api.post('/api/token_reports', newObject('token_reports', { tokens }), options);

async function anAccessToken(): Promise<{ id: string; token: string }> {
  const made = await shop.api.post(
    `${shop.path}/access_tokens`,
    newObject('access_tokens', { name: 'Till' }),
  );
  await service.database.query('DELETE FROM auth.outgoing_mails');
  return { id: made.body.data.id as string, token: made.body.meta.token as string };
}

async function anOAuthToken(): Promise<{ app: RegisteredApp; nonce: string; id: string; token: string }> {
  const app = await aRegisteredApp(service);
  const { nonce } = await aGrant(shop, app);
  const { data } = (await service.api.get(`/api/oauth_tokens/nonce/${nonce}`)).body;
  await service.database.query('DELETE FROM auth.outgoing_mails');
  return { app, nonce, id: data.id as string, token: data.attributes.token as string };
}

const shopOf = (api: TestService, token: string) => api.api.as(token).get(shop.path);
const introspect = async ({ app, token }: { app: RegisteredApp; token: string }) => {
  const answer = await service.api.send('POST', '/oauth/introspect', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `client_id=${app.id}&client_secret=${app.secret}&token=${token}`,
  });
  return answer as unknown as { status: number; body: { active?: boolean } };
};
/** Runs the work while another transaction holds the lock. */
async function holding<T>(
  { administratorUrl }: TestDatabase,
  lock: { text: string; values: unknown[] },
  work: () => Promise<T>,
): Promise<T> {
  const holder = new Client({ connectionString: administratorUrl });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query(lock);
  try {
    return await work();
  } finally {
    await holder.end();
  }
}

const queueIsEmpty = () =>
  until('all reports are handled', async () => {
    const rows = await service.database.query('SELECT FROM auth.token_incidents');
    return rows.length === 0;
  });
const mails = async () => {
  const rows = await service.database.query<{ kind: string; email: string }>(
    'SELECT kind, email FROM auth.outgoing_mails ORDER BY kind',
  );
  return rows.map(({ kind, email }) => [kind, email]);
};
const entriesOf = async (kind: string) => {
  const text = 'SELECT detail, owner_id, shop_id FROM auth.audit_entries WHERE kind = $1 ORDER BY id DESC';
  return service.database.query<{ detail: Record<string, unknown>; owner_id: string; shop_id: string }>(
    text,
    [kind],
  );
};

describe('POST /api/token_reports', () => {
  it('revokes an access token on every instance, with an audit log entry and an email to the owner', async () => {
    const { id, token } = await anAccessToken();
    for (const each of [service, other]) expect((await shopOf(each, token)).status).toBe(200);
    const answer = await report([token]);
    expect([answer.status, answer.body, answer.headers['cache-control']]).toEqual([
      204,
      undefined,
      'no-store',
    ]);
    for (const each of [service, other]) await untilRefused(() => shopOf(each, token));
    const { attributes } = (await shop.api.get(`${shop.path}/access_tokens/${id}`)).body.data;
    expect(attributes.status).toBe('revoked');
    const [entry] = await entriesOf('access_tokens.leaked');
    expect(entry).toMatchObject({
      shop_id: shop.id,
      detail: { access_token_id: id, name: 'Till', reported_by: 'anonymous' },
    });
    expect(await mails()).toEqual([['access_token_leaked', shop.owner.email]]);
    expect((await shop.api.get(`${shop.path}/notifications`)).body.data).toMatchObject([
      {
        attributes: {
          ...{ kind: 'token_leaked', subject_type: 'access_tokens', subject_id: id, subject_name: 'Till' },
          is_read: false,
        },
      },
    ]);
  });

  it('revokes a rotated access token if a report contains the old or the new token value', async () => {
    for (const reported of ['previous', 'renewed'] as const) {
      const { id, token: previous } = await anAccessToken();
      const { body } = await shop.api.post(`${shop.path}/access_tokens/${id}/rotations`, '');
      const texts = { previous, renewed: body.meta.token as string };
      expect((await shopOf(service, previous)).status).toBe(200);
      await report([texts[reported]]);
      for (const text of [previous, texts.renewed]) await untilRefused(() => shopOf(service, text));
      const { attributes } = (await shop.api.get(`${shop.path}/access_tokens/${id}`)).body.data;
      expect(attributes.status).toBe('revoked');
    }
  });

  it('revokes the OAuth token of an app, with emails to the shop owner and the developer', async () => {
    const { app, id, token } = await anOAuthToken();
    expect((await introspect({ app, token })).body.active).toBe(true);
    await report([` ${token}\n`]);
    await until('the token is revoked', async () => (await introspect({ app, token })).body.active === false);
    await queueIsEmpty();
    expect(await mails()).toEqual([
      ['app_token_leaked', shop.owner.email],
      ['own_app_token_leaked', app.developer.email],
    ]);
    const detail = { oauth_token_id: id, reported_by: 'anonymous' };
    expect((await entriesOf('oauth_tokens.leaked'))[0]).toMatchObject({ shop_id: shop.id, detail });
    const [bell] = (await shop.api.get(`${shop.path}/notifications`)).body.data;
    expect(bell.attributes).toMatchObject({ kind: 'token_leaked', subject_type: 'installations' });
    expect(bell.attributes.subject_name).toBe('An app');
    const ofDeveloper = {
      owner_id: app.developer.id,
      shop_id: null,
      detail: { ...detail, shop_id: shop.id },
    };
    expect((await entriesOf('app_tokens.leaked'))[0]).toMatchObject(ofDeveloper);
  });

  it('blocks a reported app secret, even if an earlier release stored the secret without a digest', async () => {
    const { app, token } = await anOAuthToken();
    await service.database.query('UPDATE auth.app_secrets SET digest = NULL WHERE app_id = $1', [app.id]);
    expect((await introspect({ app, token })).status).toBe(200);
    await report([app.secret]);
    await until('the secret is blocked', async () => (await introspect({ app, token })).status === 401);
    expect(await mails()).toEqual([['app_secret_leaked', app.developer.email]]);
    const renewed = await app.developer.api.post(`/api/apps/${app.id}/secrets`, '');
    const secret = renewed.body.meta.secret as string;
    expect((await introspect({ app: { ...app, secret }, token })).body.active).toBe(true);
  });

  it('ends the session of a reported session or panel token, with an email to the person', async () => {
    const { email, password } = shop.owner;
    const signIn = async () => {
      const { body } = await service.api.post('/api/sessions', newObject('sessions', { email, password }));
      await service.database.query('DELETE FROM auth.outgoing_mails');
      return body.data.attributes.token as string;
    };
    const session = await signIn();
    await report([session]);
    await untilRefused(() => service.api.as(session).get('/api/sessions/current'));
    expect(await mails()).toEqual([['session_leaked', email]]);
    const second = await signIn();
    const made = await service.api.as(second).post(`${shop.path}/session_tokens`, '');
    const panelToken = made.body.data.attributes.token as string;
    await report([panelToken]);
    for (const token of [second, panelToken]) await untilRefused(() => service.api.as(token).get(shop.path));
  });

  it('deletes the one-time token of a reported invitation or password reset link', async () => {
    const email = `new-${networks}@example.test`;
    const { body } = await shop.api.post(
      `${shop.path}/invitations`,
      newObject('invitations', { email, role: 'administrator' }),
    );
    await until('the mail of the invitation was attempted', async () => {
      const rows = await service.database.query(
        `SELECT FROM auth.outgoing_mails WHERE attempts > 0 AND next_attempt_at < now() + interval '1 minute'`,
      );
      return rows.length > 0;
    });
    await service.database.query('DELETE FROM auth.outgoing_mails');
    const [invitation, reset] = [mintToken('invitation'), mintToken('password_reset')];
    await service.database.query(`UPDATE auth.invitations SET digest = decode($1, 'hex') WHERE id = $2`, [
      invitation.digest,
      body.data.id,
    ]);
    await service.database.query(
      `INSERT INTO auth.password_resets (id, owner_id, digest, expires_at)
      VALUES (gen_random_uuid(), $1, decode($2, 'hex'), now() + interval '1 hour')`,
      [shop.owner.id, reset.digest],
    );
    await report([invitation.reveal(), reset.reveal()]);
    await queueIsEmpty();
    const resets = await service.database.query('SELECT FROM auth.password_resets WHERE owner_id = $1', [
      shop.owner.id,
    ]);
    expect(resets).toEqual([]);
    const found = await shop.api.get(`${shop.path}/invitations/${body.data.id}`);
    expect(found.body.data.attributes.status).toBe('withdrawn');
  });

  it('returns the same response for valid, revoked, unknown, malformed and repeated tokens', async () => {
    const { token } = await anAccessToken();
    const kinds: TokenKind[] = ['access_token', 'oauth_token', 'session', 'app_secret', 'device_code'];
    const unknown = kinds.map((kind) => mintToken(kind).reveal());
    const reports = [
      [token],
      [token],
      [token, token],
      unknown,
      ['not a token'],
      [''],
      ['\u0000'],
      ['💥'.repeat(99)],
    ];
    const seen = new Set<string>();
    for (const tokens of reports) {
      const { status, body, headers } = await report(tokens);
      const { date: _date, 'x-request-id': _id, ...same } = headers;
      seen.add(JSON.stringify([status, body, same]));
    }
    expect(seen.size).toBe(1);
    await queueIsEmpty();
    expect(await mails()).toHaveLength(1);
  });

  it('stores only digests, and only of well-formed tokens', async () => {
    const { id, token } = await anAccessToken();
    const lock = { text: 'SELECT FROM auth.access_tokens WHERE id = $1 FOR UPDATE', values: [id] };
    const rows = await holding(service.database, lock, async () => {
      await report([token, 'my password', mintToken('session').reveal()]);
      return service.database.query('SELECT * FROM auth.token_incidents');
    });
    expect(rows).toContainEqual(expect.objectContaining({ token_kind: 'access_token' }));
    expect(JSON.stringify(rows)).not.toContain('my password');
    expect(JSON.stringify(rows)).not.toContain(token.slice(4));
  });

  it.each([
    [[], 422, 'invalid_attribute'],
    [Array.from({ length: 101 }, () => 'x'), 422, 'invalid_attribute'],
    [['x'.repeat(256)], 422, 'invalid_attribute'],
    [[17], 422, 'invalid_attribute'],
    [[null, {}], 422, 'invalid_attribute'],
    ['swa_', 422, 'invalid_attribute'],
    [undefined, 422, 'invalid_attribute'],
    [Array.from({ length: 1_000_000 }, () => 'x'), 413, 'payload_too_large'],
  ])('rejects a report with invalid tokens (case %#)', async (tokens, status, code) => {
    const answer = await report(tokens);
    expect([answer.status, codesOf(answer)]).toEqual([status, [code]]);
  });

  it('limits reports per network', async () => {
    const options = fromNewNetwork();
    const statuses = new Set<number>();
    for (let sent = 0; sent < 31; sent += 1) statuses.add((await report(['x'], options)).status);
    expect([...statuses]).toEqual([204, 429]);
    expect((await report(['x'])).status).toBe(204);
  });

  it('leaves no valid token if reports and nonce exchanges are concurrent', async () => {
    const { app, nonce, token, id } = await anOAuthToken();
    const lock = { text: 'SELECT FROM auth.oauth_tokens WHERE id = $1 FOR UPDATE', values: [id] };
    let sent = 0;
    const answers = await racing(service, lock, 8, async () => {
      sent += 1;
      if (sent === 1) {
        expect((await report([token])).status).toBe(204);
        await queueIsEmpty();
        return 204;
      }
      return (await service.api.get(`/api/oauth_tokens/nonce/${nonce}`)).status;
    });
    for (const status of answers) expect([200, 204, 410]).toContain(status);
    expect((await introspect({ app, token })).body.active).toBe(false);
  });
});
