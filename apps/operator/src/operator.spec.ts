import { execFile, execFileSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type PostgresServer, startPostgres } from '@storewright/embedded-postgres';
import { urlAs } from '@storewright/schema';
import { freePort, SignedBucketServer } from '@storewright/testing';
import { open, seal } from '@storewright/tokens';
import { verify } from 'argon2';
import { Client } from 'pg';
import { runCommand } from './run-command';

const repository = resolve(__dirname, '../../..');
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'storewright-operator-'));
const rolePasswords = {
  owner: 'pw of the owner',
  auth: 'pw of auth',
  shop: 'pw of shop',
  hooks: 'pw of hooks',
};
const rolesOf = {
  OWNER_DB_PASSWORD: rolePasswords.owner,
  AUTH_DB_PASSWORD: rolePasswords.auth,
  SHOP_DB_PASSWORD: rolePasswords.shop,
  HOOKS_DB_PASSWORD: rolePasswords.hooks,
};
const password = 'correct horse battery staple';

/** A separate server, because migrate sets passwords of roles that all databases of a server share. */
let server: PostgresServer;

beforeAll(async () => {
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const build = ['tools/workspace/build.mjs', 'apps/operator', join(folder, 'operator')];
  const built = promisify(execFile)(process.execPath, build, { cwd: repository });
  server = await startPostgres({
    ...{ dataDirectory: join(folder, 'postgres'), durable: false },
    port: await freePort(),
  });
  await built;
  for (const name of ['platform', 'empty']) await queryIn('postgres', `CREATE DATABASE ${name}`);
  await migrate('platform');
});
afterAll(async () => {
  await server.stop();
  rmSync(server.dataDirectory, { recursive: true });
  rmSync(folder, { recursive: true, force: true });
});

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command in this process. Starting the program takes a hundred times as long. */
async function operator(words: string[], settings: Record<string, string> = {}): Promise<Outcome> {
  const printed = { stdout: '', stderr: '' };
  const code = await runCommand(words, settings, {
    stdout: (text) => (printed.stdout += text),
    stderr: (text) => (printed.stderr += text),
  });
  return { code, ...printed };
}

/** Runs the built program. */
async function builtOperator(words: string[], settings: Record<string, string> = {}): Promise<Outcome> {
  const env = { PATH: process.env['PATH'], ...settings };
  const program = [join(folder, 'operator/main.js'), ...words];
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, program, { env })) };
  } catch (error) {
    return error as unknown as Outcome;
  }
}

const ofMigrate = (database: string) => ({ DATABASE_URL: server.url(database), ...rolesOf });
const migrate = (database: string) => operator(['migrate'], ofMigrate(database));

const ofAuthData = () => ({
  AUTH_DATABASE_URL: urlAs(server.url('platform'), 'auth', rolePasswords),
  OWNER_PASSWORD: password,
});

/** Runs a command against the migrated database. */
const onPlatform = (...words: string[]) => operator(words, ofAuthData());

async function queryIn<Row extends object>(database: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: server.url(database) });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const anOwner = async (email: string) =>
  expect((await onPlatform('create-owner', '--email', email, '--name', 'Ada')).code).toBe(0);
const statusOf = async (domain: string) =>
  (
    await queryIn<{ status: string }>('platform', `SELECT status FROM auth.shops WHERE domain = '${domain}'`)
  )[0];

describe('operator command', () => {
  it('migrates an empty database and creates an owner', async () => {
    await queryIn('postgres', 'CREATE DATABASE of_program');
    const migrated = await builtOperator(['migrate'], ofMigrate('of_program'));
    expect(migrated).toMatchObject({ code: 0, stderr: '' });
    expect(migrated.stdout).toMatch(/^migrated: CreateAuth\d+, [^\n]+\n$/);
    const words = ['create-owner', '--email', 'built@example.test', '--name', 'Built'];
    const created = await builtOperator(words, ofAuthData());
    expect(created).toMatchObject({ code: 0, stderr: '' });
    expect(created.stdout).toMatch(/^owner built@example\.test is [0-9a-f-]{36}\n$/);
  });

  it('exits with code 1 and one line for invalid arguments, and with code 2 for an unknown command', async () => {
    const [invalid, unknown] = await Promise.all([builtOperator(['migrate']), builtOperator([])]);
    const line = 'migrate: DATABASE_URL is not set.\n';
    expect(invalid).toMatchObject({ code: 1, stdout: '', stderr: line });
    expect(unknown).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^commands:\n/) });
  });
});

describe('migrate', () => {
  it('migrates an empty database, and a second run reports that the schema is current', async () => {
    const first = await migrate('empty');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^migrated: CreateAuth\d+, [^\n]+\n$/);
    expect(await migrate('empty')).toEqual({ code: 0, stdout: 'the schema is current\n', stderr: '' });
  });

  it('sets the passwords of the database roles without printing them', async () => {
    const { stdout, stderr } = await migrate('platform');
    for (const role of ['owner', 'auth', 'shop', 'hooks'] as const) {
      const client = new Client({ connectionString: urlAs(server.url('platform'), role, rolePasswords) });
      await client.connect();
      await client.end();
      expect(stdout + stderr).not.toContain(rolePasswords[role]);
    }
  });
});

describe('create-owner', () => {
  it('creates an account with the password, or changes the name if the account exists', async () => {
    const made = await onPlatform('create-owner', '--email', 'Ada@Example.test', '--name', 'Ada');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const id = /^owner Ada@Example\.test is ([0-9a-f-]{36})\n$/.exec(made.stdout)![1];
    const again = await onPlatform('create-owner', '--email', 'ada@example.test', '--name', 'Ada L.');
    expect(again.stdout).toContain(id);
    const [row] = await queryIn<{ name: string; password_hash: string }>(
      'platform',
      `SELECT name, password_hash FROM auth.owners WHERE id = '${id}'`,
    );
    expect([row!.name, await verify(row!.password_hash, password)]).toEqual(['Ada L.', true]);
    expect(made.stdout + again.stdout + again.stderr).not.toContain(password);
  });

  it(
    'ends the sessions of an existing person whose password changes, and records the change in the ' +
      'audit log',
    async () => {
      await anOwner('mary@example.test');
      const [{ id }] = (await queryIn<{ id: string }>(
        'platform',
        `INSERT INTO auth.sessions (id, owner_id, digest, expires_at)
       SELECT gen_random_uuid(), id, sha256('mary'), 'infinity' FROM auth.owners
         WHERE email = 'mary@example.test' RETURNING owner_id AS id`,
      )) as [{ id: string }];
      const state = () =>
        queryIn(
          'platform',
          `SELECT (SELECT count(*)::int FROM auth.sessions WHERE owner_id = '${id}') AS sessions, array(
           SELECT kind || ' by ' || (detail ->> 'by') FROM auth.audit_entries WHERE owner_id = '${id}') AS log`,
        );
      await anOwner('mary@example.test');
      expect(await state()).toEqual([{ sessions: 1, log: [] }]);
      const other = 'another correct horse';
      const settings = {
        AUTH_DATABASE_URL: urlAs(server.url('platform'), 'auth', rolePasswords),
        OWNER_PASSWORD: other,
      };
      const words = ['create-owner', '--email', 'mary@example.test', '--name', 'Mary'];
      expect(await operator(words, settings)).toMatchObject({ code: 0, stderr: '' });
      expect(await state()).toEqual([{ sessions: 0, log: ['owners.password_changed by the operator'] }]);
      const [row] = await queryIn<{ password_hash: string }>(
        'platform',
        `SELECT password_hash FROM auth.owners WHERE id = '${id}'`,
      );
      expect(await verify(row!.password_hash, other)).toBe(true);
    },
  );
});

describe('create-shop', () => {
  it('creates a shop for the owner, and a second run changes the name and texts of the shop', async () => {
    await anOwner('grace@example.test');
    const words = ['create-shop', '--domain', 'grace', '--owner', 'grace@example.test'];
    const made = await onPlatform(
      ...words,
      '--name',
      'Grace',
      '--title',
      'Nanoseconds',
      '--description',
      'Wire',
      '--time-zone',
      'Asia/Tokyo',
      '--currency',
      'JPY',
    );
    const id = /^shop grace is ([0-9a-f-]{36})\n$/.exec(made.stdout)![1];
    const read = () =>
      queryIn(
        'platform',
        `SELECT s.name, s.title, s.description, s.status, s.time_zone, s.currency_code, o.email FROM auth.shops s
         JOIN auth.shop_owners so ON so.shop_id = s.id JOIN auth.owners o ON o.id = so.owner_id WHERE s.id = '${id}'`,
      );
    const shop = {
      name: 'Grace',
      title: 'Nanoseconds',
      description: 'Wire',
      status: 'active',
      time_zone: 'Asia/Tokyo',
      currency_code: 'JPY',
      email: 'grace@example.test',
    };
    expect(await read()).toEqual([shop]);
    expect((await onPlatform(...words, '--name', 'Hopper')).stdout).toBe(made.stdout);
    expect(await read()).toEqual([{ ...shop, name: 'Hopper', title: 'Hopper', description: '' }]);
    const wrong = await onPlatform(...words, '--name', 'Grace', '--time-zone', 'asia/tokyo');
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      'create-shop: "asia/tokyo" must be spelled "Asia/Tokyo"\n',
    ]);
    const money = await onPlatform(...words, '--name', 'Grace', '--currency', 'yen');
    expect([money.code, money.stderr]).toEqual([
      1,
      'create-shop: "yen" is not an ISO 4217 currency such as EUR\n',
    ]);
  });
});

describe('suspend-shop and resume-shop', () => {
  it('close and reopen the API of a shop, and can be repeated', async () => {
    await anOwner('joan@example.test');
    await onPlatform('create-shop', '--domain', 'joan', '--name', 'Joan', '--owner', 'joan@example.test');
    for (const [command, status] of [
      ['suspend-shop', 'suspended'],
      ['suspend-shop', 'suspended'],
      ['resume-shop', 'active'],
    ] as const) {
      const line = `shop joan is ${status}\n`;
      expect(await onPlatform(command, '--domain', 'joan')).toEqual({ code: 0, stdout: line, stderr: '' });
      expect(await statusOf('joan')).toEqual({ status });
    }
  });
});

describe('review of app listings', () => {
  it('lists, shows, approves, hides and restores a submitted listing, and rejects a listing with reasons', async () => {
    await anOwner('listing@example.test');
    const app = '01a1fcc5-3fe7-779a-a8ee-6072ae3c5c3a';
    const submit = (number: number) =>
      queryIn(
        'platform',
        `INSERT INTO auth.listing_versions (id, app_id, number, status, name, tagline, description, developer_name,
           categories, screenshots, support_url, privacy_url, scopes)
         VALUES (gen_random_uuid(), '${app}', ${number}, 'submitted', 'Labels', 'Prints', 'Prints.', 'Works',
           '{other}', '{}', 'https://localhost/', 'https://localhost/', '{}')`,
      );
    await queryIn(
      'platform',
      `INSERT INTO auth.apps (id, owner_id, name, install_url, scopes)
       SELECT '${app}', id, 'Labels', 'https://labels.example', '{}' FROM auth.owners
       WHERE email = 'listing@example.test'`,
    );
    expect((await onPlatform('list-submitted-listings')).stdout).toBe('no listing is pending review\n');
    await submit(1);
    expect((await onPlatform('list-submitted-listings')).stdout).toMatch(
      new RegExp(`^${app} version 1 since .+: Labels\n$`),
    );
    const review = await onPlatform('review-listing', '--app', app);
    expect(review.stdout).toContain(
      '[ok] webhooks answer: The app has no webhook URL, so it receives no webhooks.',
    );
    expect(review.stdout).toContain('[failed] link to support: https://localhost/: ');
    const text = (...words: string[]) => onPlatform(...words, '--app', app).then(({ stdout }) => stdout);
    expect(await text('approve-listing')).toBe(`version 1 of ${app} is approved and in the directory\n`);
    expect(await text('hide-listing', '--reasons', 'Spam')).toBe(`${app} is hidden from the directory\n`);
    expect(await text('restore-listing')).toBe(`${app} is in the directory again\n`);
    await submit(2);
    expect(await text('reject-listing', '--reasons', 'Too vague')).toBe(`version 2 of ${app} is rejected\n`);
    const again = await onPlatform('approve-listing', '--app', app);
    expect([again.code, again.stderr]).toEqual([
      1,
      'approve-listing: no version of Labels waits for its review\n',
    ]);
  });
});

describe('export-contracts', () => {
  it('writes the contract of each installed app, and deletes the files of uninstalled apps', async () => {
    await anOwner('contracts@example.test');
    const [app, other] = ['01a1fcc5-3fe7-779a-a8ee-6072ae3c5c3b', '01a1fcc5-3fe7-779a-a8ee-6072ae3c5c3c'];
    const out = join(folder, 'contracts');
    const exported = () => onPlatform('export-contracts', '--out', out);
    await onPlatform('create-shop', '--domain', 'uses', '--name', 'X', '--owner', 'contracts@example.test');
    await queryIn(
      'platform',
      `WITH made AS (
         INSERT INTO auth.apps (id, owner_id, name, install_url, scopes)
         SELECT id, (SELECT id FROM auth.owners WHERE email = 'contracts@example.test'), 'Labels',
           'https://labels.example', '{}' FROM unnest('{${app},${other}}'::uuid[]) id RETURNING id
       ), published AS (
         INSERT INTO auth.app_contracts (app_id, id, resources, events, features, published_at)
         SELECT id, id, '{"orders":{"reads":["number"],"filters":["status"]}}', '{orders.created}', '{}', now()
         FROM made)
       INSERT INTO auth.installations (shop_id, id, app_id, scopes, status)
       SELECT (SELECT id FROM auth.shops WHERE domain = 'uses'), id, id, '{}', 'installed' FROM made
       WHERE id = '${app}'`,
    );
    expect((await exported()).stdout).toBe(`contracts in ${out}: 1\n`);
    expect(readdirSync(out)).toEqual([`${app}.json`]);
    expect(JSON.parse(readFileSync(join(out, `${app}.json`), 'utf8'))).toEqual({
      ...{ version: 1, app: { id: app, name: 'Labels' }, events: ['orders.created'] },
      resources: { orders: { reads: ['number'], filters: ['status'] } },
    });
    writeFileSync(join(out, 'sample-app.json'), '{}');
    await queryIn('platform', `UPDATE auth.installations SET status = 'uninstalled' WHERE app_id = '${app}'`);
    expect((await exported()).stdout).toBe(`contracts in ${out}: 0, and 1 outdated files are deleted\n`);
    expect(readdirSync(out)).toEqual(['sample-app.json']);
  });
});

describe('a reserved domain', () => {
  const create = (domain: string, settings: Record<string, string> = {}) =>
    operator(['create-shop', '--domain', domain, '--name', 'X', '--owner', 'reserver@example.test'], {
      AUTH_DATABASE_URL: urlAs(server.url('platform'), 'auth', rolePasswords),
      ...settings,
    });
  beforeAll(() => anOwner('reserver@example.test'));

  it.each(['www', 'account'])('is rejected by create-shop: %s', async (domain) => {
    expect(await create(domain)).toMatchObject({
      code: 1,
      stderr: `create-shop: the domain ${domain} is reserved for the platform (RESERVED_DOMAINS): choose another one\n`,
    });
    expect(await statusOf(domain)).toBeUndefined();
  });

  it('is rejected by create-shop if it is the first label of the host in AUTH_URL', async () => {
    const { code, stderr } = await create('people', { AUTH_URL: 'https://people.shops.example' });
    expect([code, stderr]).toEqual([1, expect.stringContaining('people is reserved')]);
  });

  it('can still be updated by create-shop if a shop already has the domain', async () => {
    expect((await create('news')).code).toBe(0);
    expect((await create('news', { RESERVED_DOMAINS: 'news' })).code).toBe(0);
  });

  it('is rejected by import-shop', async () => {
    await onPlatform('create-shop', '--domain', 'press', '--name', 'X', '--owner', 'reserver@example.test');
    const file = join(folder, 'press.ndjson');
    const settings = (database: string) => ({
      DATABASE_URL: server.url(database),
      OWNER_DB_PASSWORD: rolePasswords.owner,
      SECRETS_KEY: `k:${Buffer.alloc(32).toString('base64')}`,
      RESERVED_DOMAINS: 'press',
    });
    await migrate('empty');
    await operator(['export-shop', '--domain', 'press', '--out', file], settings('platform'));
    const { code, stderr } = await operator(['import-shop', '--in', file], settings('empty'));
    expect([code, stderr]).toEqual([1, expect.stringContaining('press is reserved')]);
  });
});

describe('export-shop and import-shop', () => {
  it('copy a shop with its owner to a second database, and reject a second import', async () => {
    await anOwner('edith@example.test');
    await onPlatform('create-shop', '--domain', 'edith', '--name', 'Edith', '--owner', 'edith@example.test');
    await migrate('empty');
    const settings = (database: string) => ({
      DATABASE_URL: server.url(database),
      OWNER_DB_PASSWORD: rolePasswords.owner,
      SECRETS_KEY: `k:${Buffer.alloc(32).toString('base64')}`,
    });
    const file = join(folder, 'edith.ndjson');
    const exported = await operator(
      ['export-shop', '--domain', 'edith', '--out', file],
      settings('platform'),
    );
    expect(exported).toMatchObject({ code: 0, stderr: '' });
    expect(exported.stdout).toMatch(/^shop edith \([0-9a-f-]{36}\) is in \S+: 3 rows, \d+ bytes\n$/);
    const imported = await operator(['import-shop', '--in', file], settings('empty'));
    expect(imported).toMatchObject({ code: 0, stderr: '' });
    const shops = (database: string) =>
      queryIn(
        database,
        `SELECT s.*, o.* FROM auth.shops s JOIN auth.shop_owners so ON so.shop_id = s.id
         JOIN auth.owners o ON o.id = so.owner_id WHERE domain = 'edith'`,
      );
    expect(await shops('empty')).toEqual(await shops('platform'));
    const again = await operator(['import-shop', '--in', file], settings('empty'));
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringMatching(/^import-shop: the shop edith \([0-9a-f-]{36}\) is here already\.\n$/),
    ]);
  });
});

/** Runs a command of the operator with the settings of `migrate`. */
const asOwner = (words: string[], more: Record<string, string> = {}) =>
  operator(words, {
    DATABASE_URL: server.url('platform'),
    OWNER_DB_PASSWORD: rolePasswords.owner,
    ...more,
  });

describe('delete-shop', () => {
  /** Deleted with the shop, but neither exported nor reported. */
  const chained = /^auth\.audit_(?:chains|links|heads)$/;
  const reportedRowsOf = (id: string) => rowsOf(id, (name) => !chained.test(name));
  const rowsOf = async (id: string, isCounted = (_name: string) => true) => {
    const tables = await queryIn<{ name: string }>(
      'platform',
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_attribute a
        ON a.attrelid = c.oid AND a.attname = 'shop_id' AND NOT a.attisdropped
       WHERE c.relnamespace IN ('auth'::regnamespace, 'shop'::regnamespace) AND c.relkind IN ('r', 'p')`,
    );
    const counts = await Promise.all(
      tables
        .filter(({ name }) => isCounted(name))
        .map(({ name }) =>
          queryIn<{ n: number }>(
            'platform',
            `SELECT count(*)::int AS n FROM ${name} WHERE shop_id = '${id}'`,
          ),
        ),
    );
    return counts.reduce((sum, [row]) => sum + row!.n, 0);
  };
  const aShop = async (domain: string) => {
    await anOwner('remover@example.test');
    await onPlatform('create-shop', '--domain', domain, '--name', 'X', '--owner', 'remover@example.test');
    const [{ id }] = (await queryIn<{ id: string }>(
      'platform',
      `SELECT id FROM auth.shops WHERE domain = '${domain}'`,
    )) as [{ id: string }];
    await queryIn(
      'platform',
      `INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, version, created_at, updated_at)
         VALUES ('${id}', gen_random_uuid(), 'orders', '1', '{}', 1, now(), now());
       INSERT INTO auth.audit_entries (id, shop_id, kind) VALUES (gen_random_uuid(), '${id}', 'shops.updated')`,
    );
    return id;
  };

  const suspendedForLong = async (domain: string) => {
    await onPlatform('suspend-shop', '--domain', domain);
    await queryIn(
      'platform',
      `UPDATE auth.shops SET updated_at = now() - interval '6 minutes' WHERE domain = '${domain}'`,
    );
  };

  it('only reports the rows to delete if --dry-run is set', async () => {
    const id = await aShop('to-count');
    const before = await rowsOf(id);
    const { code, stdout } = await asOwner(['delete-shop', '--domain', 'to-count', '--dry-run']);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(`would be deleted: ${(await reportedRowsOf(id)) + 1} rows (`),
    ]);
    expect(stdout).toMatch(/1 shop\.meta.*\nwould remain: .*people who are members of this shop alone/);
    expect(await rowsOf(id)).toBe(before);
  });

  it('rejects a shop that is active or was suspended less than five minutes ago, and writes no file', async () => {
    const id = await aShop('active-shop');
    const file = join(folder, 'active-shop.ndjson');
    const { code, stderr } = await asOwner(['delete-shop', '--domain', 'active-shop', '--out', file]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('is active: suspend it first')]);
    await onPlatform('suspend-shop', '--domain', 'active-shop');
    const before = await rowsOf(id);
    const soon = await asOwner(['delete-shop', '--domain', 'active-shop', '--out', file]);
    expect([soon.code, soon.stderr]).toEqual([1, expect.stringContaining('less than 5 minutes ago')]);
    expect(await rowsOf(id)).toBe(before);
    expect(existsSync(file)).toBe(false);
  });

  it('exports the shop to a file that restores it, and deletes all its rows', async () => {
    const id = await aShop('leaving');
    await suspendedForLong('leaving');
    const before = await reportedRowsOf(id);
    const file = join(folder, 'leaving.ndjson');
    const deleted = await asOwner(['delete-shop', '--domain', 'leaving', '--out', file]);
    expect(deleted).toMatchObject({ code: 0, stderr: '' });
    expect(deleted.stdout).toContain(`is deleted: ${before + 1} rows; its export is ${file}\nremain: `);
    expect([await rowsOf(id), await statusOf('leaving')]).toEqual([0, undefined]);
    const keys = { SECRETS_KEY: `k:${Buffer.alloc(32).toString('base64')}` };
    expect((await asOwner(['import-shop', '--in', file], keys)).code).toBe(0);
    expect([await reportedRowsOf(id), await statusOf('leaving')]).toEqual([before, { status: 'suspended' }]);
  });

  it('continues a deletion that stopped between the two databases, and keeps the first export file', async () => {
    const id = await aShop('halfway');
    await suspendedForLong('halfway');
    const file = join(folder, 'halfway.ndjson');
    await asOwner(['export-shop', '--domain', 'halfway', '--out', file]);
    const other = await asOwner(['delete-shop', '--domain', 'halfway', '--out', file]);
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('already exists. Name a file')]);
    await queryIn('platform', `DELETE FROM shop.meta WHERE shop_id = '${id}'`);
    const { code, stdout } = await asOwner(['delete-shop', '--domain', 'halfway', '--out', file]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('continuing an earlier run')]);
    expect(await rowsOf(id)).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('"table":"shop.meta"');
  });
});

describe('move-images', () => {
  const key = { id: 'AKIDEXAMPLE', secret: 'secret' };
  let bucket: SignedBucketServer;
  beforeAll(async () => {
    bucket = await SignedBucketServer.start(key);
  });
  afterAll(() => bucket.stop());
  const store = () => ({
    IMAGE_STORE: `s3://shop-images?endpoint=${bucket.origin}`,
    ...{ IMAGE_STORE_KEY_ID: key.id, IMAGE_STORE_SECRET: key.secret },
  });
  const move = (to: string) => asOwner(['move-images', '--to', to], store());
  const contents = () =>
    queryIn<{ side: number; bytes: Buffer }>(
      'platform',
      'SELECT side, bytes FROM shop.image_contents ORDER BY side',
    );

  it('moves image files to the bucket and back, and delete-shop deletes the files in the bucket', async () => {
    await anOwner('images@example.test');
    await onPlatform('create-shop', '--domain', 'images', '--name', 'X', '--owner', 'images@example.test');
    await queryIn(
      'platform',
      `WITH file AS (INSERT INTO shop.image_files (shop_id, id, status, width, height, sizes, created_at)
         SELECT id, gen_random_uuid(), 'used', 9, 9, '[]', now() FROM auth.shops WHERE domain = 'images' RETURNING *)
       INSERT INTO shop.image_contents (shop_id, file_id, side, bytes)
         SELECT shop_id, id, 160, 'small'::bytea FROM file UNION ALL SELECT shop_id, id, 640, 'large' FROM file`,
    );
    expect(await move('bucket')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2 image contents'),
    });
    expect(await contents()).toEqual([]);
    const objects = [...bucket.objects];
    expect(objects.map(([path, { bytes }]) => [path.slice(-9), String(bytes)])).toEqual([
      ['/160.webp', 'small'],
      ['/640.webp', 'large'],
    ]);
    // An object of a deleted image, and one of another program.
    const [[path, object]] = objects as [(typeof objects)[number]];
    const orphan = path.replace(/[0-9a-f-]{36}(?=\/160)/, '00000000-0000-4000-8000-000000000000');
    for (const other of [orphan, '/shop-images/readme.txt']) bucket.objects.set(other, object);
    expect(await move('postgres')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('; 1 contents of'),
    });
    expect((await contents()).map(({ bytes }) => String(bytes))).toEqual(['small', 'large']);
    expect([...bucket.objects.keys()]).toEqual(['/shop-images/readme.txt']);
    await move('bucket');
    await onPlatform('suspend-shop', '--domain', 'images');
    await queryIn(
      'platform',
      `UPDATE auth.shops SET updated_at = now() - interval '6 minutes' WHERE domain = 'images'`,
    );
    const file = join(folder, 'images.ndjson');
    const deleted = await asOwner(['delete-shop', '--domain', 'images', '--out', file], store());
    expect(deleted).toMatchObject({ code: 0, stderr: '' });
    expect([...bucket.objects.keys()]).toEqual(['/shop-images/readme.txt']);
  });

  it('fails if the bucket or the target is not set', async () => {
    const { code, stderr } = await asOwner(['move-images', '--to', 'postgres']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('IMAGE_STORE names no bucket')]);
    expect((await move('tape')).stderr).toContain('--to must be bucket or postgres.');
  });
});

describe('rotate-keys', () => {
  const [older, newer] = [randomBytes(32), randomBytes(32)];
  const entry = (id: string, key: Buffer) => `${id}:${key.toString('base64')}`;
  const TOKEN_KEY = randomBytes(32).toString('base64');
  const rotate = (...keys: string[]) => asOwner(['rotate-keys'], { SECRETS_KEY: keys.join(), TOKEN_KEY });
  const secrets = async () =>
    (
      await queryIn<{ sealed: string }>('platform', 'SELECT sealed FROM auth.app_secrets ORDER BY app_id')
    ).map(({ sealed }) => sealed);
  const count = 450;

  beforeAll(async () => {
    await anOwner('keeper@example.test');
    await queryIn('platform', 'DELETE FROM auth.app_secrets; DELETE FROM auth.key_checks');
    const client = new Client({ connectionString: server.url('platform') });
    await client.connect();
    for (let at = 0; at < count; at += 1)
      await client.query(
        `WITH app AS (INSERT INTO auth.apps (id, owner_id, name, install_url, scopes)
           SELECT gen_random_uuid(), id, 'An app', 'https://app.example/',
             '{}' FROM auth.owners WHERE email_key = 'keeper@example.test' RETURNING id)
         INSERT INTO auth.app_secrets (app_id, generation, sealed) SELECT id, 1, $1 FROM app`,
        [seal(new Map([['older', older]]), `secret ${at}`)],
      );
    await client.end();
  });

  it('fails without changes if no service has started with the new first key yet', async () => {
    const before = await secrets();
    const { code, stderr } = await rotate(entry('newer', newer), entry('older', older));
    expect([code, stderr]).toEqual([1, expect.stringContaining('no service has started with the first key')]);
    expect(await secrets()).toEqual(before);
  });

  it('re-encrypts every secret with the first key, even after a killed run, and reports unused keys', async () => {
    const texts = async (keys: Map<string, Buffer>) => (await secrets()).map((each) => open(keys, each));
    const before = await texts(new Map([['older', older]]));
    const digest = createHmac('sha256', newer).update('storewright key').digest('hex');
    await queryIn(
      'platform',
      `INSERT INTO auth.key_checks (name, digest) VALUES ('SECRETS_KEY newer', '\\x${digest}')`,
    );
    // The state after a run that was killed after its first transaction.
    const done = seal(new Map([['newer', newer]]), 'secret of the first run');
    const [killed] = await queryIn<{ app_id: string; sealed: string }>(
      'platform',
      `UPDATE auth.app_secrets SET sealed = '${done}' WHERE app_id = (SELECT app_id FROM ` +
        'auth.app_secrets ORDER BY app_id LIMIT 1) RETURNING app_id, sealed',
    );
    const { code, stdout } = await rotate(entry('newer', newer), entry('older', older));
    expect([code, stdout]).toEqual([
      0,
      `${count - 1} secrets re-encrypted; all secrets are encrypted with "newer"; the other keys of ` +
        `SECRETS_KEY can be removed\nthe earlier keys of TOKEN_KEY can be removed\n` +
        '0 heads of audit logs signed again; the earlier keys of AUDIT_KEY can be removed\n',
    ]);
    expect(await secrets()).toContain(killed!.sealed);
    expect((await texts(new Map([['newer', newer]]))).slice(1)).toEqual(before.slice(1));
    const again = await rotate(entry('newer', newer), entry('older', older));
    expect(again.stdout).toMatch(/^0 secrets re-encrypted/);
  });

  it('fails if no key can decrypt a secret, and prints the table of the secret', async () => {
    const { code, stderr } = await (async () => {
      await queryIn(
        'platform',
        `UPDATE auth.app_secrets SET sealed = replace(sealed, 'v1:newer:', 'v1:lost:') WHERE app_id ` +
          '= (SELECT min(app_id::text)::uuid FROM auth.app_secrets)',
      );
      return rotate(entry('newer', newer), entry('older', older));
    })();
    expect([code, stderr]).toEqual([
      1,
      'rotate-keys: a secret of auth.app_secrets does not open: the sealing key "lost" is not configured\n',
    ]);
  });
});

describe('verify-audit', () => {
  const verifyAudit = (...options: string[]) =>
    operator(['verify-audit', ...options], {
      AUTH_DATABASE_URL: urlAs(server.url('platform'), 'auth', rolePasswords),
      SECRETS_KEY: `k1:${randomBytes(32).toString('base64')}`,
    });

  it('verifies the audit logs of all shops, and prints the entry that was changed in the database', async () => {
    const shops = `VALUES ('intact', gen_random_uuid()), ('edited', gen_random_uuid())`;
    const [entry] = await queryIn<{ id: string }>(
      'platform',
      `WITH shops AS (INSERT INTO auth.shops (id, domain, name, title, description)
         SELECT id, domain, domain, '', '' FROM (${shops}) s (domain, id) RETURNING id, domain)
       INSERT INTO auth.audit_entries (id, shop_id, kind) SELECT gen_random_uuid(), id, 'shops.updated' FROM shops
       ORDER BY domain RETURNING id`,
    );
    const intact = await verifyAudit();
    expect([intact.code, intact.stdout]).toEqual([
      0,
      expect.stringMatching(/^\d+ entries of \d+ shops match their hash chains and signed heads\n$/),
    ]);
    await queryIn('platform', `UPDATE auth.audit_entries SET kind = 'x' WHERE id = '${entry!.id}'`);
    const { code, stderr } = await verifyAudit();
    expect(code).toBe(1);
    expect(stderr).toContain(`verify-audit: edited changed ${entry!.id} Audit log entry 1 was changed.\n`);
    expect(stderr).toMatch(/\nverify-audit: 1 problems in \d+ entries of \d+ shops\n$/);
    expect((await verifyAudit('--domain', 'intact')).code).toBe(0);
    expect((await verifyAudit('--domain', 'none')).stderr).toContain('no shop has the domain none');
  });
});

describe('start-epoch', () => {
  const startEpoch = () =>
    operator(['start-epoch'], {
      DATABASE_URL: server.url('platform'),
      OWNER_DB_PASSWORD: rolePasswords.owner,
    });
  const logs = async () =>
    (
      await queryIn<{ last: number; epoch: number }>(
        'platform',
        'SELECT last_sequence::float8 AS last, epoch::float8 AS epoch FROM shop.event_streams ORDER BY last_sequence',
      )
    ).map(({ last, epoch }) => [last, epoch] as const);

  it('starts a new epoch in every event log, even after an older backup was restored', async () => {
    await queryIn(
      'platform',
      'INSERT INTO shop.event_streams (shop_id, last_sequence) SELECT gen_random_uuid(), n FROM ' +
        'generate_series(7, 8) n',
    );
    const { dataDirectory, port } = server;
    const copy = join(folder, 'copy');
    const whileStopped = async (work: () => void) => {
      await server.stop();
      work();
      server = await startPostgres({ dataDirectory, port, durable: false });
    };
    await whileStopped(() => copyAs(dataDirectory, copy));
    const answer = { code: 0, stdout: 'started a new epoch in 2 logs\n', stderr: '' };
    expect(await startEpoch()).toEqual(answer);
    const [[, lost]] = (await logs()) as [[number, number]];
    await whileStopped(() => {
      rmSync(dataDirectory, { recursive: true });
      copyAs(copy, dataDirectory);
    });
    expect(await logs()).toEqual([
      [7, 1],
      [8, 1],
    ]);
    expect(await startEpoch()).toEqual(answer);
    const restored = await logs();
    expect(restored.map(([last]) => last)).toEqual([7, 8]);
    for (const [, epoch] of restored) expect(epoch).toBeGreaterThan(lost);
  });
});

/** Copies files and keeps their owners and permissions. */
function copyAs(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to]);
}

describe('an invalid command prints one line and exits with code 1:', () => {
  const secret = 'geheim';
  const away = `postgres://u:${secret}@127.0.0.1:1/x`;
  const someone = ['--email', 'e@example.test', '--name', 'E'];
  const aShop = ['--domain', 'd', '--name', 'D', '--owner', 'e@example.test'];

  it.each<[string, string[], Record<string, string>, string]>([
    ['migrate without a database', ['migrate'], rolesOf, 'DATABASE_URL is not set.'],
    ['migrate without passwords', ['migrate'], { DATABASE_URL: away }, 'OWNER_DB_PASSWORD is not set.'],
    ['migrate with an option', ['migrate', '--to', secret], {}, 'accepts no options.'],
    [
      'migrate on a server that is down',
      ['migrate'],
      { DATABASE_URL: away, ...rolesOf },
      'connect ECONNREFUSED 127.0.0.1:1',
    ],
    ['start-epoch without a database', ['start-epoch'], rolesOf, 'DATABASE_URL is not set.'],
    [
      'start-epoch without a password',
      ['start-epoch'],
      { DATABASE_URL: away },
      'OWNER_DB_PASSWORD is not set.',
    ],
    [
      'distribute without a password',
      ['distribute'],
      { DATABASE_URL: away },
      'OWNER_DB_PASSWORD is not set.',
    ],
    [
      'move-shop without a target',
      ['move-shop', '--domain', 'd'],
      {},
      '--to must be a node of the cluster, host:port.',
    ],
    [
      'export-shop without a shop',
      ['export-shop', '--out', '/nowhere/x'],
      { DATABASE_URL: away, ...rolesOf },
      'use --domain or --id.',
    ],
    [
      'export-shop without a password',
      ['export-shop', '--domain', 'd', '--out', '/nowhere/x'],
      { DATABASE_URL: away },
      'OWNER_DB_PASSWORD is not set.',
    ],
    [
      'import-shop without keys',
      ['import-shop', '--in', '/nowhere/x'],
      { DATABASE_URL: away, ...rolesOf },
      'SECRETS_KEY is not set.',
    ],
    [
      'import-shop of a missing file',
      ['import-shop', '--in', '/nowhere/x', '--same-people'],
      { DATABASE_URL: away, ...rolesOf, SECRETS_KEY: `k:${Buffer.alloc(32).toString('base64')}` },
      "ENOENT: no such file or directory, open '/nowhere/x'",
    ],
    ['start-epoch with an option', ['start-epoch', '--shop', secret], {}, 'accepts no options.'],
    [
      'an invalid DATABASE_URL',
      ['migrate'],
      { DATABASE_URL: `postgres://u:${secret}@[::1/x`, ...rolesOf },
      'DATABASE_URL must be an address such as postgres://user:password@host:5432/database.',
    ],
    [
      'an address of an unsupported protocol',
      ['suspend-shop', '--domain', 'd'],
      { AUTH_DATABASE_URL: `https://u:${secret}@localhost/x` },
      'AUTH_DATABASE_URL must be an address such as postgres://user:password@host:5432/database.',
    ],
    ['no AUTH_DATABASE_URL', ['create-shop', ...aShop], {}, 'AUTH_DATABASE_URL is not set.'],
    [
      'a database that is down',
      ['create-shop', ...aShop],
      { AUTH_DATABASE_URL: away },
      'connect ECONNREFUSED 127.0.0.1:1',
    ],
    [
      'a short password',
      ['create-owner', ...someone],
      { OWNER_PASSWORD: secret },
      'the password in OWNER_PASSWORD must have at least 8 characters; 15 are better.',
    ],
    [
      'a common password',
      ['create-owner', ...someone],
      { OWNER_PASSWORD: 'Sunshine' },
      'the password in OWNER_PASSWORD is too easy to guess. Attackers try words, names, dates and ' +
        'neighboring keys first. Combine several unrelated words.',
    ],
    ['no password', ['create-owner', ...someone], {}, 'OWNER_PASSWORD is not set.'],
    [
      'an email without @',
      ['create-owner', '--email', 'e'],
      { OWNER_PASSWORD: password },
      '"e" is not an email address.',
    ],
    [
      'a password as an option',
      ['create-owner', ...someone, '--password', secret],
      {},
      'accepts --email E --name N  (password in OWNER_PASSWORD), each once.',
    ],
    [
      'a repeated option',
      ['resume-shop', '--domain', 'a', '--domain', 'b'],
      {},
      'accepts --domain D, each once.',
    ],
    ['a missing option', ['create-shop', '--domain', 'd', '--name', 'D'], {}, '--owner is missing.'],
    [
      'an invalid domain',
      ['create-shop', '--domain', 'My.Shop', '--name', 'D', '--owner', 'e@example.test'],
      {},
      '"My.Shop" must be a label of a host name: a-z, 0-9 and inner hyphens, at most 63 characters.',
    ],
  ])('%s', async (_, words, settings, line) => {
    const outcome = await operator(words, settings);
    expect(outcome).toMatchObject({ code: 1, stdout: '', stderr: `${words[0]}: ${line}\n` });
    expect(outcome.stderr).not.toContain(secret);
  });

  it('an unknown owner or shop', async () => {
    const unowned = await onPlatform(
      'create-shop',
      '--domain',
      'd',
      '--name',
      'D',
      '--owner',
      'no@example.test',
    );
    expect([unowned.code, unowned.stderr]).toEqual([
      1,
      'create-shop: no person has the email no@example.test: create the owner first\n',
    ]);
    const suspended = await onPlatform('suspend-shop', '--domain', 'nowhere');
    expect([suspended.code, suspended.stderr]).toEqual([1, 'suspend-shop: no shop has the domain nowhere\n']);
  });

  it('an administrator who may not change roles', async () => {
    const env = { DATABASE_URL: urlAs(server.url('platform'), 'shop', rolePasswords), ...rolesOf };
    const { code, stderr } = await operator(['migrate'], env);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^migrate: permission denied[^\n]*\n$/)]);
  });
});

it.each(['', 'constructor'])(
  'operator command exits with code 2 and lists its commands for the argument %j',
  async (word) => {
    const { code, stdout, stderr } = await operator(word ? [word] : []);
    expect([code, stdout]).toEqual([2, '']);
    for (const name of [
      'migrate',
      'start-epoch',
      'create-owner',
      'create-shop',
      'suspend-shop',
      'resume-shop',
    ])
      expect(stderr).toContain(`\n  ${name}`);
  },
);

describe('on a Postgres without Citus', () => {
  const env = () => ({ DATABASE_URL: server.url('platform'), ...rolesOf });

  it.each(['distribute', 'distribute --dry-run'])(
    '%s fails because the extension is missing',
    async (line) => {
      const { code, stderr } = await operator(line.split(' '), env());
      expect([code, stderr]).toEqual([
        1,
        'distribute: the database has no extension citus. Create it on every node and add the workers.\n',
      ]);
    },
  );

  it.each(['rebalance', 'list-shops', 'drain-node --node db-1:5432', 'list-moves', 'stop-moves'])(
    '%s fails because there is no cluster',
    async (line) => {
      const [name, ...words] = line.split(' ');
      const { code, stderr } = await operator([name!, ...words], env());
      expect([code, stderr]).toEqual([1, `${name}: the shop data is not on a cluster.\n`]);
    },
  );
});
