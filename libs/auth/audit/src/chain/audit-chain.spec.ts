import { Logger } from '@nestjs/common';
import { AuthDatabase, dataSourceOptions } from '@storewright/database';
import { aShop, type TestDatabase, testDatabase } from '@storewright/testing';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { recordAudit } from '../audit-log';
import { AuditHeadSigner } from './audit-head-signer';
import { auditKeys } from './audit-keys';
import { canonicalJson } from './canonical-json';
import type { AuditReport } from './chain-verifier';
import { StoredChains } from './stored-chains';
import { copyOf, readRows, tamper, verifyRows } from './testing/tampered-rows';
import { resignHeads } from './resign-heads';
import { verifyChain } from './verify-chain';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const settings = { keys: auditKeys([Buffer.alloc(32, 1), Buffer.alloc(32, 2)]), retentionDays: 30 };

let database: TestDatabase;
let dataSource: DataSource;
let auth: AuthDatabase;
let chains: StoredChains;
let signer: AuditHeadSigner;
beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await testDatabase();
  const options = { url: database.url('auth'), applicationName: 'audit-chain-spec', poolSize: 6 };
  dataSource = await new DataSource(dataSourceOptions(options)).initialize();
  auth = new AuthDatabase(dataSource, options);
  chains = new StoredChains(auth);
  signer = new AuditHeadSigner(auth, chains, settings);
});
afterAll(async () => {
  await auth.close();
  await dataSource.destroy();
  await database.drop();
});

const verify = (shop: string): Promise<AuditReport> =>
  verifyChain(chains, shop, { ...settings, nowMs: Date.now() });

/** Writes an entry as the services do. */
const record = (shop_id: string, detail: Record<string, unknown> = {}) =>
  auth.transaction({ shop_id }, (transaction) =>
    recordAudit(transaction, { kind: 'sessions.ended', shop_id, detail, request_id: 'r' }),
  );

/** Writes one audit log entry per hour. The newest entry is `newestMsAgo` milliseconds old. */
function history(shop_id: string, count: number, newestMsAgo = 0) {
  const times = Array.from(
    { length: count },
    (_, at) => Date.now() - newestMsAgo - (count - 1 - at) * HOUR_MS,
  );
  return database.query(
    `INSERT INTO auth.audit_entries (id, shop_id, kind, detail, created_at, actor)
     SELECT id, $1, 'sessions.ended', jsonb_build_object('number', n, 'text', 'Jürgen "x" \\'), at, 'person'
     FROM unnest($2::uuid[], $3::timestamptz[]) WITH ORDINALITY rows (id, at, n) ORDER BY n`,
    [shop_id, times.map((msecs) => uuidv7({ msecs })), times.map((time) => new Date(time))],
  );
}

describe('audit log hash chain', () => {
  it('contains the audit log entries of concurrent writers in a single sequence', async () => {
    const [one, other] = [(await aShop(database)).id, (await aShop(database)).id];
    const inBoth = () =>
      auth.transaction({ shop_id: one }, async (transaction) => {
        await recordAudit(transaction, { kind: 'sessions.ended', shop_id: one });
        transaction.enter({ shop_id: other });
        await recordAudit(transaction, { kind: 'sessions.ended', shop_id: other });
      });
    await Promise.all(
      Array.from({ length: 24 }, (_, at) => (at % 3 === 0 ? inBoth() : record(at % 2 ? one : other))),
    );
    for (const shop of [one, other])
      expect(await verify(shop)).toMatchObject({
        entries: 16,
        first_sequence: 1,
        last_sequence: 16,
        problems: [],
      });
  });

  it('contains no entry of a rolled-back transaction', async () => {
    const { id } = await aShop(database);
    const failed = auth.transaction({ shop_id: id }, async (transaction) => {
      await recordAudit(transaction, { kind: 'sessions.ended', shop_id: id });
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    await record(id);
    expect(await verify(id)).toMatchObject({ entries: 1, last_sequence: 1, problems: [] });
  });

  it.each([
    ['an empty detail', {}],
    [
      'nested members, sorted by code point',
      { b: [1, { z: null, a: true }], a: '', B: -5, é: 'x', '\u{1F600}': 1, '\uFFFD': 2 },
    ],
    ['escapes and fractions', { text: '"\\\n\t\u0001\u007f/é\u2028', half: 0.5, most: 9007199254740991 }],
  ])('has the same hash in the database and in auditHash for %s', async (_, detail) => {
    const { id } = await aShop(database);
    await record(id, detail);
    expect((await verify(id)).problems).toEqual([]);
    const [row] = await database.query<{ text: string }>('SELECT auth.canonical_json($1) AS text', [detail]);
    expect(row!.text).toBe(canonicalJson(detail));
  });

  it('starts with the audit log entries that existed before the first link', async () => {
    const { id } = await aShop(database);
    await database.query('ALTER TABLE auth.audit_entries DISABLE TRIGGER link_audit_entry');
    await history(id, 3, HOUR_MS);
    await database.query('ALTER TABLE auth.audit_entries ENABLE TRIGGER link_audit_entry');
    expect((await verify(id)).problems.map(({ kind }) => kind)).toEqual(['inserted', 'inserted', 'inserted']);
    await record(id);
    expect(await verify(id)).toMatchObject({ entries: 4, last_sequence: 4, problems: [] });
  });
});

describe('verifyChain', () => {
  it('reports rows that the database owner changed, removed or inserted', async () => {
    const { id } = await aShop(database);
    await history(id, 5);
    const ids = (await readRows(chains, id)).links.map(({ entry_id }) => entry_id);
    const edits: [string, unknown[], object][] = [
      [
        `UPDATE auth.audit_entries SET detail = '{}' WHERE id = $1`,
        [ids[1]],
        { kind: 'changed', entry_id: ids[1] },
      ],
      [
        'DELETE FROM auth.audit_entries WHERE id = $1',
        [ids[2]],
        { kind: 'removed', entry_id: ids[2], sequence: 3 },
      ],
      ['DELETE FROM auth.audit_links WHERE entry_id = $1', [ids[3]], { kind: 'inserted', entry_id: ids[3] }],
    ];
    for (const [text, values, problem] of edits) {
      await database.query(text, values);
      expect((await verify(id)).problems).toContainEqual(expect.objectContaining(problem));
    }
  });

  it('detects 1,000 random edits of audit log entries, links, signatures and the end of the hash chain', async () => {
    const { id } = await aShop(database);
    await history(id, 48, HOUR_MS);
    await signer.signAll();
    const rows = await readRows(chains, id);
    const clean = verifyRows(rows, settings);
    expect(clean).toMatchObject({ entries: 48, problems: [] });
    const missed: string[] = [];
    for (let seed = 1; seed <= 1_000; seed += 1) {
      const tampered = copyOf(rows);
      const edit = tamper(tampered, seed, clean.signed_sequence);
      if (verifyRows(tampered, settings).problems.length === 0) missed.push(`${seed}: ${edit}`);
    }
    expect(missed).toEqual([]);
  });

  it('reports an old entry without a signature, and a signature that is invalid or has an unknown key', async () => {
    const { id } = await aShop(database);
    await history(id, 2, 3 * DAY_MS);
    const kinds = async () => (await verify(id)).problems.map(({ kind, detail }) => `${kind}: ${detail}`);
    expect(await kinds()).toEqual([
      'head: Audit log entry 1 is older than two days, but no signature covers the entry.',
    ]);
    await signer.signAll();
    expect(await kinds()).toEqual([]);
    const others = { ...settings, keys: auditKeys([Buffer.alloc(32, 3)]), nowMs: Date.now() };
    expect((await verifyChain(chains, id, others)).problems[0]!.detail).toContain(
      'AUDIT_KEY does not contain',
    );
    await database.query('UPDATE auth.audit_heads SET sequence = 1 WHERE shop_id = $1', [id]);
    expect(await kinds()).toContain('head: The signature over entries up to 1 is invalid.');
  });
});

describe('AuditHeadSigner', () => {
  it('signs the last audit log entry of every past day once, with the first key of AUDIT_KEY', async () => {
    const { id } = await aShop(database);
    await history(id, 60, HOUR_MS / 2);
    await Promise.all([signer.signAll(), signer.signAll()]);
    await signer.signAll();
    const heads = await database.query<{ day: string; key_id: string; newest: string }>(
      `SELECT to_char(h.day AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, key_id,
         to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS newest
       FROM auth.audit_heads h JOIN auth.audit_links l USING (shop_id, sequence)
         JOIN auth.audit_entries e ON e.id = l.entry_id WHERE h.shop_id = $1`,
      [id],
    );
    const today = new Date().toISOString().slice(0, 10);
    const days = new Set(
      (await readRows(chains, id)).entries.map(({ created_at }) => created_at.slice(0, 10)),
    );
    expect(heads.map(({ day }) => day).sort()).toEqual([...days].filter((day) => day < today).sort());
    for (const { day, newest, key_id } of heads)
      expect([newest, key_id]).toEqual([day, settings.keys.newest.id]);
  });

  it('assigns audit log entries to days in the order of the hash chain if server clocks disagree', async () => {
    const { id } = await aShop(database);
    for (const hoursAgo of [80, 128, 56]) await history(id, 1, hoursAgo * HOUR_MS);
    await signer.signAll();
    expect(await verify(id)).toMatchObject({ signed_sequence: 3, problems: [] });
  });

  it('creates signatures that remain valid without the old key after resignHeads', async () => {
    const { id } = await aShop(database);
    await history(id, 3, 2 * DAY_MS);
    await signer.signAll();
    const keysOf = (...numbers: number[]) => auditKeys(numbers.map((number) => Buffer.alloc(32, number)));
    const client = new Client({ connectionString: database.administratorUrl });
    await client.connect();
    expect((await resignHeads(client, keysOf(4))).resigned).toBe(0);
    expect((await resignHeads(client, keysOf(4, 1))).resigned).toBeGreaterThan(0);
    await client.end();
    const later = { ...settings, keys: keysOf(4), nowMs: Date.now() };
    expect((await verifyChain(chains, id, later)).problems).toEqual([]);
  });

  it('does not sign the audit log of a shop if entries without a signature were changed', async () => {
    const { id } = await aShop(database);
    await history(id, 3, 2 * DAY_MS);
    await database.query(`UPDATE auth.audit_entries SET kind = 'x' WHERE shop_id = $1`, [id]);
    await signer.signAll();
    expect(await chains.headsOf(id)).toEqual([]);
  });
});

describe('auth.remove_audit_entries', () => {
  it('leaves a hash chain that starts directly after a signed entry', async () => {
    const { id } = await aShop(database);
    await history(id, 24 * 4, 40 * DAY_MS);
    await history(id, 3);
    await signer.signAll();
    const remove = async (days: number) =>
      database.query('SELECT auth.remove_audit_entries($1, 1000)', [new Date(Date.now() - days * DAY_MS)]);
    await remove(42);
    const { first_sequence, last_sequence, problems } = await verify(id);
    expect([problems, last_sequence]).toEqual([[], 99]);
    expect(first_sequence).toBeGreaterThan(1);
    for (let step = 0; step < 4; step += 1) await remove(35);
    expect(await verify(id)).toMatchObject({ entries: 3, first_sequence: 97, problems: [] });
    // Young entries that were removed as retention does it.
    await database.query('DELETE FROM auth.audit_links WHERE shop_id = $1 AND sequence = 97', [id]);
    expect((await verify(id)).problems).not.toEqual([]);
  });

  it('keeps audit log entries that no signature covers', async () => {
    const { id } = await aShop(database);
    await history(id, 3, 400 * DAY_MS);
    await database.query('SELECT auth.remove_audit_entries(now(), 1000)');
    expect((await verify(id)).entries).toBe(3);
  });
});
