import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuthDatabase } from '@storewright/database';
import { resetSecondFactors } from '@storewright/operator-provisioning';
import { type Response, until } from '@storewright/testing';
import { TOTP } from 'otpauth';
import {
  anOwnedShop,
  authApi,
  codesOf,
  newObject,
  type OwnedShop,
  racing,
  type TestOwner,
  type TestService,
} from './testing/test-service';

const folder = mkdtempSync(join(tmpdir(), 'storewright-mails-'));
let service: TestService;
let shop: OwnedShop;
let owner: TestOwner;
/** Each test has its own person and network, so that tests do not share limits. */
let household = 0;

beforeAll(async () => {
  const mail = { MAIL_FOLDER: folder, MAIL_FROM: 'Storewright <no-reply@shops.example>' };
  service = await authApi({ ...mail, TRUSTED_PROXIES: '127.0.0.1' });
});
beforeEach(async () => {
  household += 1;
  shop = await anOwnedShop(service);
  owner = shop.owner;
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const devices = '/api/totp_devices';
const signIn = (code?: string, password = owner.password, headers: Record<string, string> = {}) =>
  service.api.post(
    '/api/sessions',
    newObject('sessions', { email: owner.email, password, ...(code !== undefined && { code }) }),
    { headers: { 'x-forwarded-for': `198.51.100.${household}`, ...headers } },
  );
const confirm = (id: string, code: string, api = owner.api) =>
  api.patch(`${devices}/${id}`, { data: { type: 'totp_devices', id, attributes: { code } } });
/** Returns the code of the time step that is this many steps from now. */
const shown = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
const reasonOf = ({ status, body }: Response) =>
  [status, body.errors[0].code, body.errors[0].meta.reason] as unknown[];
const missing = [403, 'second_factor_required', 'missing'];
const wrong = [403, 'second_factor_required', 'wrong'];

interface Enrolled {
  id: string;
  secret: string;
  recoveryCodes: string[];
}

/**
 * Enables two-factor authentication with the code of the previous time step, so that the current code is
 * unused.
 */
async function enrolled(): Promise<Enrolled> {
  const { body } = await owner.api.post(devices, '');
  const { secret } = body.meta as { secret: string };
  const id = body.data.id as string;
  const { status, body: confirmed } = await confirm(id, shown(secret));
  expect(status).toBe(200);
  await service.database.query('UPDATE auth.totp_devices SET last_step = last_step - 1 WHERE id = $1', [id]);
  return { id, secret, recoveryCodes: confirmed.meta.recovery_codes as string[] };
}

describe('two-factor authentication', () => {
  it('is enabled by a one-time code, and the TOTP secret is returned once and stored encrypted', async () => {
    const made = await owner.api.post(devices, '');
    expect([made.status, made.headers['cache-control']]).toEqual([201, 'no-store']);
    const { secret, uri } = made.body.meta as { secret: string; uri: string };
    const id = made.body.data.id as string;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(decodeURIComponent(uri)).toContain(`otpauth://totp/Storewright:${owner.email}?`);
    expect((await signIn()).status).toBe(201);
    expect((await confirm(id, '000000')).status).toBe(422);
    const confirmed = await confirm(id, shown(secret));
    expect([confirmed.status, confirmed.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(new Set(confirmed.body.meta.recovery_codes as string[]).size).toBe(10);
    expect(confirmed.body.data.attributes).toMatchObject({ recovery_codes_left: 10 });
    expect(reasonOf(await signIn())).toEqual(missing);
    const kept = JSON.stringify([
      await service.database.query('SELECT to_jsonb(d) AS row FROM auth.totp_devices d'),
      await service.database.query('SELECT to_jsonb(c) AS row FROM auth.recovery_codes c'),
      (await owner.api.get(devices)).body,
      (await owner.api.get(`${devices}/${id}`)).body,
    ]);
    for (const text of [secret, ...(confirmed.body.meta.recovery_codes as string[])])
      expect(kept).not.toContain(text);
  });

  it('allows one authenticator app per person, with a replaceable secret until the confirmation', async () => {
    const first = (await owner.api.post(devices, '')).body;
    await owner.api.post(devices, '');
    expect((await confirm(first.data.id as string, shown(first.meta.secret as string))).status).toBe(404);
    const { id, secret } = await enrolled();
    expect((await owner.api.post(devices, '')).status).toBe(409);
    expect((await confirm(id, shown(secret))).status).toBe(409);
    expect((await owner.api.get(devices)).body.data).toHaveLength(1);
  });

  it('requests the one-time code only after the correct password', async () => {
    await enrolled();
    const plain = await signIn(undefined, 'wrong');
    expect(codesOf(plain)).toEqual(['invalid_credentials']);
    expect(codesOf(await signIn('000000', 'wrong'))).toEqual(['invalid_credentials']);
  });

  it('accepts each one-time code once, for the current and the next time step', async () => {
    const { secret } = await enrolled();
    const current = shown(secret);
    expect(reasonOf(await signIn(shown(secret, -3)))).toEqual(wrong);
    expect(reasonOf(await signIn(shown(secret, 3)))).toEqual(wrong);
    expect((await signIn(`${current.slice(0, 3)} ${current.slice(3)}`)).status).toBe(201);
    expect(reasonOf(await signIn(current))).toEqual(wrong);
    expect((await signIn(shown(secret, 1))).status).toBe(201);
  });

  it('signs in once if several concurrent requests send the same one-time code', async () => {
    const { secret, recoveryCodes } = await enrolled();
    for (const code of [shown(secret), recoveryCodes[0]!]) {
      const lock = {
        text:
          'SELECT FROM auth.totp_devices d LEFT JOIN auth.recovery_codes c USING (owner_id) WHERE ' +
          'owner_id = $1 FOR UPDATE OF d',
        values: [owner.id],
      };
      const rows = {
        text: 'SELECT FROM auth.recovery_codes WHERE owner_id = $1 FOR UPDATE',
        values: [owner.id],
      };
      const answers = await racing(service, code.length > 6 ? rows : lock, 4, () => signIn(code));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403]);
    }
  });

  it('accepts each recovery code once, regardless of case, separators and the letter O for zero', async () => {
    const { recoveryCodes } = await enrolled();
    const [first, second] = recoveryCodes as [string, string];
    expect((await signIn(first)).status).toBe(201);
    expect(reasonOf(await signIn(first))).toEqual(wrong);
    expect((await signIn(` ${second.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O')} `)).status).toBe(
      201,
    );
    expect((await owner.api.get(devices)).body.data[0].attributes.recovery_codes_left).toBe(8);
  });

  it('rejects the old recovery codes after the person replaced them', async () => {
    const { id, recoveryCodes } = await enrolled();
    const answer = await owner.api.post(`${devices}/${id}/recovery_codes`, '');
    expect([answer.status, answer.headers['cache-control']]).toEqual([201, 'no-store']);
    const renewed = answer.body.meta.recovery_codes as string[];
    expect(reasonOf(await signIn(recoveryCodes[0]))).toEqual(wrong);
    expect((await signIn(renewed[0])).status).toBe(201);
  });

  it('limits wrong one-time codes over all networks without locking out known devices', async () => {
    const { secret } = await enrolled();
    const known = await signIn(shown(secret));
    const cookie = (known.headers['set-cookie'] as unknown as string[])
      .map((each) => each.split(';')[0]!)
      .find((each) => each.startsWith('storewright_device='))!;
    const statuses: number[] = [];
    for (let at = 0; at < 11; at += 1)
      statuses.push(
        (await signIn('000000', owner.password, { 'x-forwarded-for': `203.0.113.${at}` })).status,
      );
    expect(statuses.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 403));
    expect(statuses.at(-1)).toBe(429);
    const fromKnown = { cookie, 'x-forwarded-for': '203.0.113.99' };
    expect((await signIn(shown(secret, 1), owner.password, fromKnown)).status).toBe(201);
  });

  it('allows a hundred wrong one-time codes a day, regardless of their rate', async () => {
    const { secret } = await enrolled();
    await signIn('000000');
    await service.database.query(
      `UPDATE auth.rate_limits SET points = 100 WHERE key LIKE 'auth-api:second-factor-day:' || $1 || '%'`,
      [owner.id],
    );
    const answer = await signIn(shown(secret));
    expect([answer.status, Number(answer.headers['retry-after']) > 80_000]).toEqual([429, true]);
  });

  it('can be disabled, and sign-ins then require no one-time code', async () => {
    const { id } = await enrolled();
    expect((await owner.api.delete(`${devices}/${id}`)).status).toBe(204);
    expect((await signIn()).status).toBe(201);
    expect((await owner.api.get(devices)).body.data).toEqual([]);
    expect(
      await service.database.query('SELECT FROM auth.recovery_codes WHERE owner_id = $1', [owner.id]),
    ).toEqual([]);
  });

  it('sends an email and writes an audit log entry for each change', async () => {
    const { id, recoveryCodes } = await enrolled();
    await signIn(recoveryCodes[0]);
    await owner.api.post(`${devices}/${id}/recovery_codes`, '');
    await owner.api.delete(`${devices}/${id}`);
    const entries = (await owner.api.get(`${shop.path}/audit_entries?sort=id`)).body.data as {
      attributes: { kind: string };
    }[];
    const kinds = entries
      .map(({ attributes }) => attributes.kind)
      .filter((kind) => !kind.startsWith('sessions'));
    expect(kinds).toEqual([
      'totp_devices.confirmed',
      'recovery_codes.used',
      'recovery_codes.created',
      'totp_devices.deleted',
    ]);
    await until('every mail is sent', async () => {
      const rows = await service.database.query('SELECT 1 FROM auth.outgoing_mails');
      return rows.length === 0;
    });
    const subjects = readdirSync(folder)
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .filter((text) => text.includes(`To: ${owner.email}\n`))
      .map((text) => /^Subject: (.*)$/m.exec(text)![1]);
    expect(subjects.sort()).toEqual([
      'A recovery code was used',
      'New recovery codes were created',
      // Mails about two sign-ins: the session of the test, and the recovery code from another network
      // address.
      'New sign-in to your account',
      'New sign-in to your account',
      'Two-factor authentication was turned off',
      'Two-factor authentication was turned on',
    ]);
  });

  it('stays enabled after a password change', async () => {
    const { secret } = await enrolled();
    const password = 'quarry-marmot-velvet-thirteen';
    const attributes = { current_password: owner.password, password };
    const data = { type: 'owners', id: 'current', attributes };
    expect((await owner.api.patch('/api/owners/current', { data })).status).toBe(200);
    expect(reasonOf(await signIn(undefined, password))).toEqual(missing);
    expect((await signIn(shown(secret), password)).status).toBe(201);
  });
});

describe('resetSecondFactors', () => {
  it('removes all second factors and sessions of a person, who can then sign in by password only', async () => {
    await enrolled();
    await resetSecondFactors(service.application.get(AuthDatabase), owner.email);
    expect((await owner.api.get('/api/sessions/current')).status).toBe(401);
    const { status, body } = await signIn();
    expect(status).toBe(201);
    const api = service.api.as(body.data.attributes.token as string);
    const log = await api.get(`${shop.path}/audit_entries?filter[kind]=second_factors.reset`);
    expect(log.body.data).toHaveLength(1);
    await expect(
      resetSecondFactors(service.application.get(AuthDatabase), 'nobody@example.test'),
    ).rejects.toThrow('no person has the email');
  });
});

describe('two-factor authentication of a different person', () => {
  it('cannot be read or changed', async () => {
    const { id, secret } = await enrolled();
    const other = (await anOwnedShop(service)).owner;
    const code = shown(secret);
    const answers = [
      await other.api.get(`${devices}/${id}`),
      await confirm(id, code, other.api),
      await other.api.post(`${devices}/${id}/recovery_codes`, ''),
      await other.api.delete(`${devices}/${id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await other.api.get(devices)).body.data).toEqual([]);
    expect((await signIn(code)).status).toBe(201);
  });
});
