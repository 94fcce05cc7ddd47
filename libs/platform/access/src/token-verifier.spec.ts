import { Logger } from '@nestjs/common';
import { AuthDatabase, dataSourceOptions } from '@storewright/database';
import { AUTH_CACHE_TTL_MS, ShopDirectory } from '@storewright/tenancy';
import {
  anAccessToken,
  anApp,
  anOAuthToken,
  aShop,
  type TestDatabase,
  testDatabase,
  type TestShop,
  until,
} from '@storewright/testing';
import { mintToken, parseToken, type PlainToken } from '@storewright/tokens';
import { DataSource } from 'typeorm';
import { announce, type CredentialChange } from './credential-change';
import { CredentialChanges } from './credential-changes';
import { TokenVerifier } from './token-verifier';

const clock = {
  ms: 1_000_000,
  now() {
    return this.ms;
  },
};

describe('TokenVerifier', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let door: AuthDatabase;
  let verifier: TokenVerifier;
  let shop: TestShop;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await testDatabase();
    shop = await aShop(database);
    const options = { url: database.url('shop'), applicationName: 'spec' };
    dataSource = await new DataSource(dataSourceOptions(options)).initialize();
    door = new AuthDatabase(dataSource, options);
  });
  beforeEach(() => (verifier = new TokenVerifier(door, clock)));
  afterAll(async () => {
    await door.close();
    await dataSource.destroy();
    await database.drop();
  });

  const verify = (text: string) => verifier.verify(parseToken(text)!);
  const digest = (text: string) => parseToken(text)!.digest;
  const set = (table: string, change: string, text: string) =>
    database.query(`UPDATE auth.${table} SET ${change} WHERE digest = decode($1, 'hex')`, [digest(text)]);

  async function aSession(): Promise<string> {
    const { owner_id } = await anApp(database);
    const [row] = await database.query<{ id: string }>(
      `INSERT INTO auth.sessions (id, owner_id, digest, expires_at) VALUES (gen_random_uuid(), $1,
        sha256($2::bytea), 'infinity') RETURNING id`,
      [owner_id, owner_id],
    );
    return row!.id;
  }

  it('returns the shop of an access token, and either the token’s scopes or all scopes', async () => {
    const whole = await anAccessToken(database, shop);
    expect(await verify(whole)).toMatchObject({
      kind: 'access_token',
      used: true,
      shop: { ...shop, status: 'active' },
    });
    expect(await verify(whole)).not.toHaveProperty('scopes');
    const part = await verify(await anAccessToken(database, shop, ['meta.get']));
    expect([...part!.scopes!]).toEqual(['meta.get']);
    expect([...(await verify(await anAccessToken(database, shop, [])))!.scopes!]).toEqual([]);
  });

  it('returns the signed-in person as actor of an admin panel token, or else the access token', async () => {
    const text = await anAccessToken(database, shop);
    const { token_id, shop: known } = (await verify(text))!;
    expect(known.actor).toEqual({ type: 'access_token', id: token_id, name: 'test' });
    const panel = await anAccessToken(database, shop);
    await set('access_tokens', `person_id = '${token_id}', person_name = 'Anna'`, panel);
    expect((await verify(panel))!.shop.actor).toEqual({ type: 'person', id: token_id, name: 'Anna' });
  });

  it('returns the shop, app and scopes of an OAuth token', async () => {
    const app = await anApp(database);
    const grant = await verify(await anOAuthToken(database, shop, app, ['meta.get', 'meta.post']));
    expect(grant).toMatchObject({ kind: 'oauth_token', app_id: app.id, shop: { id: shop.id }, used: false });
    expect([...grant!.scopes!]).toEqual(['meta.get', 'meta.post']);
    expect(grant!.shop.actor).toEqual({ type: 'app', id: app.id, name: 'An app' });
    expect(grant).not.toHaveProperty('proofSecrets');
  });

  it('returns the valid secrets of an app that requires Secret-Proof', async () => {
    const app = await anApp(database, { requireProof: true });
    await database.query(
      `INSERT INTO auth.app_secrets (app_id, generation, sealed, expires_at) VALUES ($1, 2, 'ended',
        now() - interval '1 s'), ($1, 3, 'rotating', now() + interval '1 h')`,
      [app.id],
    );
    const { proofSecrets } = (await verify(await anOAuthToken(database, shop, app, [])))!;
    expect(proofSecrets).toHaveLength(2);
    expect(proofSecrets).toContain('rotating');
  });

  it.each(['pending', 'revoked', 'superseded'])(
    'rejects an OAuth token with the status %s',
    async (status) => {
      const token = await anOAuthToken(database, shop, await anApp(database), []);
      if (status === 'pending') {
        await database.query(
          `UPDATE auth.oauth_tokens SET status = 'pending', digest = NULL WHERE digest = decode($1, 'hex')`,
          [digest(token)],
        );
      } else await set('oauth_tokens', `status = '${status}'`, token);
      expect(await verify(token)).toBeUndefined();
    },
  );

  it('rejects a revoked or expired access token', async () => {
    const [revoked, expired, living] = [
      await anAccessToken(database, shop),
      await anAccessToken(database, shop),
      await anAccessToken(database, shop),
    ];
    await set('access_tokens', `status = 'revoked'`, revoked);
    await set('access_tokens', `expires_at = now() - interval '1 ms'`, expired);
    await set('access_tokens', `expires_at = now() + interval '1 h'`, living);
    expect(await verify(revoked)).toBeUndefined();
    expect(await verify(expired)).toBeUndefined();
    expect(await verify(living)).toBeDefined();
  });

  it('rejects the previous value of a rotated access token after the previous value has expired', async () => {
    const previous = await anAccessToken(database, shop);
    const change = `previous_digest = digest, previous_expires_at = now() - interval '1 ms', digest = sha256('next')`;
    await set('access_tokens', change, previous);
    expect(await verify(previous)).toBeUndefined();
  });

  it.each(['access_token', 'oauth_token', 'session', 'app_secret'] as const)(
    'returns undefined for an unknown token of the kind %s',
    async (kind) => {
      expect(await verify(mintToken(kind).reveal())).toBeUndefined();
    },
  );

  it('rejects a token whose digest belongs to a token of a different kind', async () => {
    const token = parseToken(await anAccessToken(database, shop))!;
    for (const kind of ['oauth_token', 'session', 'app_secret'] as const) {
      const disguised = { kind, digest: token.digest } as PlainToken;
      expect(await new TokenVerifier(door, clock).verify(disguised)).toBeUndefined();
    }
    expect(await verifier.verify(token)).toBeDefined();
  });

  it('throws unavailable if the database is down', async () => {
    const url = new URL(database.url('shop'));
    url.port = '1';
    const away = new AuthDatabase(dataSource, { url: url.href, applicationName: 'spec' });
    const token = parseToken(await anAccessToken(database, shop))!;
    const lost = new TokenVerifier(away, clock);
    for (let asked = 0; asked < 2; asked += 1)
      await expect(lost.verify(token)).rejects.toMatchObject({ problem: 'unavailable' });
    await away.close();
  });

  describe('after a change', () => {
    it('returns the new state of a token within a second, even if no notification arrives', async () => {
      const token = await anAccessToken(database, shop);
      expect(await verify(token)).toBeDefined();
      await set('access_tokens', `status = 'revoked'`, token);
      clock.ms += AUTH_CACHE_TTL_MS + 1;
      expect(AUTH_CACHE_TTL_MS).toBeLessThan(1_000);
      expect(await verify(token)).toBeUndefined();
    });

    it('returns a cached grant without a database query for less than a second', async () => {
      const token = await anAccessToken(database, shop);
      const grant = await verify(token);
      await set('access_tokens', `status = 'revoked'`, token);
      clock.ms += AUTH_CACHE_TTL_MS;
      expect(await verify(token)).toBe(grant);
    });

    it('removes only the grants of the changed credentials from the cache', async () => {
      const app = await anApp(database);
      const [mine, yours] = [await aShop(database), await aShop(database)];
      const tokens = {
        ofApp: await anOAuthToken(database, mine, app, []),
        ofShop: await anAccessToken(database, mine),
        elsewhere: await anOAuthToken(database, yours, await anApp(database), []),
        ofSession: await anAccessToken(database, yours),
      };
      const session_id = await aSession();
      await set('access_tokens', `session_id = '${session_id}', expires_at = 'infinity'`, tokens.ofSession);
      const forgotten = async (change: CredentialChange) => {
        const before = await Promise.all(Object.values(tokens).map(verify));
        verifier.forget(change);
        const after = await Promise.all(Object.values(tokens).map(verify));
        return Object.keys(tokens).filter((_, at) => before[at] !== after[at]);
      };
      expect(await forgotten({ app_id: app.id })).toEqual(['ofApp']);
      expect(await forgotten({ shop_id: mine.id })).toEqual(['ofApp', 'ofShop']);
      expect(await forgotten({ digest: digest(tokens.elsewhere) })).toEqual(['elsewhere']);
      expect(await forgotten({ session_id })).toEqual(['ofSession']);
      expect(await forgotten({ digest: 'no' })).toEqual([]);
    });
  });

  describe('after a change by a second instance', () => {
    let changes: CredentialChanges;
    let directory: ShopDirectory;

    beforeEach(async () => {
      directory = new ShopDirectory(door);
      changes = new CredentialChanges(database.url('shop'), verifier, directory);
      await changes.onModuleInit();
    });
    afterEach(() => changes.onApplicationShutdown());

    /**
     * Changes and announces in one transaction, as the auth API does. The clock stands still, so no cache
     * entry expires.
     */
    async function revokeElsewhere(token: string, change: CredentialChange): Promise<void> {
      const options = { url: database.url('auth'), applicationName: 'spec-elsewhere', poolSize: 1 };
      const source = await new DataSource(dataSourceOptions(options)).initialize();
      const elsewhere = new AuthDatabase(source, options);
      await elsewhere.transaction({ shop_id: shop.id }, async (transaction) => {
        await transaction.query({
          text: `UPDATE auth.access_tokens SET status = 'revoked' WHERE digest = decode($1, 'hex')`,
          values: [digest(token)],
        });
        await announce(transaction, change);
      });
      await elsewhere.close();
      await source.destroy();
    }
    async function untilRefused(token: string): Promise<void> {
      while (await verify(token)) await new Promise((resolve) => setImmediate(resolve));
    }

    it.each(['shop_id', 'digest'] as const)(
      'rejects the token as soon as the second instance has announced the change (%s)',
      async (about) => {
        const token = await anAccessToken(database, shop);
        expect(await verify(token)).toBeDefined();
        await revokeElsewhere(token, about === 'shop_id' ? { shop_id: shop.id } : { digest: digest(token) });
        await untilRefused(token);
      },
    );

    it('rejects the previous token of a rotated token after an instance has used the new token', async () => {
      const previous = await anAccessToken(database, shop);
      const next = mintToken('access_token');
      await set(
        'access_tokens',
        `previous_digest = digest, previous_expires_at = now() + interval '1 h', digest = decode('${next.digest}', 'hex')`,
        previous,
      );
      const elsewhere = new TokenVerifier(door, clock);
      expect(await verify(previous)).toMatchObject({ used: true });
      const grant = (await elsewhere.verify(next))!;
      expect(grant.used).toBe(false);
      expect(await verify(previous)).toBeDefined();
      const uses = await Promise.all(Array.from({ length: 20 }, () => elsewhere.firstUse(grant)));
      expect(uses).not.toContain(false);
      await untilRefused(previous);
      expect(await verifier.verify(next)).toMatchObject({ used: true, token_id: grant.token_id });
    });

    it('receives notifications again after the database connection was lost', async () => {
      const listeners = `FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'storewright-changes' AND query <> ''`;
      const [{ pid }] = (await database.query<{ pid: number }>(`SELECT pid ${listeners}`)) as [
        { pid: number },
      ];
      await database.query('SELECT pg_terminate_backend($1::integer)', [pid]);
      await until(
        'it listens again',
        async () =>
          (await database.query(`SELECT 1 ${listeners} AND pid <> $1 AND state = 'idle'`, [pid])).length > 0,
      );
      const token = await anAccessToken(database, shop);
      expect(await verify(token)).toBeDefined();
      await revokeElsewhere(token, { shop_id: shop.id });
      await untilRefused(token);
    });

    it('ignores notifications with an invalid payload', async () => {
      const token = await anAccessToken(database, shop);
      for (const payload of ['', 'no JSON', 'null', '7', '[]', '{"shop_id":7}', '{"digest":null}'])
        await database.query(`SELECT pg_notify('storewright_credentials', $1)`, [payload]);
      expect(await verify(token)).toBeDefined();
      await revokeElsewhere(token, { shop_id: shop.id });
      await untilRefused(token);
    });

    it('removes the cached grants of a suspended shop', async () => {
      const other = await aShop(database);
      const token = await anAccessToken(database, other);
      expect(await verify(token)).toMatchObject({ shop: { status: 'active' } });
      expect(await directory.find(other.domain)).toMatchObject({ status: 'active' });
      await database.query(`UPDATE auth.shops SET status = 'suspended' WHERE id = $1`, [other.id]);
      await database.query(`SELECT pg_notify('storewright_credentials', $1)`, [
        JSON.stringify({ shop_id: other.id }),
      ]);
      while ((await verify(token))?.shop.status !== 'suspended')
        await new Promise((resolve) => setImmediate(resolve));
      expect(await directory.find(other.domain)).toMatchObject({ status: 'suspended' });
    });
  });

  describe('firstUse', () => {
    const firstUseOf = async (token: string) => {
      const [row] = await database.query<{ first_used_at: Date | null; xmin: string }>(
        `SELECT first_used_at, xmin::text FROM auth.oauth_tokens WHERE digest = decode($1, 'hex')`,
        [digest(token)],
      );
      return row!;
    };

    it('stores the first use of a token once for concurrent requests', async () => {
      const token = await anOAuthToken(database, shop, await anApp(database), []);
      const grant = (await verify(token))!;
      expect(await Promise.all(Array.from({ length: 20 }, () => verifier.firstUse(grant)))).not.toContain(
        false,
      );
      const { first_used_at } = await firstUseOf(token);
      expect(first_used_at).toBeInstanceOf(Date);
      await verifier.firstUse(grant);
      expect((await firstUseOf(token)).first_used_at).toEqual(first_used_at);
      expect(grant.used).toBe(true);
    });

    it('does nothing if the token was already used', async () => {
      const token = await anOAuthToken(database, shop, await anApp(database), []);
      await set('oauth_tokens', 'first_used_at = now()', token);
      expect((await verify(token))!.used).toBe(true);
    });

    it('returns false if the token was revoked after its verification', async () => {
      const token = await anOAuthToken(database, shop, await anApp(database), []);
      const grant = (await verify(token))!;
      await set('oauth_tokens', `status = 'revoked'`, token);
      expect(await verifier.firstUse(grant)).toBe(false);
      expect((await firstUseOf(token)).first_used_at).toBeNull();
    });
  });
});
