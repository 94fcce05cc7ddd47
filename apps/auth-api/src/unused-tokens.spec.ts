import { until } from '@storewright/testing';
import {
  anOwnedShop,
  authApi,
  newObject,
  type OwnedShop,
  queueUnused,
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

interface Token {
  id: string;
  token: string;
}
async function aToken(name = 'Till'): Promise<Token> {
  const made = await shop.api.post(`${shop.path}/access_tokens`, newObject('access_tokens', { name }));
  return { id: made.body.data.id as string, token: made.body.meta.token as string };
}
/** Sets times of a token to days before now. */
const setAges = ({ id }: Token, ages: Record<string, number | null>) =>
  service.database.query(
    `UPDATE auth.access_tokens SET ${Object.keys(ages)
      .map((column, at) => `${column} = now() - make_interval(days => $${at + 2})`)
      .join()} WHERE id = $1`,
    [id, ...Object.values(ages)],
  );
async function runWorker(): Promise<void> {
  await queueUnused(service);
  await until('all incidents are handled', async () => {
    const rows = await service.database.query('SELECT FROM auth.token_incidents');
    return rows.length === 0;
  });
}
const shown = async ({ id }: Token) =>
  (await shop.api.get(`${shop.path}/access_tokens/${id}`)).body.data.attributes as {
    status: string;
    unused_expires_at: string | null;
  };
const daysUntil = (time: string | null) =>
  time === null ? null : Math.round((new Date(time).getTime() - Date.now()) / 86_400_000);
const kinds = async () => {
  const { body } = await shop.api.get(
    `${shop.path}/audit_entries?filter[kind]=access_tokens.expiring,access_tokens.expired&sort=id`,
  );
  return (body.data as { attributes: { kind: string } }[]).map(({ attributes }) => attributes.kind);
};

describe('an access token without requests', () => {
  it('causes a notice after 83 days and expires 90 days after its creation', async () => {
    const token = await aToken();
    expect(daysUntil((await shown(token)).unused_expires_at)).toBe(90);
    await setAges(token, { created_at: 84 });
    await runWorker();
    expect(await kinds()).toEqual(['access_tokens.expiring']);
    expect(daysUntil((await shown(token)).unused_expires_at)).toBe(7);
    await setAges(token, { created_at: 91, unused_notice_at: 6 });
    await runWorker();
    expect((await shown(token)).status).toBe('active');
    await setAges(token, { unused_notice_at: 8 });
    await runWorker();
    await untilRefused(() => service.api.as(token.token).get(shop.path));
    expect(await shown(token)).toMatchObject({ status: 'expired', unused_expires_at: null });
    expect(await kinds()).toEqual(['access_tokens.expiring', 'access_tokens.expired']);
  });

  it('stays valid after a request that follows the notice, and later causes a second notice', async () => {
    const token = await aToken();
    await setAges(token, { created_at: 100, unused_notice_at: 8, last_used_at: 2 });
    await runWorker();
    expect([(await shown(token)).status, daysUntil((await shown(token)).unused_expires_at)]).toEqual([
      'active',
      88,
    ]);
    await setAges(token, { unused_notice_at: 90, last_used_at: 85 });
    await runWorker();
    expect(await kinds()).toEqual(['access_tokens.expiring']);
  });

  it('causes no notice if the shop is suspended or the token expires earlier anyway', async () => {
    const token = await aToken();
    await setAges(token, { created_at: 100 });
    await service.database.query(`UPDATE auth.shops SET status = 'suspended' WHERE id = $1`, [shop.id]);
    await runWorker();
    await service.database.query(`UPDATE auth.shops SET status = 'active' WHERE id = $1`, [shop.id]);
    await setAges(token, { expires_at: 1 });
    await runWorker();
    expect(await kinds()).toEqual([]);
  });
});
