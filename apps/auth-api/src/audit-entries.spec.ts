import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { AuditHeadSigner } from '@storewright/audit';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import {
  aGrant,
  anOwnedShop,
  aRegisteredApp,
  authApi,
  codesOf,
  newObject,
  type OwnedShop,
  type TestService,
} from './testing/test-service';
import { v7 as uuidv7 } from 'uuid';

type Outcome = [status: number | null, output: string];

/**
 * Returns a function that verifies the lines of an export with the Node and Python scripts of a page. Without Python
 * on this computer, both outcomes are of the Node script.
 */
function scriptsOf(page: string, keys: string): (lines: readonly string[]) => Outcome[] {
  const folder = mkdtempSync(join(tmpdir(), 'storewright-audit-'));
  const text = readFileSync(resolve(__dirname, '../../..', page), 'utf8');
  const script = (language: string, name: string) => {
    const [, code] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(text)!;
    writeFileSync(join(folder, name), code!);
    return join(folder, name);
  };
  const node = [process.execPath, script('js', 'verify.mjs')] as const;
  const python = ['python3', script('python', 'verify.py')] as const;
  const hasPython = spawnSync('python3', ['--version']).status === 0;
  const [file, keyFile] = [join(folder, 'audit-log.ndjson'), join(folder, 'audit-keys.json')];
  writeFileSync(keyFile, keys);
  return (lines) => {
    writeFileSync(file, `${lines.join('\n')}\n`);
    return [node, hasPython ? python : node].map(([program, path]) => {
      const { status, stdout, stderr } = spawnSync(program, [path, file, keyFile], { encoding: 'utf8' });
      return [status, stdout + stderr];
    });
  };
}

let service: TestService;
let shop: OwnedShop;

beforeAll(async () => {
  service = await authApi();
});
beforeEach(async () => {
  shop = await anOwnedShop(service);
});
afterAll(() => service.stop());

interface Entry {
  id: string;
  attributes: { kind: string; owner_name: string | null; app_name: string | null };
}
const log = async (query: string) =>
  (await shop.api.get(`${shop.path}/audit_entries?${query}`)).body.data as Entry[];
const kindsOf = (entries: Entry[]) => entries.map(({ attributes }) => attributes.kind);

/** An app that has exchanged its nonce, and two access tokens. */
async function history(): Promise<void> {
  const { nonce } = await aGrant(shop, await aRegisteredApp(service));
  await service.api.get(`/api/oauth_tokens/nonce/${nonce}`);
  for (const name of ['one', 'two'])
    await shop.api.post(`${shop.path}/access_tokens`, newObject('access_tokens', { name }));
}

describe('GET /api/shops/{shop_id}/audit_entries', () => {
  it('returns the newest entries first with sort=-id, and each entry exactly once across pages', async () => {
    await history();
    const kinds = [
      'access_tokens.created',
      'access_tokens.created',
      'oauth_tokens.exchanged',
      'installations.granted',
    ];
    expect(kindsOf(await log('sort=-id'))).toEqual(kinds);
    const met: Entry[] = [];
    let path: string | null = `${shop.path}/audit_entries?sort=-id&page[size]=1`;
    while (path) {
      const { body } = await shop.api.get(path.replace(/^http:\/\/[^/]+/, ''));
      met.push(...(body.data as Entry[]));
      path = body.links.next as string | null;
    }
    expect(kindsOf(met)).toEqual(kinds);
    expect(new Set(met.map(({ id }) => id)).size).toBe(4);
  });

  it('filters by one or more kinds of audit log entries', async () => {
    await history();
    expect(kindsOf(await log('filter[kind]=oauth_tokens.exchanged'))).toEqual(['oauth_tokens.exchanged']);
    const several = 'filter[kind]=installations.granted,oauth_tokens.exchanged&sort=-id&page[size]=1';
    expect(kindsOf(await log(several))).toEqual(['oauth_tokens.exchanged']);
    expect(await log('filter[kind]=nonces.replayed')).toEqual([]);
  });

  it.each(['nothing', 'apps.created,nothing', 'toString', ''])(
    'rejects the unknown kind %j',
    async (kind) => {
      for (const path of [`${shop.path}/audit_entries`, '/api/audit_entries']) {
        const answer = await shop.api.get(`${path}?filter[kind]=${kind}`);
        expect([answer.status, codesOf(answer)]).toEqual([400, ['invalid_query_parameter']]);
        expect(answer.body.errors[0].source).toEqual({ parameter: 'filter[kind]' });
        expect(answer.body.errors[0].detail).toContain('sessions.created');
      }
    },
  );

  it('returns the person and the app of an audit log entry, and no person for actions by apps', async () => {
    await history();
    const [exchanged, granted] = await log(
      'filter[kind]=installations.granted,oauth_tokens.exchanged&sort=-id',
    );
    expect(granted!.attributes).toMatchObject({ owner_name: 'An owner', app_name: 'An app' });
    expect(exchanged!.attributes).toMatchObject({ owner_name: null, app_name: 'An app' });
    const [token] = await log('filter[kind]=access_tokens.created');
    expect(token!.attributes).toMatchObject({ owner_name: 'An owner', app_name: null });
    const path = `${shop.path}/audit_entries/${granted!.id}`;
    expect((await shop.api.get(path)).body.data).toEqual(granted);
  });
});

describe('GET /api/audit_entries', () => {
  it("returns entries about an app only to the app's developer", async () => {
    const one = await aRegisteredApp(service);
    const { api } = one.developer;
    const attributes = { name: 'Another', install_url: 'https://another.example', scopes: [] };
    const { id } = (await api.post('/api/apps', newObject('apps', attributes))).body.data;
    await api.patch(`/api/apps/${id}`, {
      data: { type: 'apps', id, attributes: { name: 'Renamed' } },
    });
    const foreign = await aRegisteredApp(service);
    const about = async (app: string) =>
      kindsOf((await api.get(`/api/audit_entries?sort=id&filter[app]=${app}`)).body.data as Entry[]);
    expect(await about(one.id)).toEqual(['apps.created']);
    expect(await about(id as string)).toEqual(['apps.created', 'apps.updated']);
    expect(await about(foreign.id)).toEqual([]);
    const answer = await api.get('/api/audit_entries?filter[app]=one');
    expect([answer.status, codesOf(answer)]).toEqual([400, ['invalid_query_parameter']]);
    expect(answer.body.errors[0].source).toEqual({ parameter: 'filter[app]' });
    const shop = await anOwnedShop(service);
    for (const app of [one, foreign]) await aGrant(shop, app);
    const { body } = await shop.api.get(`${shop.path}/audit_entries?filter[app]=${one.id}`);
    expect(kindsOf(body.data as Entry[])).toEqual(['installations.granted']);
  });
});

describe('the audit log hash chain of a shop', () => {
  const chain = (path: string) => shop.api.get(`${shop.path}/${path}`);

  it('adds a sequence number, a hash and the previous hash to each entry', async () => {
    await history();
    const entries = (await chain('audit_entries?sort=id')).body.data as {
      attributes: Record<string, unknown>;
    }[];
    const [first, second] = entries.map(({ attributes }) => attributes);
    expect(first).toMatchObject({ sequence: 1, previous_hash: '0'.repeat(64), actor: 'person' });
    expect(first!['token_id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toMatchObject({ sequence: 2, previous_hash: first!['hash'], actor: 'app' });
    const [own] = (await shop.api.get('/api/audit_entries?sort=-id')).body.data as Entry[];
    expect(own!.attributes).toMatchObject({ sequence: null, hash: null });
  });

  it('is verified by GET /api/shops/{shop_id}/audit_verification', async () => {
    await history();
    const { body } = await chain('audit_verification');
    expect(body.data).toMatchObject({ type: 'audit_verifications', id: shop.id });
    const counts = { entries: 4, first_sequence: 1, last_sequence: 4, signed_sequence: 0 };
    expect(body.data.attributes).toMatchObject({ valid: true, ...counts, problems: [] });
    const changed = `UPDATE auth.audit_entries SET kind = 'nonces.replayed'
      WHERE shop_id = $1 AND kind = 'oauth_tokens.exchanged' RETURNING id`;
    const [entry] = await service.database.query<{ id: string }>(changed, [shop.id]);
    const { attributes } = (await chain('audit_verification')).body.data;
    const detail = 'Audit log entry 2 was changed.';
    expect(attributes.problems).toEqual([{ kind: 'changed', sequence: 2, entry_id: entry!.id, detail }]);
    expect(attributes.valid).toBe(false);
  });

  it('is exported by GET /api/shops/{shop_id}/audit_export, signed with a published key', async () => {
    await history();
    const { text, headers } = await chain('audit_export');
    expect(headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'content-disposition': expect.stringContaining('.ndjson"'),
    });
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.slice(0, -1).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    const keys = (await service.api.get('/.well-known/audit-keys.json')).body as unknown as JSONWebKeySet;
    const { payload } = await compactVerify(lines.at(-1)!['head'] as string, createLocalJWKSet(keys));
    expect(JSON.parse(Buffer.from(payload).toString())).toMatchObject({
      ...{ shop_id: shop.id, sequence: 4, hash: lines[3]!['hash'] },
    });
  });

  it('is exported to a file, and the documented scripts detect every manipulated line of the file', async () => {
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    await service.database.query(
      `INSERT INTO auth.audit_entries (id, shop_id, kind, detail, created_at)
       SELECT $2, $1, 'roles.created', '{"name": "Büro \\"1\\"", "at": {"b": [1, null], "a": ""}}', $3`,
      [shop.id, uuidv7(), yesterday],
    );
    await service.application.get(AuditHeadSigner, { strict: false }).signAll();
    await history();
    const lines = (await chain('audit_export')).text.trimEnd().split('\n');
    expect(lines).toHaveLength(7);
    const keys = (await service.api.get('/.well-known/audit-keys.json')).text;
    const verify = scriptsOf('docs/guides/audit-log-exports.md', keys);
    const valid = `valid: 5 entries of shop ${shop.id}, exported `;
    expect(verify(lines)).toEqual([
      [0, expect.stringContaining(valid)],
      [0, expect.stringContaining(valid)],
    ]);
    const manipulated: [number, string[]][] = [
      [1, lines.with(0, lines[0]!.replace('Büro', 'Buero'))],
      [
        2,
        lines.with(
          1,
          lines[1]!.replace(/\.(.)/, (_, letter) => `.${letter === 'A' ? 'B' : 'A'}`),
        ),
      ],
      [4, lines.toSpliced(3, 1)],
      [3, lines.toSpliced(2, 2, lines[3]!, lines[2]!)],
      [6, lines.slice(0, 6)],
    ];
    for (const [line, file] of manipulated) {
      const found = [1, expect.stringMatching(`^line ${line}: `)];
      expect(verify(file)).toEqual([found, found]);
    }
  });

  it('is hidden from people who are not members of the shop', async () => {
    const stranger = await anOwnedShop(service);
    for (const path of ['audit_verification', 'audit_export'])
      expect((await stranger.api.get(`${shop.path}/${path}`)).status).toBe(404);
  });
});
