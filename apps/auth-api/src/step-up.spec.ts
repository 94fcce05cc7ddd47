import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Route, routeTable } from '@storewright/access';
import type { Response } from '@storewright/testing';
import { expectNamedActors } from './testing/named-actors';
import { ofOurPage, press, signedIn } from './testing/browser';
import { preparations, patched } from './testing/step-up-requests';
import {
  anOwnedShop,
  aRegisteredApp,
  authApi,
  codesOf,
  newObject,
  type OwnedShop,
  type TestService,
} from './testing/test-service';

const folder = mkdtempSync(join(tmpdir(), 'storewright-step-up-'));
let service: TestService;
let shop: OwnedShop;
let routes: Route[];

beforeAll(async () => {
  const mail = { MAIL_FOLDER: folder, MAIL_FROM: 'no-reply@shops.example' };
  service = await authApi({ ...mail, ADMIN_URL: 'https://{shop}.shops.example' });
  routes = routeTable(service.application);
});
beforeEach(async () => {
  shop = await anOwnedShop(service);
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const form = 'POST /oauth/grants';
/**
 * Preparations that give the person a second factor or another browser session. For these requests the
 * password alone is not sufficient.
 */
const ofOtherProof = [form, 'DELETE /api/totp_devices/:id', 'POST /api/totp_devices/:id/recovery_codes'];

const label = ({ method, path }: Route) => `${method} ${path}`;
const labelsOf = (kind: string) =>
  routes
    .filter(({ stepUp }) => stepUp?.kind === kind)
    .map(label)
    .sort();

/** Sets the age of the last step-up of every session of the person. */
const age = (interval: string) =>
  service.database.query(
    'UPDATE auth.sessions SET authenticated_at = now() - $2::interval WHERE owner_id = $1',
    [shop.owner.id, interval],
  );
const prove = () =>
  shop.api.post('/api/reauthentications', newObject('reauthentications', { password: shop.owner.password }));

/** Returns every row of the auth schema as text, except mails and the times of last requests. */
async function everything(): Promise<string> {
  const tables = await service.database.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'auth' AND tablename <> ` +
      `'outgoing_mails' ORDER BY 1`,
  );
  const rows: string[] = [];
  for (const { name } of tables) {
    const [row] = await service.database.query<{ rows: string | null }>(
      `SELECT string_agg(r, E'\\n' ORDER BY r) AS rows
       FROM auth.${name} t, LATERAL (SELECT (to_jsonb(t) - 'last_seen_at')::text AS r) AS rows`,
    );
    rows.push(`${name}: ${row!.rows ?? ''}`);
  }
  return rows.join('\n');
}

/** An API route returns 403. The grant form redirects to its screen, which then asks for the step-up. */
function isRefused({ status, headers, body }: Response): boolean {
  if (status === 303) return new URL(headers['location']!).searchParams.get('step_up') === '1';
  return status === 403 && codesOf({ body })[0] === 'step_up_required';
}

it('step-up.spec.ts sends a request to exactly the routes that require a step-up', () => {
  expect(Object.keys(preparations).sort()).toEqual(labelsOf('required'));
  expect(Object.keys(patched).sort()).toEqual(labelsOf('by attribute'));
});

it('every state-changing route without a step-up declares the reason', () => {
  const reasons = routes.flatMap((route) =>
    route.stepUp?.kind === 'not required' ? [[label(route), route.stepUp.because]] : [],
  );
  expect(reasons.length).toBeGreaterThan(20);
  expect(reasons.filter(([, because]) => because!.length < 8)).toEqual([]);
});

describe('a session whose last step-up was eleven minutes ago', () => {
  it.each(Object.entries(preparations))(
    '%s is rejected without changes, and succeeds after a step-up',
    async (route, prepare) => {
      const send = await prepare(shop, service);
      await age('11 minutes');
      const before = await everything();
      const refused = await send();
      expect([refused.status, isRefused(refused)]).toEqual([route === form ? 303 : 403, true]);
      expect(await everything()).toBe(before);
      if (ofOtherProof.includes(route)) await age('1 minute');
      else expect((await prove()).status).toBe(204);
      const proved = await everything();
      const accepted = await send();
      expect([accepted.status < 400, isRefused(accepted)]).toEqual([true, false]);
      expect(await everything()).not.toBe(proved);
    },
  );

  it.each(Object.entries(patched))(
    '%s requires a step-up for exactly the declared attributes, alone or combined with harmless ones',
    async (route, { prepare, changes }) => {
      const { stepUp } = routes.find((each) => label(each) === route)!;
      if (stepUp?.kind !== 'by attribute') throw new Error(`${route} does not decide by attribute`);
      expect(Object.keys(changes).sort()).toEqual(Object.keys(stepUp.attributes).sort());
      const { type, id, path } = await prepare(shop);
      await age('11 minutes');
      const patch = (attributes: object) => shop.api.patch(path, { data: { type, id, attributes } });
      const harmless = Object.keys(changes).find((name) => typeof stepUp.attributes[name] === 'object')!;
      for (const [name, rule] of Object.entries(stepUp.attributes)) {
        const isRequired = rule === 'required' || 'requiredUnless' in rule;
        const before = await everything();
        const alone = await patch(changes[name]!);
        expect([name, alone.status, isRefused(alone)]).toEqual([name, isRequired ? 403 : 200, isRequired]);
        if (!isRequired) continue;
        expect(isRefused(await patch({ ...changes[harmless], ...changes[name] }))).toBe(true);
        expect(await everything()).toBe(before);
      }
    },
  );

  it('PATCH /api/apps/:id enables a protection without a step-up, but disables it only with a step-up', async () => {
    const { id, path } = await patched['PATCH /api/apps/:id']!.prepare(shop);
    await age('11 minutes');
    const patch = (attributes: object) => shop.api.patch(path, { data: { type: 'apps', id, attributes } });
    for (const name of ['require_secret', 'require_proof']) {
      expect((await patch({ [name]: true })).status).toBe(200);
      for (const value of [false, null, 0, 'true', [true]])
        expect(isRefused(await patch({ [name]: value }))).toBe(true);
    }
    const { body } = await shop.api.get(path);
    expect(body.data.attributes).toMatchObject({ require_secret: true, require_proof: true });
  });

  it('DELETE /api/sessions/:id cannot end a session by misspelling a URL that needs no step-up', async () => {
    const { cookie } = await signedIn(service, shop.owner);
    const other = () => service.api.get('/api/sessions/current', { headers: { cookie } });
    await age('11 minutes');
    for (const id of ['OTHERS', '%6fthers', 'others/', '/others', 'others?id=current', 'current/../others'])
      expect([id, (await shop.api.send('DELETE', `/api/sessions/${id}`)).status]).not.toEqual([id, 204]);
    expect((await other()).status).toBe(200);
  });

  it('POST /oauth/grants installs nothing during concurrent requests with wrong passwords and forms', async () => {
    const app = await aRegisteredApp(service);
    const { cookie, csrf_token } = await signedIn(service, shop.owner);
    await age('11 minutes');
    const wrong = newObject('reauthentications', { password: 'a wrong password' });
    const headers = { cookie, 'x-csrf-token': csrf_token };
    const fields = { csrf_token, shop_id: shop.id, app_id: app.id, scopes: 'meta.get' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        at % 2 === 0
          ? service.api.post('/api/reauthentications', wrong, { headers })
          : press(service, fields, { cookie, headers: ofOurPage }),
      ),
    );
    expect(answers.filter(isRefused)).toHaveLength(4);
    expect((await shop.api.get(`${shop.path}/installations`)).body.data).toEqual([]);
  });

  it('DELETE /api/sessions/current signs out without a step-up', async () => {
    await age('11 minutes');
    expect((await shop.api.delete('/api/sessions/current')).status).toBe(204);
  });
});

describe('bypassing the step-up of PATCH /api/apps/:id', () => {
  const url = 'https://evil.example/install';
  const dangerous = `"attributes":{"install_url":"${url}"}`;
  const harmless = '"attributes":{"name":"Another"}';
  let path: string;
  let id: string;
  beforeEach(async () => {
    ({ path, id } = await patched['PATCH /api/apps/:id']!.prepare(shop));
    await age('11 minutes');
  });
  const installUrl = async () => (await shop.api.get(path)).body.data.attributes.install_url as string;

  it.each<[string, (id: string) => string]>([
    [
      'the attributes twice, the harmless ones first',
      (id) => `{"data":{"type":"apps","id":"${id}",${harmless},${dangerous}}}`,
    ],
    [
      'the attributes twice, the harmless ones last',
      (id) => `{"data":{"type":"apps","id":"${id}",${dangerous},${harmless}}}`,
    ],
    [
      'data twice',
      (id) =>
        `{"data":{"type":"apps","id":"${id}",${harmless}},"data":{"type":"apps","id":"${id}",${dangerous}}}`,
    ],
    ['a byte order mark', (id) => `\uFEFF{"data":{"type":"apps","id":"${id}",${dangerous}}}`],
    [
      'an escaped name',
      (id) => `{"data":{"type":"apps","id":"${id}","attributes":{"name":"x","install_\\u0075rl":"${url}"}}}`,
    ],
    [
      '__proto__',
      (id) =>
        `{"data":{"type":"apps","id":"${id}","attributes":{"name":"x","__proto__":{"install_url":"${url}"}}}}`,
    ],
    ['no attributes', (id) => `{"data":{"type":"apps","id":"${id}"}}`],
    ['a list as attributes', (id) => `{"data":{"type":"apps","id":"${id}","attributes":["install_url"]}}`],
  ])('fails with %s', async (_, body) => {
    await shop.api.send('PATCH', path, { body: body(id) });
    expect(await installUrl()).toBe('https://app.example/install');
  });

  it.each(['x-http-method-override', 'x-http-method', 'x-method-override'])(
    'fails with the header %s, which cannot override the method',
    async (name) => {
      const document = { data: { type: 'apps', id, attributes: { install_url: url } } };
      for (const method of ['POST', 'GET', 'PUT'])
        await shop.api.send(method, path, { body: JSON.stringify(document), headers: { [name]: 'PATCH' } });
      expect(await installUrl()).toBe('https://app.example/install');
    },
  );

  it('fails with a step-up time in the future, which a wrong clock can write', async () => {
    await age('-5 minutes');
    const answer = await shop.api.delete(path);
    expect(isRefused(answer)).toBe(true);
  });

  it('fails with the step-up of a different session of the same person', async () => {
    const { email, password } = shop.owner;
    await service.api.post('/api/sessions', newObject('sessions', { email, password }));
    expect(isRefused(await shop.api.delete(path))).toBe(true);
  });
});

describe('the audit log after a request of each route', () => {
  it('contains the session, person or app that caused each entry', () => expectNamedActors(service));
});
