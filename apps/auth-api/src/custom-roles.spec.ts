import { randomBytes, randomUUID } from 'node:crypto';
import { rightsOfAreas } from '@storewright/scopes';
import type { Response } from '@storewright/testing';
import { TOTP } from 'otpauth';
import {
  aMember,
  anOwnedShop,
  authApi,
  codesOf,
  newObject,
  type OwnedShop,
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

const status = (answer: Response) => [answer.status, ...(answer.status < 400 ? [] : codesOf(answer))];
const create = (attributes: object, by = shop) =>
  by.api.post(`${shop.path}/roles`, newObject('roles', attributes));
const aRole = async (attributes: object = {}) =>
  (await create({ name: 'Packer', areas: ['orders'], ...attributes })).body.data.id as string;
const patch = (path: string, type: string, id: string, fields: object, by = shop) =>
  by.api.patch(`${shop.path}/${path}/${id}`, { data: { type, id, ...fields } });
const change = (id: string, attributes: object, by = shop) => patch('roles', 'roles', id, { attributes }, by);
const withRole = (id: string | null) => ({ custom_role: { data: id && { type: 'roles', id } } });
const assign = (whom: OwnedShop, role: string | null, attributes: object = {}) =>
  patch('members', 'members', whom.owner.id, { attributes, relationships: withRole(role) });
const own = async ({ api }: OwnedShop) => (await api.get(`${shop.path}/membership`)).body.data;

describe('custom roles of a shop', () => {
  it('can be created, listed, renamed and deleted, with an audit log entry for each change', async () => {
    const made = await create({ name: 'Packer', areas: ['orders'] });
    expect(made.status).toBe(201);
    const { id, attributes } = made.body.data;
    expect(attributes).toMatchObject({ name: 'Packer', areas: ['orders'], member_count: 0 });
    expect((await change(id as string, { name: 'Packing' })).body.data.attributes.name).toBe('Packing');
    const { body } = await shop.api.get(`${shop.path}/roles`);
    expect(body.data.map((role: { id: string }) => role.id)).toEqual([id]);
    expect((await shop.api.delete(`${shop.path}/roles/${id}`)).status).toBe(204);
    expect((await shop.api.get(`${shop.path}/roles/${id}`)).status).toBe(404);
    const entries = (await shop.api.get(`${shop.path}/audit_entries?sort=-id`)).body.data;
    const kinds = entries.map((entry: { attributes: { kind: string } }) => entry.attributes.kind);
    expect(kinds.slice(0, 3)).toEqual(['roles.deleted', 'roles.updated', 'roles.created']);
  });

  it('require known areas and a name that is unique regardless of case', async () => {
    await aRole();
    expect(status(await create({ name: 'PACKER', areas: ['codes'] }))).toEqual([409, 'already_exists']);
    const second = await aRole({ name: 'Clerk' });
    expect(status(await change(second, { name: 'packer' }))).toEqual([409, 'already_exists']);
    expect(status(await change(second, { name: 'CLERK' }))).toEqual([200]);
    for (const areas of [[], ['orders', 'moon']])
      expect(status(await create({ name: 'None', areas }))).toEqual([422, 'invalid_attribute']);
  });

  it('cannot be read, changed, deleted or assigned in a different shop', async () => {
    const id = await aRole();
    const other = await anOwnedShop(service, shop.owner);
    expect((await other.api.get(`${other.path}/roles/${id}`)).status).toBe(404);
    expect((await other.api.delete(`${other.path}/roles/${id}`)).status).toBe(404);
    const there = await aMember(service, other, { role: 'read_only' });
    const data = { type: 'members', id: there.owner.id, relationships: withRole(id) };
    expect((await other.api.patch(`${other.path}/members/${there.owner.id}`, { data })).status).toBe(404);
  });

  it('cannot be created, changed or deleted by a member who lacks permissions of the role', async () => {
    const clerk = await aMember(service, shop, { role: 'staff', areas: ['people', 'orders'] });
    expect(status(await create({ name: 'A', areas: ['codes'] }, clerk))).toEqual([403, 'insufficient_role']);
    expect(status(await create({ name: 'A', areas: ['orders'] }, clerk))).toEqual([201]);
    const codes = await aRole({ name: 'Codes', areas: ['codes'] });
    for (const areas of [['orders'], ['codes']])
      expect(status(await change(codes, { areas }, clerk))).toEqual([403, 'insufficient_role']);
    expect(status(await clerk.api.delete(`${shop.path}/roles/${codes}`))).toEqual([403, 'insufficient_role']);
  });
});

describe('a member with a custom role', () => {
  it('has the permissions of the role, and changes of the role apply to the member immediately', async () => {
    const role = await aRole();
    const staff = await aMember(service, shop, { role: 'read_only' });
    const { body } = await assign(staff, role);
    expect(body.data.relationships.custom_role.data).toEqual({ type: 'roles', id: role });
    expect((await own(staff)).attributes).toMatchObject({ role: 'staff', areas: ['orders'] });
    const token = (await staff.api.post(`${shop.path}/session_tokens`, '')).body.data.attributes
      .token as string;
    expect((await change(role, { areas: ['codes'] })).body.data.attributes.member_count).toBe(1);
    await untilRefused(() => service.api.as(token).get(shop.path));
    expect((await own(staff)).attributes.rights).toEqual(rightsOfAreas(['codes']));
  });

  it('blocks the deletion of the role until the member gets a different role or a list of areas', async () => {
    const role = await aRole();
    const staff = await aMember(service, shop, { role: 'read_only' });
    await assign(staff, role);
    const remove = () => shop.api.delete(`${shop.path}/roles/${role}`);
    expect(status(await remove())).toEqual([409, 'still_referenced']);
    expect(status(await assign(staff, role, { areas: ['codes'] }))).toEqual([422, 'invalid_attribute']);
    expect(status(await assign(staff, role, { role: 'administrator' }))).toEqual([422, 'invalid_attribute']);
    expect((await assign(staff, null, { areas: ['codes'] })).body.data.attributes.areas).toEqual(['codes']);
    expect(status(await remove())).toEqual([204]);
  });

  it('can be invited with the role, and changes of the role apply to the pending invitation', async () => {
    const role = await aRole();
    await service.database.query(
      `INSERT INTO auth.invitations (shop_id, id, email, email_key, role, role_id, scopes, invited_by, expires_at)
       VALUES ($1, $2, 'bea@example.test', 'bea@example.test', 'staff', $3, $4, $5, now() + interval '1 day')`,
      [shop.id, randomUUID(), role, rightsOfAreas(['orders']), shop.owner.id],
    );
    await change(role, { areas: ['codes'] });
    const [invitation] = (await shop.api.get(`${shop.path}/invitations`)).body.data;
    expect([invitation.attributes.areas, invitation.relationships.custom_role.data.id]).toEqual([
      ['codes'],
      role,
    ]);
    expect(status(await shop.api.delete(`${shop.path}/roles/${role}`))).toEqual([409, 'still_referenced']);
  });
});

describe('POST /api/shops/:shop_id/ownership_transfers', () => {
  const transfer = (id: string, by = shop) =>
    by.api.post(`${shop.path}/ownership_transfers`, {
      data: { type: 'ownership_transfers', relationships: { member: { data: { type: 'members', id } } } },
    });

  it('promotes the member to owner and demotes the previous owner to administrator', async () => {
    const next = await aMember(service, shop, { role: 'staff', areas: ['orders'] });
    expect((await transfer(next.owner.id)).status).toBe(204);
    expect([(await own(next)).attributes.role, (await own(shop)).attributes.role]).toEqual([
      'owner',
      'administrator',
    ]);
    expect(status(await transfer(next.owner.id))).toEqual([403, 'insufficient_role']);
  });

  it('returns 404 for a person who is not a member and 422 for an owner', async () => {
    expect((await transfer(randomUUID())).status).toBe(404);
    expect(status(await transfer(shop.owner.id))).toEqual([422, 'invalid_attribute']);
  });
});

describe('a shop that requires a second factor', () => {
  const rule = (second_factor_required: boolean, by = shop) =>
    by.api.patch(shop.path, { data: { type: 'shops', id: shop.id, attributes: { second_factor_required } } });
  async function enroll({ api }: OwnedShop): Promise<void> {
    const { body } = await api.post('/api/totp_devices', '');
    const attributes = { code: new TOTP({ secret: body.meta.secret as string }).generate() };
    const data = { type: 'totp_devices', id: body.data.id, attributes };
    expect((await api.patch(`/api/totp_devices/${body.data.id}`, { data })).status).toBe(200);
  }

  it('can be set up only by a person with a second factor', async () => {
    expect(status(await rule(true))).toEqual([422, 'invalid_attribute']);
    await enroll(shop);
    expect((await rule(true)).body.data.meta.second_factor_required).toBe(true);
    expect((await shop.api.get('/api/shops')).body.data[0].meta.second_factor_required).toBe(true);
  });

  it('returns 403 to members without a second factor, and revokes their panel access tokens', async () => {
    const staff = await aMember(service, shop, { role: 'administrator' });
    const token = (await staff.api.post(`${shop.path}/session_tokens`, '')).body.data.attributes
      .token as string;
    await enroll(shop);
    await rule(true);
    await untilRefused(() => service.api.as(token).get(shop.path));
    for (const path of [shop.path, `${shop.path}/membership`, `${shop.path}/members`])
      expect(status(await staff.api.get(path))).toEqual([403, 'second_factor_missing']);
    // A passkey does not replace the app: its owner can still sign in with the password alone.
    await service.database.query(
      `INSERT INTO auth.passkeys (id, owner_id, name, rp_id, digest, credential_id, public_key, counter, transports,
         backed_up) VALUES (gen_random_uuid(), $1, 'Laptop', 'localhost', $2, 'id', 'key', 0, '{}', false)`,
      [staff.owner.id, randomBytes(32)],
    );
    expect(status(await staff.api.get(shop.path))).toEqual([403, 'second_factor_missing']);
    await enroll(staff);
    expect((await staff.api.get(`${shop.path}/members`)).status).toBe(200);
  });

  it('allows a member without a second factor to leave the shop', async () => {
    const staff = await aMember(service, shop, { role: 'administrator' });
    await enroll(shop);
    await rule(true);
    expect((await staff.api.delete(`${shop.path}/members/${staff.owner.id}`)).status).toBe(204);
  });
});

describe('last_seen_at of a member', () => {
  it('is null until the member sends the first request for the shop', async () => {
    const staff = await aMember(service, shop, { role: 'administrator' });
    const seen = async () =>
      (await shop.api.get(`${shop.path}/members/${staff.owner.id}`)).body.data.attributes.last_seen_at;
    expect(await seen()).toBeNull();
    await own(staff);
    expect(Date.parse(String(await seen()))).not.toBeNaN();
  });
});
