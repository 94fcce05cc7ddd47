import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emailKey } from '@storewright/people';
import { HttpClient, type Response, until } from '@storewright/testing';
import {
  aMember,
  anOwnedShop,
  anOwner,
  authApi,
  codesOf,
  newObject,
  type OwnedShop,
  type TestService,
} from './testing/test-service';

const password = 'Vier Wörter die niemand rät 🔒';
const folder = mkdtempSync(join(tmpdir(), 'storewright-invitations-'));
const mail = { MAIL_FOLDER: folder, MAIL_FROM: 'Storewright <no-reply@shops.example>' };
let service: TestService;
let shop: OwnedShop;
let email: string;

beforeAll(async () => {
  service = await authApi({ ...mail, ADMIN_URL: 'https://{shop}.shops.example' });
});
beforeEach(async () => {
  shop = await anOwnedShop(service);
  email = `New-${randomUUID()}@Example.test`;
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const pathIn = (of = shop) => `${of.path}/invitations`;
const invite = (attributes: object, by = shop) =>
  by.api.post(pathIn(by), newObject('invitations', { email, role: 'administrator', ...attributes }));
const noneWaits = () =>
  until('every mail is sent', async () => {
    const rows = await service.database.query('SELECT 1 FROM auth.outgoing_mails');
    return rows.length === 0;
  });

/** Returns the token in the newest mail to this address. */
async function tokenFor(address: string): Promise<string> {
  await noneWaits();
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const text = texts.findLast((each) => each.includes(`To: ${address}\n`))!;
  const [, token] = /\/admin\/invitation#(swi_\w+)/.exec(text)!;
  expect(text).toContain(`https://${shop.domain}.shops.example/admin/invitation#${token!}`);
  return token!;
}
async function invited(attributes: object = {}): Promise<{ id: string; token: string }> {
  const answer = await invite(attributes);
  expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
  return { id: answer.body.data.id as string, token: await tokenFor(email) };
}
const look = (token: string) => service.api.as(token).get('/api/invitation');
const accept = (api: HttpClient, invitation_token: string) =>
  api.post('/api/accepted_invitations', newObject('accepted_invitations', { invitation_token }));
const joinWith = (invitation_token: string, more: object = {}) =>
  service.api.post('/api/owners', newObject('owners', { invitation_token, name: 'Bea', password, ...more }));
const signIn = (address: string) =>
  service.api.post('/api/sessions', newObject('sessions', { email: address, password }));
const ended = (answer: Response) => [answer.status, codesOf(answer)];

async function somebody(address = email) {
  const owner = await anOwner(service);
  await service.database.query('UPDATE auth.owners SET email = $2, email_key = $3 WHERE id = $1', [
    owner.id,
    address,
    emailKey(address),
  ]);
  return owner;
}

describe('invitation of a person without an account', () => {
  it('sends an email, shows the shop to the person, and is accepted when the person chooses a password', async () => {
    const { token } = await invited({ role: 'staff', areas: ['orders'] });
    for (const answer of [await look(token), await look(token)])
      expect([answer.status, answer.headers['cache-control'], answer.body.data.attributes]).toEqual([
        200,
        'no-store',
        expect.objectContaining({
          ...{ email, role: 'staff', areas: ['orders'], shop_domain: shop.domain },
          ...{ invited_by: 'An owner', has_account: false },
        }),
      ]);
    const made = await joinWith(token);
    expect([made.status, made.body.data.attributes]).toEqual([
      201,
      expect.objectContaining({ email, name: 'Bea' }),
    ]);
    const api = service.api.as((await signIn(email)).body.data.attributes.token as string);
    const own = (await api.get(`${shop.path}/membership`)).body.data;
    expect([own.id, own.attributes.role, own.attributes.areas]).toEqual([
      made.body.data.id,
      'staff',
      ['orders'],
    ]);
  });

  it('requires a strong password, and stays valid after a rejected password', async () => {
    const { token } = await invited();
    for (const weak of ['x', 'storewright1', email]) {
      const answer = await joinWith(token, { password: weak });
      expect([answer.status, answer.body.errors[0].source.pointer]).toEqual([
        422,
        '/data/attributes/password',
      ]);
    }
    expect((await joinWith(token)).status).toBe(201);
  });
});

describe('invitation of a person with an account', () => {
  it('can be accepted by the signed-in person, for several shops', async () => {
    const { token } = await invited();
    const owner = await somebody();
    expect((await look(token)).body.data.attributes.has_account).toBe(true);
    expect(ended(await joinWith(token))).toEqual([409, ['already_exists']]);
    const answer = await accept(owner.api, token);
    expect([answer.status, answer.body.data.attributes]).toEqual([201, { shop_domain: shop.domain }]);
    expect((await owner.api.get('/api/shops')).body.data).toHaveLength(1);
  });

  it('returns the invited address to a person who is signed in with a different address', async () => {
    const { token } = await invited();
    const answer = await accept((await anOwner(service)).api, token);
    expect(ended(answer)).toEqual([403, ['wrong_recipient']]);
    expect(answer.body.errors[0].detail).toContain(email);
    expect((await joinWith(token)).status).toBe(201);
  });

  it('cannot be accepted without signing in', async () => {
    const { token } = await invited();
    expect((await accept(service.api, token)).status).toBe(401);
  });
});

describe('an invitation', () => {
  const isOver = [410, ['invitation_ended']];

  it('can be accepted once, even by concurrent requests', async () => {
    const { token } = await invited();
    const answers = await Promise.all([1, 2, 3].map(() => joinWith(token)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of [await joinWith(token), await look(token)]) expect(ended(answer)).toEqual(isOver);
    expect((await look(token)).body.errors[0].detail).toContain('already accepted');
  });

  it('expires after seven days', async () => {
    const { id, token } = await invited();
    const { attributes } = (await shop.api.get(`${pathIn()}/${id}`)).body.data;
    const days = (Date.parse(attributes.expires_at as string) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 1);
    await service.database.query('UPDATE auth.invitations SET expires_at = now() WHERE id = $1', [id]);
    expect(ended(await joinWith(token))).toEqual(isOver);
    expect((await shop.api.get(`${pathIn()}/${id}`)).body.data.attributes.status).toBe('expired');
    expect((await invite({})).status).toBe(201);
  });

  it('stops working after a withdrawal', async () => {
    const { id, token } = await invited();
    expect((await shop.api.delete(`${pathIn()}/${id}`)).status).toBe(204);
    expect(ended(await joinWith(token))).toEqual(isOver);
    const listed = (await shop.api.get(`${pathIn()}?filter[status]=pending`)).body.data;
    expect(listed).toEqual([]);
    expect((await invite({})).status).toBe(201);
  });

  it('stops working if the inviting person loses the permission to assign the role', async () => {
    const second = await aMember(service, shop, { role: 'administrator' });
    expect((await invite({}, second)).status).toBe(201);
    const token = await tokenFor(email);
    await shop.api.delete(`${shop.path}/members/${second.owner.id}`);
    expect(ended(await joinWith(token))).toEqual(isOver);
  });

  it.each([
    ['the inviter’s language for an unknown person', 'de', undefined, 'Einladung zu'],
    ['the chosen language of a known person', 'de', 'en', 'Join'],
    ['English if neither person has chosen a language', undefined, undefined, 'Join'],
  ])(
    'has an email subject in the language of the recipient: %s',
    async (_, ofInviter, ofInvited, subject) => {
      const choose = (language: string, api = shop.owner.api) =>
        api.patch('/api/owners/current', {
          data: { type: 'owners', id: 'current', attributes: { language } },
        });
      if (ofInviter) await choose(ofInviter);
      if (ofInvited) await choose(ofInvited, (await somebody()).api);
      await invited();
      const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
      expect(texts.find((each) => each.includes(`To: ${email}\n`))).toContain(`\nSubject: ${subject} `);
    },
  );

  it('isolates a right-to-left shop name from the surrounding text of the email', async () => {
    const name = 'متجر (3)';
    await shop.api.patch(shop.path, { data: { type: 'shops', id: shop.id, attributes: { name } } });
    await invited();
    const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    const mail = texts.find((each) => each.includes(`To: ${email}\n`));
    expect(mail).toContain(`\nSubject: Join “\u2068${name}\u2069”\n`);
    expect(mail).toContain(`on the shop “\u2068${name}\u2069”.\n`);
  });

  it('quotes a misleading shop name on one line of the email, without the URL in the name', async () => {
    const name = 'Your account is locked. Unlock it at https://evil.example/unlock or evil.example';
    await shop.api.patch(shop.path, { data: { type: 'shops', id: shop.id, attributes: { name } } });
    await invited();
    const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    const mail = texts.find((each) => each.includes(`To: ${email}\n`));
    const quoted = '“Your account is locked. Unlock it at … or evil. e…”';
    expect(mail).toContain(`\nSubject: Join ${quoted}\n`);
    expect(mail).toContain(`on the shop ${quoted}.\n`);
    expect(mail).not.toContain('evil.example');
  });

  it('stores the link token only as a digest', async () => {
    const { token } = await invited();
    const rows = await service.database.query('SELECT i::text FROM auth.invitations i');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('is rejected after five invitations by the same person to the address within a day', async () => {
    const colleague = await aMember(service, shop, { role: 'owner' });
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) {
      const answer = await invite({});
      statuses.push(answer.status);
      if (answer.status === 201) await shop.api.delete(`${pathIn()}/${answer.body.data.id as string}`);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    expect((await invite({}, await anOwnedShop(service))).status).toBe(201);
    expect((await invite({}, colleague)).status).toBe(201);
  });

  it('cannot grant more permissions than the inviting person has', async () => {
    const staff = await aMember(service, shop, { role: 'staff', areas: ['people', 'products'] });
    const administrator = await aMember(service, shop, { role: 'administrator' });
    for (const [by, attributes] of [
      [administrator, { role: 'owner' }],
      [staff, { role: 'administrator' }],
      [staff, { role: 'read_only' }],
      [staff, { role: 'staff', areas: ['orders'] }],
    ] as const)
      expect(ended(await invite(attributes, by))).toEqual([403, ['insufficient_role']]);
    expect((await invite({ role: 'staff', areas: ['products'] }, staff)).status).toBe(201);
  });

  it('is rejected for a member and for an address with a pending invitation', async () => {
    await invited();
    expect(ended(await invite({ email: email.toUpperCase() }))).toEqual([409, ['already_exists']]);
    expect(ended(await invite({ email: shop.owner.email }))).toEqual([409, ['already_exists']]);
  });

  it.each([
    [{ email: 'nobody' }, 'email'],
    [{ email: 'a@b.test, c@d.test' }, 'email'],
    [{ role: 'king' }, 'role'],
    [{ role: 'staff' }, 'areas'],
  ])('is rejected with invalid attributes: %j', async (attributes, field) => {
    const answer = await invite(attributes);
    expect([answer.status, answer.body.errors[0].source.pointer]).toEqual([422, `/data/attributes/${field}`]);
  });

  it('is recorded in the audit log when sent and when accepted', async () => {
    const { id } = await invited();
    await shop.api.delete(`${pathIn()}/${id}`);
    await joinWith((await invited({ role: 'read_only' })).token);
    const kinds = 'invitations.created,invitations.withdrawn,invitations.accepted';
    const { body } = await shop.api.get(`${shop.path}/audit_entries?filter[kind]=${kinds}&sort=id`);
    const entries = body.data as { attributes: { kind: string; detail: { name: string } } }[];
    expect(entries.map(({ attributes: { kind, detail } }) => [kind, detail.name])).toEqual([
      ['invitations.created', email],
      ['invitations.withdrawn', email],
      ['invitations.created', email],
      ['invitations.accepted', email],
    ]);
  });
});

describe('an invitation without a working mail server', () => {
  it('is listed with an unsent email, and the auth API retries the email', async () => {
    const other = await authApi({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no-reply@shops.example' });
    try {
      const mine = await anOwnedShop(other);
      const made = await invite({}, mine);
      const status = async () =>
        (await mine.api.get(`${pathIn(mine)}/${made.body.data.id as string}`)).body.data.attributes
          .mail_status as string;
      await until('it was tried', async () => (await status()) === 'retrying');
    } finally {
      await other.stop();
    }
  });

  it('returns 503 if the operator configured no mail transport', async () => {
    const other = await authApi();
    try {
      const mine = await anOwnedShop(other);
      const answer = await invite({}, mine);
      expect([answer.status, answer.body.errors[0].meta]).toEqual([503, { reason: 'no_mail' }]);
    } finally {
      await other.stop();
    }
  });
});
