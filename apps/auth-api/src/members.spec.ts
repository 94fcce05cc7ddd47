import { randomUUID } from 'node:crypto';
import { type Route, routeTable } from '@storewright/access';
import { Membership } from '@storewright/members';
import {
  type Area,
  areaNames,
  type Right,
  rightsOfAreas,
  type Role,
  roles,
  scopesIn,
} from '@storewright/scopes';
import type { Response } from '@storewright/testing';
import {
  aMember,
  anOwnedShop,
  aRegisteredApp,
  authApi,
  codesOf,
  newObject,
  type OwnedShop,
  racing,
  type TestService,
  untilRefused,
} from './testing/test-service';

let service: TestService;
let shop: OwnedShop;

beforeAll(async () => {
  service = await authApi();
});
beforeEach(async () => {
  shop = await anOwnedShop(service);
});
afterAll(() => service.stop());

const member = (role: Role, ...ticked: Area[]) => aMember(service, shop, { role, areas: ticked });
const pathOf = ({ owner }: OwnedShop) => `${shop.path}/members/${owner.id}`;
const change = (by: OwnedShop, whom: OwnedShop, attributes: object) =>
  by.api.patch(pathOf(whom), { data: { type: 'members', id: whom.owner.id, attributes } });
const remove = (by: OwnedShop, whom: OwnedShop) => by.api.delete(pathOf(whom));
const own = async ({ api }: OwnedShop) => (await api.get(`${shop.path}/membership`)).body.data;
const panelToken = async ({ api }: OwnedShop) =>
  (await api.post(`${shop.path}/session_tokens`, '')).body.data.attributes as {
    token: string;
    scopes: string[] | null;
  };

describe('permissions of members', () => {
  const people: [string, Role, Area[]][] = [
    ...roles.filter((role) => role !== 'staff').map((role): [string, Role, Area[]] => [role, role, []]),
    ...areaNames.map((area): [string, Role, Area[]] => [`staff with ${area}`, 'staff', [area]]),
  ];
  const below = () =>
    routeTable(service.application).filter(
      ({ path, access }) => access.kind === 'session' && path.includes(':shop_id'),
    );
  const rightOf = ({ access }: Route) => (access.kind === 'session' ? access.shop : undefined);

  it('are required by every route below a shop', () => {
    expect(below().length).toBeGreaterThan(20);
    expect(below().filter((route) => !rightOf(route))).toEqual([]);
    const open = below().filter((route) => rightOf(route) === 'any member');
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/shops/:shop_id',
      'GET /api/shops/:shop_id/membership',
      'GET /api/shops/:shop_id/notification_preferences',
      'GET /api/shops/:shop_id/notification_preferences/:id',
      'PATCH /api/shops/:shop_id/notification_preferences/:id',
      'GET /api/shops/:shop_id/notifications',
      'GET /api/shops/:shop_id/notifications/:id',
      'PATCH /api/shops/:shop_id/notifications/:id',
      'GET /api/shops/:shop_id/saved_views',
      'POST /api/shops/:shop_id/saved_views',
      'DELETE /api/shops/:shop_id/saved_views/:id',
      'GET /api/shops/:shop_id/saved_views/:id',
      'PATCH /api/shops/:shop_id/saved_views/:id',
      'POST /api/shops/:shop_id/session_tokens',
      'GET /api/shops/:shop_id/session_tokens/:id',
    ]);
  });

  it.each(people)('determine whether a route returns 403 for %s', async (_, role, ticked) => {
    const { api } = await member(role, ...ticked);
    const membership = new Membership({ role, scopes: role === 'staff' ? rightsOfAreas(ticked) : null });
    for (const route of below()) {
      const path = route.path.replace(':shop_id', shop.id).replace(/:\w+/, randomUUID());
      const body = ['POST', 'PATCH'].includes(route.method) ? { body: '{}' } : {};
      const answer = await api.send(route.method, path, body);
      const right = rightOf(route)!;
      const isAllowed = right === 'any member' || membership.has(right as Right);
      const refused = answer.status === 403 ? codesOf(answer) : [];
      expect([route, refused]).toEqual([route, isAllowed ? [] : ['insufficient_role']]);
      if (!isAllowed) expect(answer.body.errors[0].meta).toEqual({ required_rights: [right] });
    }
  });

  it('are visible to the member and to members with the permission to list members', async () => {
    const staff = await member('staff', 'products');
    expect(await own(staff)).toMatchObject({
      id: staff.owner.id,
      attributes: {
        email: staff.owner.email,
        role: 'staff',
        areas: ['products'],
        rights: rightsOfAreas(['products']),
      },
    });
    const { body } = await shop.api.get(`${shop.path}/members`);
    const listed = (body.data as { id: string }[]).map(({ id }) => id);
    expect(listed.sort()).toEqual([shop.owner.id, staff.owner.id].sort());
    const { attributes } = (await shop.api.get(pathOf(shop))).body.data;
    expect([attributes.role, attributes.areas]).toEqual(['owner', null]);
  });

  it("include permissions that the role's areas gained after the role was saved", async () => {
    const staff = await member('staff', 'products');
    await service.database.query(
      `UPDATE auth.members SET scopes = ARRAY(SELECT s FROM unnest(scopes) s WHERE s NOT LIKE 'imports.%')
       WHERE shop_id = $1 AND owner_id = $2`,
      [shop.id, staff.owner.id],
    );
    const { areas, rights } = (await own(staff)).attributes as { areas: string[]; rights: string[] };
    expect([areas, rights.toSorted()]).toEqual([['products'], rightsOfAreas(['products']).toSorted()]);
    expect((await panelToken(staff)).scopes).toContain('imports.post');
  });

  it('are complete for an owner, and the legacy table shop_owners contains only owners', async () => {
    await member('staff', 'products');
    expect((await own(shop)).attributes.role).toBe('owner');
    const seen = await service.database.query('SELECT owner_id FROM auth.shop_owners WHERE shop_id = $1', [
      shop.id,
    ]);
    expect(seen).toEqual([{ owner_id: shop.owner.id }]);
  });
});

describe('panel access tokens of a member', () => {
  it('have the scopes of the role and no permissions of the auth API', async () => {
    expect((await panelToken(shop)).scopes).toBeNull();
    expect((await panelToken(await member('administrator'))).scopes).toBeNull();
    const { scopes } = await panelToken(await member('staff', 'products', 'people'));
    expect(scopes).toEqual(scopesIn(rightsOfAreas(['products', 'people'])));
    expect(scopes).toContain('products.patch');
    expect(scopes).not.toContain('orders.get');
    const reading = (await panelToken(await member('read_only'))).scopes!;
    expect(reading).toContain('orders.get');
    expect(reading.filter((scope) => !/\.(collection|get)$/.test(scope))).toEqual([]);
  });

  it('end when the role changes or the member is removed, and new tokens have the new role', async () => {
    const staff = await member('administrator');
    const before = await panelToken(staff);
    const use = (token: string) => service.api.as(token).get(shop.path);
    expect((await use(before.token)).status).toBe(200);
    expect((await change(shop, staff, { role: 'read_only' })).status).toBe(200);
    await untilRefused(() => use(before.token));
    const after = await panelToken(staff);
    expect([after.scopes === null, (await use(after.token)).status]).toEqual([false, 200]);
    expect((await remove(shop, staff)).status).toBe(204);
    await untilRefused(() => use(after.token));
    expect((await staff.api.get(shop.path)).status).toBe(404);
    expect((await staff.api.get('/api/shops')).body.data).toEqual([]);
  });

  it('stay valid for other shops and other people', async () => {
    const other = await anOwnedShop(service, shop.owner);
    const staff = await member('staff', 'orders');
    const token = await panelToken(shop);
    expect((await remove(shop, staff)).status).toBe(204);
    expect((await service.api.as(token.token).get(shop.path)).status).toBe(200);
    const theirs = (await shop.api.post(`${other.path}/session_tokens`, '')).body.data.attributes;
    const second = await member('owner');
    expect((await remove(second, shop)).status).toBe(204);
    expect((await service.api.as(theirs.token as string).get(other.path)).status).toBe(200);
  });
});

describe('members of a shop', () => {
  const refused = (answer: Response) => [answer.status, codesOf(answer)];
  const denied = [403, ['insufficient_role']];

  it('can appoint, change and remove owners only with the role owner', async () => {
    const [administrator, staff] = [await member('administrator'), await member('staff', 'people')];
    expect(refused(await change(administrator, staff, { role: 'owner' }))).toEqual(denied);
    expect(refused(await change(administrator, shop, { role: 'read_only' }))).toEqual(denied);
    expect(refused(await remove(administrator, shop))).toEqual(denied);
    expect((await change(administrator, staff, { role: 'administrator' })).status).toBe(200);
    expect((await change(shop, staff, { role: 'owner' })).status).toBe(200);
  });

  it('with the role staff can manage only members with fewer permissions, and give at most their own', async () => {
    const [boss, clerk] = [await member('staff', 'people', 'products'), await member('staff', 'products')];
    const [other, administrator] = [await member('staff', 'orders'), await member('administrator')];
    for (const [whom, attributes] of [
      [clerk, { role: 'administrator' }],
      [clerk, { role: 'read_only' }],
      [clerk, { areas: ['products', 'orders'] }],
      [boss, { areas: ['people', 'products', 'orders'] }],
      [other, { areas: ['products'] }],
      [administrator, { role: 'staff', areas: ['products'] }],
    ] as const)
      expect([attributes, ...refused(await change(boss, whom, attributes))]).toEqual([attributes, ...denied]);
    expect(refused(await remove(boss, other))).toEqual(denied);
    expect((await change(boss, clerk, { areas: ['products', 'people'] })).status).toBe(200);
    expect((await remove(boss, clerk)).status).toBe(204);
  });

  it('give access tokens and apps at most their own permissions', async () => {
    const staff = await member('staff', 'products', 'api_access', 'apps');
    const generate = (scopes: string[] | null) =>
      staff.api.post(`${shop.path}/access_tokens`, newObject('access_tokens', { name: 'x', scopes }));
    expect(refused(await generate(null))).toEqual(denied);
    expect(refused(await generate(['orders.get', 'products.get']))).toEqual(denied);
    const made = await generate(['products.get']);
    expect(made.status).toBe(201);
    const { id: tokenId } = made.body.data as { id: string };
    const data = { type: 'access_tokens', id: tokenId, attributes: { scopes: ['orders.get'] } };
    expect(refused(await staff.api.patch(`${shop.path}/access_tokens/${tokenId}`, { data }))).toEqual(denied);
    for (const [scopes, status] of [
      [['customers.get'], 403],
      [['products.get'], 201],
    ] as const) {
      const { id } = await aRegisteredApp(service, { scopes: [...scopes] });
      const answer = await staff.api.post(
        `${shop.path}/installations`,
        newObject('installations', { app_id: id }),
      );
      expect(answer.status).toBe(status);
    }
  });
});

describe('removing a member or changing a role', () => {
  it('returns 409 for the last owner', async () => {
    await member('administrator');
    for (const answer of [await remove(shop, shop), await change(shop, shop, { role: 'administrator' })])
      expect([answer.status, codesOf(answer)]).toEqual([409, ['last_owner']]);
    const second = await member('owner');
    expect((await change(shop, shop, { role: 'administrator' })).status).toBe(200);
    expect((await remove(second, second)).status).toBe(409);
  });

  it.each<[Role, Area[]]>([
    ['read_only', []],
    ['staff', ['products']],
    ['administrator', []],
  ])('allows a member with the role %s to leave, but not to remove members', async (role, ticked) => {
    const [leaving, other] = [await member(role, ...ticked), await member('owner')];
    expect((await remove(leaving, other)).status).toBe(403);
    expect((await leaving.api.delete(`${shop.path}/members/${leaving.owner.id.toUpperCase()}`)).status).toBe(
      204,
    );
    expect((await leaving.api.get(shop.path)).status).toBe(404);
    expect((await remove(leaving, leaving)).status).toBe(404);
  });

  it('leaves one owner if two owners remove each other concurrently', async () => {
    const second = await member('owner');
    const lock = { text: 'SELECT FROM auth.shops WHERE id = $1 FOR UPDATE', values: [shop.id] };
    const pairs = [
      [shop, second],
      [second, shop],
    ] as const;
    let at = 0;
    const answers = await racing(service, lock, 2, () => remove(...pairs[at++]!));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    const rows = await service.database.query('SELECT role FROM auth.members WHERE shop_id = $1', [shop.id]);
    expect(rows).toEqual([{ role: 'owner' }]);
  });

  it('leaves one owner if two owners give up the role concurrently', async () => {
    const second = await member('owner');
    const lock = { text: 'SELECT FROM auth.shops WHERE id = $1 FOR UPDATE', values: [shop.id] };
    const both = [shop, second];
    let at = 0;
    const answers = await racing(service, lock, 2, () => {
      const each = both[at++]!;
      return change(each, each, { role: 'read_only' });
    });
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('changes of members', () => {
  it('are recorded in the audit log with the person who made the change', async () => {
    const staff = await member('staff', 'orders');
    await change(shop, staff, { areas: ['orders', 'customers'] });
    await remove(shop, staff);
    const { body } = await shop.api.get(
      `${shop.path}/audit_entries?filter[kind]=members.role_changed,members.removed&sort=id`,
    );
    const entries = body.data as { attributes: { kind: string; detail: object }; relationships: never }[];
    expect(entries.map(({ attributes: { kind, detail } }) => [kind, detail])).toEqual([
      [
        'members.role_changed',
        {
          member_id: staff.owner.id,
          name: 'An owner',
          role: 'staff',
          areas: ['orders', 'customers'],
          before: 'staff',
        },
      ],
      ['members.removed', { member_id: staff.owner.id, name: 'An owner', role: 'staff' }],
    ]);
    for (const { relationships } of entries)
      expect(relationships).toMatchObject({ owner: { data: { id: shop.owner.id } } });
  });

  it.each([
    [{ role: 'king' }, '/data/attributes/role'],
    [{ role: 'staff' }, '/data/attributes/areas'],
    [{ role: 'staff', areas: [] }, '/data/attributes/areas'],
    [{ role: 'staff', areas: ['cellar'] }, '/data/attributes/areas/0'],
    [{ role: 'read_only', areas: ['orders'] }, '/data/attributes/areas'],
  ])('are rejected if the attributes are invalid: %j', async (attributes, pointer) => {
    const answer = await change(shop, await member('administrator'), attributes);
    expect([answer.status, answer.body.errors[0].source]).toEqual([422, { pointer }]);
  });

  it('are accepted if they repeat the current values', async () => {
    const staff = await member('staff', 'orders');
    const { attributes } = (await shop.api.get(pathOf(staff))).body.data;
    expect((await change(shop, staff, attributes as object)).body.data.attributes).toEqual(attributes);
  });
});
