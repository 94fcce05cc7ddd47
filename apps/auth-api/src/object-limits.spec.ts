import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  MAX_ACCESS_TOKENS_OF_SHOP,
  MAX_APPS_OF_PERSON,
  MAX_PASSKEY_CHALLENGES_OF_PERSON,
  MAX_SESSION_TOKENS_OF_MEMBER,
} from '@storewright/people';
import type { Response } from '@storewright/testing';
import {
  anOwnedShop,
  anOwner,
  authApi,
  newObject,
  type OwnedShop,
  racing,
  type TestOwner,
  type TestService,
} from './testing/test-service';

const ofPage = { headers: { origin: 'https://demo-shop.shops.example' } };
let service: TestService;
let shop: OwnedShop;
let owner: TestOwner;

beforeAll(async () => {
  service = await authApi({ ADMIN_URL: 'https://{shop}.shops.example' });
});
beforeEach(async () => {
  shop = await anOwnedShop(service);
  owner = shop.owner;
});
afterAll(() => service.stop());

/** The limit for objects of one type, and the functions with which the spec creates and removes objects. */
interface Limited {
  limit: number;
  /** Start of the row of docs/guides/limits.md. */
  row: string;
  /** Inserts `count` objects. */
  fill: (count: number) => Promise<unknown>;
  create: () => Promise<Response>;
  /** Removes one object, so that the limit allows another. */
  release: () => Promise<unknown>;
  /** The row that each request locks before it counts the objects. */
  lock: () => { text: string; values: unknown[] };
}

const query = (text: string, ...values: unknown[]) => service.database.query(text, values);
const lockPerson = () => ({ text: 'SELECT 1 FROM auth.owners WHERE id = $1 FOR UPDATE', values: [owner.id] });
const digest = `sha256(gen_random_uuid()::text::bytea)`;

const limited: Readonly<Record<string, Limited>> = {
  'POST /api/apps': {
    limit: MAX_APPS_OF_PERSON,
    row: 'apps of a developer',
    fill: (count) =>
      query(
        `INSERT INTO auth.apps (id, owner_id, name, install_url, scopes)
         SELECT gen_random_uuid(), $1, 'App', 'https://app.example/', '{}' FROM generate_series(1, $2)`,
        ...[owner.id, count],
      ),
    create: () =>
      owner.api.post(
        '/api/apps',
        newObject('apps', { name: 'One more', install_url: 'https://app.example/', scopes: [] }),
      ),
    release: async () => {
      const { body } = await owner.api.get('/api/apps?page[size]=1');
      await owner.api.delete(`/api/apps/${body.data[0].id}`);
    },
    lock: lockPerson,
  },
  'POST /api/shops/{shop_id}/access_tokens': {
    limit: MAX_ACCESS_TOKENS_OF_SHOP,
    row: 'active access tokens of a shop',
    fill: (count) =>
      query(
        `INSERT INTO auth.access_tokens (shop_id, id, name, digest, last_four)
         SELECT $1, gen_random_uuid(), 'Token', ${digest}, 'abcd' FROM generate_series(1, $2)`,
        ...[shop.id, count],
      ),
    create: () => shop.api.post(`${shop.path}/access_tokens`, newObject('access_tokens', { name: 'Script' })),
    release: async () => {
      const { body } = await shop.api.get(`${shop.path}/access_tokens?page[size]=1`);
      await shop.api.delete(`${shop.path}/access_tokens/${body.data[0].id}`);
    },
    lock: () => ({ text: 'SELECT 1 FROM auth.shops WHERE id = $1 FOR UPDATE', values: [shop.id] }),
  },
  'POST /api/shops/{shop_id}/session_tokens': {
    limit: MAX_SESSION_TOKENS_OF_MEMBER,
    row: 'valid [tokens of the panel]',
    // The tokens belong to another session of the person. The limit covers all sessions, so a new sign-in does not
    // help.
    fill: async (count) => {
      const { email, password } = owner;
      const { body } = await service.api.post('/api/sessions', newObject('sessions', { email, password }));
      await query(
        `INSERT INTO auth.access_tokens (shop_id, id, name, digest, last_four, session_id, expires_at)
         SELECT $1, gen_random_uuid(), 'admin panel', ${digest}, 'abcd', $2, now() + interval '10 minutes'
         FROM generate_series(1, $3)`,
        ...[shop.id, body.data.id, count],
      );
    },
    create: () => shop.api.post(`${shop.path}/session_tokens`, ''),
    release: () => shop.api.delete('/api/sessions/others'),
    lock: lockPerson,
  },
  'POST /api/passkey_registrations': {
    limit: MAX_PASSKEY_CHALLENGES_OF_PERSON,
    row: 'unfinished passkey registrations of a person',
    fill: (count) =>
      query(
        `INSERT INTO auth.passkey_challenges (digest, owner_id, rp_id, expires_at)
         SELECT ${digest}, $1, 'shops.example', now() + interval '5 minutes' FROM generate_series(1, $2)`,
        ...[owner.id, count],
      ),
    create: () => owner.api.post('/api/passkey_registrations', '', ofPage),
    release: () =>
      query(`UPDATE auth.passkey_challenges SET expires_at = now() WHERE owner_id = $1`, owner.id),
    lock: lockPerson,
  },
};

describe.each(Object.entries(limited))('object limit of %s', (_, { limit, fill, create, release, lock }) => {
  it('creates objects up to the limit, and returns 403 limit_reached above the limit', async () => {
    await fill(limit - 1);
    expect((await create()).status).toBe(201);
    const { status, body } = await create();
    expect([status, body.errors[0].code, body.errors[0].meta]).toEqual([403, 'limit_reached', { limit }]);
    expect(body.errors[0].detail).toMatch(/Delete|Revoke|Reuse|Finish/);
  });

  it('creates one object if four concurrent requests compete for the last slot below the limit', async () => {
    await fill(limit - 1);
    const answers = await racing(service, lock(), 4, create);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403]);
  });

  it('creates an object again after one of the counted objects was deleted or has ended', async () => {
    await fill(limit);
    expect((await create()).status).toBe(403);
    await release();
    expect((await create()).status).toBe(201);
  });

  it('does not count objects of other people or other shops', async () => {
    await fill(limit);
    const other = await anOwnedShop(service, await anOwner(service));
    [shop, owner] = [other, other.owner];
    expect((await create()).status).toBe(201);
  });
});

it('docs/guides/limits.md lists the limit for each kind of object', () => {
  const page = readFileSync(join(__dirname, '../../../docs/guides/limits.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.includes('403 `limit_reached`'));
  for (const { limit, row } of Object.values(limited))
    expect(rows.find((line) => line.startsWith(`| ${row}`))).toMatch(new RegExp(`\\| ${limit}\\b`));
});
