import { Authenticator } from './testing/authenticator';
import {
  anOwnedShop,
  authApi,
  codesOf,
  newObject,
  type OwnedShop,
  type TestOwner,
  type TestService,
} from './testing/test-service';

const page = 'https://demo-shop.shops.example';
const ofPage = { headers: { origin: page } };
let service: TestService;
let shop: OwnedShop;
let owner: TestOwner;

beforeAll(async () => {
  service = await authApi({ ADMIN_URL: 'https://{shop}.shops.example', TRUSTED_PROXIES: '127.0.0.1' });
});
beforeEach(async () => {
  shop = await anOwnedShop(service);
  owner = shop.owner;
});
afterAll(() => service.stop());

interface ChallengeOptions {
  challenge: string;
  rp: { id: string };
  rpId: string;
  user: { id: string };
  excludeCredentials: { id: string }[];
  userVerification: string;
}
const optionsOf = ({ body }: { body: { data: { attributes: { options: unknown } } } }) =>
  body.data.attributes.options as ChallengeOptions;
const registration = async (api = owner.api) =>
  optionsOf(await api.post('/api/passkey_registrations', '', ofPage));
const challenge = async () => optionsOf(await service.api.post('/api/passkey_challenges', '', ofPage));
const add = (response: object, name = 'My laptop', api = owner.api) =>
  api.post('/api/passkeys', newObject('passkeys', { name, response }));
const assert = (response: object) =>
  service.api.post('/api/passkey_assertions', newObject('passkey_assertions', { response }));

/** Returns a device with a registered passkey of the owner. */
async function aPasskey(): Promise<{ device: Authenticator; id: string }> {
  const device = new Authenticator(page);
  const { status, body } = await add(device.create(await registration()));
  expect(status).toBe(201);
  return { device, id: body.data.id as string };
}

describe('a passkey', () => {
  it('is added with a name, listed without its key, renamed and removed, with audit log entries', async () => {
    const { device, id } = await aPasskey();
    const { body } = await owner.api.get('/api/passkeys');
    expect(body.data).toHaveLength(1);
    expect(body.data[0].attributes).toEqual({
      name: 'My laptop',
      rp_id: 'shops.example',
      backed_up: false,
      created_at: expect.stringMatching(/Z$/) as string,
      last_used_at: null,
    });
    const data = { type: 'passkeys', id, attributes: { name: 'Office' } };
    expect((await owner.api.patch(`/api/passkeys/${id}`, { data })).body.data.attributes.name).toBe('Office');
    expect((await owner.api.delete(`/api/passkeys/${id}`)).status).toBe(204);
    expect((await assert(device.get(await challenge()))).status).toBe(401);
    const entries = (
      await owner.api.get(`${shop.path}/audit_entries?sort=id&filter[kind]=passkeys.created,passkeys.deleted`)
    ).body.data as { attributes: { kind: string; detail: object } }[];
    expect(entries.map(({ attributes: { kind, detail } }) => [kind, detail])).toEqual([
      ['passkeys.created', { id, name: 'My laptop' }],
      ['passkeys.deleted', { id, name: 'Office' }],
    ]);
  });

  it('signs a person in without email, password or one-time code', async () => {
    const { device } = await aPasskey();
    const options = await challenge();
    expect([options.rpId, options.userVerification]).toEqual(['shops.example', 'required']);
    const answer = await assert(device.get(options));
    expect([answer.status, answer.headers['cache-control']]).toEqual([201, 'no-store']);
    expect(answer.body.data).toMatchObject({
      type: 'sessions',
      attributes: { owner_id: owner.id, email: owner.email },
    });
    expect(String(answer.headers['set-cookie'])).toContain('HttpOnly');
    const api = service.api.as(answer.body.data.attributes.token as string);
    expect((await api.get('/api/passkeys')).body.data[0].attributes.last_used_at).not.toBeNull();
  });

  it('can sign a challenge once, within five minutes', async () => {
    const { device } = await aPasskey();
    const answer = device.get(await challenge());
    const statuses = await Promise.all([1, 2, 3].map(() => assert(answer)));
    expect(statuses.map(({ status }) => status).sort()).toEqual([201, 401, 401]);
    const late = device.get(await challenge());
    await service.database.query(
      `UPDATE auth.passkey_challenges SET expires_at = expires_at - interval '5 minutes'`,
    );
    expect(codesOf(await assert(late))).toEqual(['invalid_credentials']);
  });

  it('is rejected for a foreign page, a wrong user handle, missing user verification, or a clone', async () => {
    const { device } = await aPasskey();
    const elsewhere = device.get(await challenge(), { origin: 'https://evil.example' });
    const asOther = device.get(await challenge(), { userHandle: Buffer.alloc(16).toString('base64url') });
    device.verifies = false;
    const unseen = device.get(await challenge());
    device.verifies = true;
    for (const answer of [elsewhere, asOther, unseen]) expect((await assert(answer)).status).toBe(401);
    expect((await assert(device.get(await challenge()))).status).toBe(201);
    device.counter = 1;
    expect((await assert(device.get(await challenge()))).status).toBe(401);
  });

  it('is registered once, with a registration challenge of the same person', async () => {
    const other = (await anOwnedShop(service)).owner;
    const response = new Authenticator(page).create(await registration());
    expect((await add(response, 'x', other.api)).status).toBe(422);
    expect((await add(response)).status).toBe(201);
    const again = await add(response);
    expect([again.status, again.body.errors[0].source.pointer]).toEqual([422, '/data/attributes/response']);
    expect((await registration()).excludeCredentials).toHaveLength(1);
    expect((await add(new Authenticator('https://evil.example').create(await registration()))).status).toBe(
      422,
    );
    // A challenge for a sign-in cannot register a passkey.
    const { challenge: text } = await challenge();
    expect(
      (await add(new Authenticator(page).create({ ...(await registration()), challenge: text }))).status,
    ).toBe(422);
  });

  it('needs a challenge, which only pages of the panel can request', async () => {
    const headers = { origin: 'https://evil.example' };
    expect(codesOf(await service.api.post('/api/passkey_challenges', '', { headers }))).toEqual([
      'csrf_refused',
    ]);
  });

  it.each([
    {},
    { id: 'x' },
    { id: 'x', response: { clientDataJSON: 'e30' } },
    { id: '', response: { clientDataJSON: '' } },
  ])('is rejected with the attributes %j', async (response) => {
    expect([401, 422]).toContain((await assert(response)).status);
    expect((await add(response)).status).toBe(422);
  });
});

describe('step-up with a passkey', () => {
  const set = (minutes: number) =>
    service.database.query(
      `UPDATE auth.sessions SET authenticated_at = now() - make_interval(mins => $2) WHERE owner_id = $1`,
      [owner.id, minutes],
    );
  const token = () => owner.api.post(`${shop.path}/access_tokens`, newObject('access_tokens', { name: 'x' }));
  const prove = (attributes: object) =>
    owner.api.post('/api/reauthentications', newObject('reauthentications', attributes));

  it(
    'is required ten minutes after the sign-in, with the header of RFC 9470, and a password satisfies ' +
      'it',
    async () => {
      expect((await token()).status).toBe(201);
      await set(9);
      expect((await token()).status).toBe(201);
      await set(11);
      const refused = await token();
      expect([refused.status, codesOf(refused), refused.body.errors[0].meta]).toEqual([
        403,
        ['step_up_required'],
        { max_age: 600 },
      ]);
      expect(refused.headers['www-authenticate']).toContain('error="insufficient_user_authentication"');
      expect(refused.headers['www-authenticate']).toContain('max_age="600"');
      const wrong = await prove({ password: 'wrong' });
      expect([wrong.status, wrong.body.errors[0].source.pointer]).toEqual([422, '/data/attributes/password']);
      expect((await prove({})).status).toBe(422);
      expect((await token()).status).toBe(403);
      expect((await prove({ password: owner.password })).status).toBe(204);
      expect((await token()).status).toBe(201);
    },
  );

  it('accepts a passkey of the person and rejects a passkey of a different person', async () => {
    const { device } = await aPasskey();
    await set(11);
    const mine = device.get(await challenge());
    const other = await anOwnedShop(service);
    const body = newObject('reauthentications', { passkey: mine });
    expect((await other.api.post('/api/reauthentications', body)).status).toBe(422);
    expect((await prove({ passkey: device.get(await challenge()) })).status).toBe(204);
    expect((await token()).status).toBe(201);
  });

  it('leaves the remaining attributes of the session unchanged', async () => {
    await set(11);
    expect((await owner.api.get('/api/passkeys')).status).toBe(200);
    expect((await owner.api.post(`${shop.path}/session_tokens`, '')).status).toBe(201);
    expect((await owner.api.delete('/api/sessions/current')).status).toBe(204);
  });
});
