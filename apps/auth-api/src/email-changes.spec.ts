import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@storewright/testing';
import {
  anOwnedShop,
  anOwner,
  authApi,
  codesOf,
  newObject,
  type OwnedShop,
  racing,
  signInNotice,
  type TestOwner,
  type TestService,
} from './testing/test-service';

const folder = mkdtempSync(join(tmpdir(), 'storewright-mails-'));
const lines: string[] = [];
let service: TestService;
beforeAll(async () => {
  const mail = { MAIL_FOLDER: folder, MAIL_FROM: 'no-reply@shops.example' };
  const environment = { ...mail, ADMIN_URL: 'https://{shop}.shops.example', TRUSTED_PROXIES: '127.0.0.1' };
  service = await authApi(environment, (line) => lines.push(line));
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

let shop: OwnedShop;
let owner: TestOwner;
let wanted: string;
// Clients use different addresses, because limits count each network.
let network = 0;
let from: Record<string, string>;
beforeEach(async () => {
  from = { 'x-forwarded-for': `10.2.${(network += 1)}.1` };
  shop = await anOwnedShop(service);
  owner = shop.owner;
  wanted = `New-${randomUUID()}@Example.test`;
});

const ask = (email = wanted, by = owner) =>
  by.api.post('/api/email_changes', newObject('email_changes', { email, shop_domain: 'demo-shop' }), {
    headers: from,
  });
const confirm = (confirmation_token: string) =>
  service.api.post('/api/email_confirmations', newObject('email_confirmations', { confirmation_token }), {
    headers: from,
  });
const open = async () =>
  (await owner.api.get('/api/email_changes')).body.data as { id: string; attributes: object }[];
const emailNow = async () =>
  (await owner.api.get('/api/owners/current')).body.data.attributes.email as string;
const signIn = (email: string) =>
  service.api.post('/api/sessions', newObject('sessions', { email, password: owner.password }));

async function mailsTo(email: string): Promise<string[]> {
  await until('every mail is sent', async () => {
    const rows = await service.database.query('SELECT 1 FROM auth.outgoing_mails');
    return rows.length === 0;
  });
  const texts = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  return texts.filter((text) => text.includes(`To: ${email}\n`) && !signInNotice.test(text));
}

/** Returns the token in the newest mail to this address. */
async function linkTo(email: string): Promise<string> {
  const text = (await mailsTo(email)).at(-1)!;
  return /https:\/\/demo-shop\.shops\.example\/admin\/confirm-email#(swe_\w+)/.exec(text)![1]!;
}

async function links(): Promise<{ current: string; wanted: string }> {
  expect((await ask()).status).toBe(201);
  return { current: await linkTo(owner.email), wanted: await linkTo(wanted) };
}

describe('an email change', () => {
  it.each([
    ['at the current address first', (of: { current: string; wanted: string }) => [of.current, of.wanted]],
    ['at the new address first', (of: { current: string; wanted: string }) => [of.wanted, of.current]],
  ])('takes effect after the person confirmed the links in both emails, %s', async (_, inOrder) => {
    const [first, second] = inOrder(await links());
    const half = await confirm(first!);
    expect([half.status, half.headers['cache-control']]).toEqual([201, 'no-store']);
    expect(half.body.data.attributes).toEqual({ email: wanted, is_changed: false });
    expect(await emailNow()).toBe(owner.email);
    expect((await confirm(second!)).body.data.attributes).toEqual({ email: wanted, is_changed: true });

    expect([await emailNow(), await open()]).toEqual([wanted, []]);
    expect([(await signIn(owner.email)).status, (await signIn(wanted.toLowerCase())).status]).toEqual([
      401, 201,
    ]);
    for (const dead of [first!, second!]) expect((await confirm(dead)).status).toBe(422);
    expect((await mailsTo(owner.email)).at(-1)).toContain('Subject: Your email was changed');
  });

  it('sends emails to both addresses in the person’s language, even if the new address has no account', async () => {
    await owner.api.patch('/api/owners/current', {
      data: { type: 'owners', id: 'current', attributes: { language: 'de' } },
    });
    const { current, wanted: atNew } = await links();
    await confirm(current);
    await confirm(atNew);
    const subjects = [...(await mailsTo(owner.email)), ...(await mailsTo(wanted))];
    expect(subjects.map((text) => /^Subject: (.*)$/m.exec(text)![1])).toEqual([
      'Bestätigen Sie Ihre neue E-Mail-Adresse',
      'Ihre E-Mail-Adresse wurde geändert',
      'Bestätigen Sie Ihre E-Mail-Adresse',
    ]);
  });

  it('is visible only to the person while pending, and can be canceled', async () => {
    const { current, wanted: atNew } = await links();
    await confirm(current);
    const [change, ...others] = await open();
    expect(others).toEqual([]);
    expect(change!.attributes).toEqual({
      email: wanted,
      current_confirmed_at: expect.stringMatching(/Z$/) as string,
      new_confirmed_at: null,
      created_at: expect.stringMatching(/Z$/) as string,
      expires_at: expect.stringMatching(/Z$/) as string,
    });
    const path = `/api/email_changes/${change!.id}`;
    const other = await anOwner(service);
    expect((await other.api.get('/api/email_changes')).body.data).toEqual([]);
    for (const answer of [await other.api.get(path), await other.api.delete(path)])
      expect(answer.status).toBe(404);
    expect((await owner.api.get(path)).status).toBe(200);
    expect((await owner.api.delete(path)).status).toBe(204);
    expect([(await confirm(atNew)).status, await open(), await emailNow()]).toEqual([422, [], owner.email]);
  });

  it('replaces a pending email change, and the old links stop working', async () => {
    const before = await links();
    wanted = `Newer-${randomUUID()}@example.test`;
    const after = await links();
    for (const dead of Object.values(before)) expect((await confirm(dead)).status).toBe(422);
    expect(await open()).toMatchObject([{ attributes: { email: wanted } }]);
    for (const link of Object.values(after)) expect((await confirm(link)).status).toBe(201);
    expect(await emailNow()).toBe(wanted);
  });

  it('returns the same response if the address has an account, whose owner gets an email without a link', async () => {
    const other = await anOwner(service);
    const shapeOf = ({ status, body, headers }: Awaited<ReturnType<typeof ask>>) => [
      status,
      Object.entries(body.data.attributes as object).map(([name, value]) => [name, typeof value]),
      Object.keys(headers).sort(),
    ];
    const taken = await ask(other.email.toUpperCase());
    const atCurrent = await linkTo(owner.email);
    expect(shapeOf(taken)).toEqual(shapeOf(await ask(wanted, other)));
    const told = (await mailsTo(other.email.toUpperCase())).at(-1)!;
    expect(told).toContain('your account already uses this address');
    expect(told.includes('swe_') || told.includes(owner.email)).toBe(false);
    expect((await confirm(atCurrent)).body.data.attributes.is_changed).toBe(false);
    expect(await emailNow()).toBe(owner.email);
  });

  it('fails if an account with the new address was created before the confirmation', async () => {
    const { current, wanted: atNew } = await links();
    await confirm(atNew);
    const other = await anOwner(service);
    await service.database.query('UPDATE auth.owners SET email_key = lower($1) WHERE id = $2', [
      wanted,
      other.id,
    ]);
    expect(codesOf(await confirm(current))).toEqual(['already_exists']);
    expect(await emailNow()).toBe(owner.email);
  });

  it('accepts each confirmation link once, even if the person opens both links concurrently', async () => {
    const { current, wanted: atNew } = await links();
    const tokens = [current, current, atNew, atNew];
    const lock = { text: 'SELECT FROM auth.owners WHERE id = $1 FOR UPDATE', values: [owner.id] };
    const answers = await racing(service, lock, tokens.length, () => confirm(tokens.pop()!));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422]);
    expect(await emailNow()).toBe(wanted);
  });

  it('can be confirmed within one day', async () => {
    const { current } = await links();
    await service.database.query(
      `UPDATE auth.email_changes SET expires_at = expires_at - interval '24 hours' WHERE owner_id = $1`,
      [owner.id],
    );
    expect([(await confirm(current)).status, await open()]).toEqual([422, []]);
  });

  it('keeps sessions valid, and revokes password reset links that were sent to the old address', async () => {
    const { current, wanted: atNew } = await links();
    const reset = { email: owner.email, shop_domain: 'demo-shop' };
    await service.api.post('/api/password_resets', newObject('password_resets', reset), { headers: from });
    const [, reset_token] = /#(swp_\w+)/.exec((await mailsTo(owner.email)).at(-1)!)!;
    for (const link of [current, atNew]) await confirm(link);
    const session = await owner.api.get('/api/sessions/current');
    expect([session.status, session.body.data.attributes.email]).toEqual([200, wanted]);
    const attributes = { reset_token, password: 'Neues Paßwort 🔒 mit Wörtern' };
    expect((await service.api.post('/api/passwords', newObject('passwords', attributes))).status).toBe(422);
  });

  it('is canceled when the person sets a new password', async () => {
    const dead = Object.values(await links());
    const attributes = { current_password: owner.password, password: 'Neues Paßwort 🔒 mit Wörtern' };
    const document = { data: { type: 'owners', id: 'current', attributes } };
    expect((await owner.api.patch('/api/owners/current', document)).status).toBe(200);
    for (const link of dead) expect((await confirm(link)).status).toBe(422);
  });

  it('is recorded in the audit logs of the person and of the person’s shops', async () => {
    for (const link of Object.values(await links())) await confirm(link);
    await ask(owner.email);
    await owner.api.delete(`/api/email_changes/${(await open())[0]!.id}`);
    for (const path of ['/api', shop.path]) {
      const { body } = await owner.api.get(`${path}/audit_entries?sort=-id&page[size]=4`);
      expect(body.data).toMatchObject([
        { attributes: { kind: 'email_changes.deleted', detail: {} } },
        { attributes: { kind: 'email_changes.created', detail: {} } },
        {
          attributes: {
            kind: 'owners.email_changed',
            detail: { email: wanted, previous_email: owner.email, address: from['x-forwarded-for'] },
          },
        },
        { attributes: { kind: 'email_changes.created' } },
      ]);
    }
  });

  it.each(['', 'x', 'a@', 'a b@example.test', 'a@b, c@d', `${'x'.repeat(310)}@example.test`])(
    'rejects the address %j',
    async (email) => {
      const { status, body } = await ask(email);
      expect([status, body.errors[0].source.pointer]).toEqual([422, '/data/attributes/email']);
    },
  );

  it('rejects the person’s current address in any spelling', async () => {
    const { status, body } = await ask(` ${owner.email.toUpperCase()}`);
    expect([status, body.errors[0].detail]).toEqual([
      422,
      'The new email address is your current one. Send a different email address.',
    ]);
  });

  it('is limited to three requests in 15 minutes', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 4; at += 1) statuses.push((await ask(`${at}-${wanted}`)).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
  });

  it('is possible after another person in the same network reached the limit for the address', async () => {
    const other = await anOwner(service);
    for (let at = 0; at < 4; at += 1) await ask(wanted, other);
    expect((await ask(wanted)).status).toBe(201);
  });

  it.each(['', 'swe_x', `sws_${'0'.repeat(46)}`])('rejects the confirmation token %j', async (token) => {
    expect((await confirm(token)).status).toBe(422);
  });

  it('stores no link token in the database, and logs neither the token nor the address', async () => {
    const tokens = Object.values(await links());
    const rows = await service.database.query('SELECT to_jsonb(c) AS row FROM auth.email_changes c');
    const log = lines.join('\n');
    for (const token of tokens)
      expect([JSON.stringify(rows), log].join().includes(token.slice(4))).toBe(false);
    expect([owner.email, wanted].some((email) => log.includes(email))).toBe(false);
  });

  it('returns 503 if the operator configured no mail transport', async () => {
    const silent = await authApi();
    const person = await anOwner(silent);
    const { status, body } = await ask(wanted, person);
    expect([status, body.errors[0].meta]).toEqual([503, { reason: 'no_mail' }]);
    await silent.stop();
  });
});
