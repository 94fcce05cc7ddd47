import { directUrl, testDatabase, type TestDatabase } from '@storewright/testing';
import { Client } from 'pg';
import { KnownSegments } from './known-segments';
import { openSegmentStatement, opensSegment, segmentAt, segmentOfNew, segmentSize } from './segments';
import { asShop } from '../testing/shop-data';

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await testDatabase();
  client = new Client({ connectionString: directUrl(database, 'shop') });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** A UUIDv7 whose time is `seconds` from now by the clock of this machine, which the server shares. */
function idIn(seconds: number): string {
  const time = Math.floor(Date.now() + seconds * 1_000)
    .toString(16)
    .padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7abc-8abc-0123456789ab`;
}

let shops = 0;
const aShop = () => `00000000-0000-4000-8000-${String((shops += 1)).padStart(12, '0')}`;

async function labelOf(shop: string, id: string, label: (shop: string, id: string) => string = segmentOfNew) {
  const text = `SELECT ${label('$1::uuid', '$2::uuid')} AS segment`;
  return (await asShop(client, shop, { text, values: [shop, id] })).rows[0]!['segment'];
}
const open = (shop: string) => asShop(client, shop, openSegmentStatement(shop));
const begins = (shop: string, segment: number, id: string) =>
  database.query('INSERT INTO shop.meta_segments VALUES ($1, $2, $3)', [shop, segment, id]);

it('segmentOfNew returns segment 1 for all objects of a new shop', async () => {
  const shop = aShop();
  expect(await labelOf(shop, idIn(0))).toBe(1);
  expect(await labelOf(shop, '00000000-0000-4000-8000-000000000000')).toBe(1);
});

it('segmentOfNew returns segment 0 for an id from the future', async () => {
  const shop = aShop();
  expect(await labelOf(shop, idIn(40))).toBe(0);
  expect(await labelOf(shop, 'f47ac10b-58cc-4372-a567-0e02b2c3d479')).toBe(0);
  expect(await labelOf(shop, 'ffffffff-ffff-ffff-ffff-ffffffffffff')).toBe(0);
});

it('openSegmentStatement opens a segment that starts in a minute, so that all writers know it in time', async () => {
  const shop = aShop();
  await open(shop);
  expect(await labelOf(shop, idIn(0))).toBe(1);
  expect(await labelOf(shop, idIn(50), segmentAt)).toBe(1);
  expect(await labelOf(shop, idIn(70), segmentAt)).toBe(2);
});

it('openSegmentStatement opens one segment at a time under concurrency', async () => {
  const shop = aShop();
  for (let i = 0; i < 5; i += 1) await open(shop);
  const others = Array.from(
    { length: 4 },
    () => new Client({ connectionString: directUrl(database, 'shop') }),
  );
  const contested = aShop();
  await Promise.all(others.map((each) => each.connect()));
  await Promise.all(others.map((each) => asShop(each, contested, openSegmentStatement(contested))));
  await Promise.all(others.map((each) => each.end()));
  const counts = await database.query(
    'SELECT count(*)::integer AS count FROM shop.meta_segments WHERE shop_id = ANY ($1) GROUP BY shop_id',
    [[shop, contested]],
  );
  expect(counts).toEqual([{ count: 1 }, { count: 1 }]);
});

it('segmentOfNew returns an opened segment for new ids, and the same segment as before for older ids', async () => {
  const shop = aShop();
  await begins(shop, 2, idIn(-1_000));
  await begins(shop, 3, idIn(-100));
  expect(await labelOf(shop, idIn(0))).toBe(3);
  expect(await labelOf(shop, idIn(-500))).toBe(2);
  expect(await labelOf(shop, idIn(-5_000))).toBe(1);
  await open(shop);
  expect(await labelOf(shop, idIn(70), segmentAt)).toBe(4);
});

it('segmentSize grows with the shop, so that a search reads few segments', () => {
  let objects = 0;
  let segments = 0;
  for (; objects < 10_000_000; segments += 1) objects += segmentSize(segments + 1);
  expect(segments).toBeLessThan(1_000);
  expect(segmentSize(1)).toBe(4_096);
});

it('opensSegment returns true for one object per segment size on average', () => {
  expect(opensSegment(1, 0)).toBe(true);
  expect(opensSegment(1, 1 / 4_096)).toBe(false);
  expect(opensSegment(1, 0.99 / 4_096)).toBe(true);
  expect(opensSegment(0, 0)).toBe(false);
});

describe('KnownSegments', () => {
  const learn = async (shop: string) => {
    const known = new KnownSegments();
    await known.learn(shop, 0, async (statement) => (await asShop(client, shop, statement)).rows);
    return known;
  };

  it.each([
    ['no opened segment', []],
    ['one opened segment', [-100]],
    ['many opened segments', [-3_000, -2_000, -1_000, -100, 20]],
  ])('returns the same segment of an object as the database, or undefined: %s', async (_, starts) => {
    const shop = aShop();
    for (const [at, seconds] of starts.entries()) await begins(shop, at + 2, idIn(seconds));
    const known = await learn(shop);
    let placed = 0;
    for (const seconds of [-50_000, -2_500, -1_500, -500, -50, 0, 10, 19, 21, 25, 28, 35, 70, 9_999]) {
      const id = idIn(seconds);
      const segment = known.of(shop, id);
      if (segment === undefined) continue;
      placed += 1;
      expect({ seconds, segment }).toEqual({ seconds, segment: await labelOf(shop, id) });
    }
    expect(placed).toBeGreaterThan(4);
  });

  it('returns undefined for an id for which a later segment may exist', async () => {
    const shop = aShop();
    const known = await learn(shop);
    await open(shop);
    expect(known.of(shop, idIn(0))).toBe(1);
    expect(known.of(shop, idIn(25))).toBe(1);
    expect(known.of(shop, idIn(31))).toBeUndefined();
    expect(known.of(shop, idIn(70))).toBeUndefined();
  });

  it('caches segments per shop and reloads them after a number of new metadata objects', async () => {
    const [shop, other] = [aShop(), aShop()];
    const known = await learn(shop);
    expect(known.of(other, idIn(0))).toBeUndefined();
    const asked: unknown[] = [];
    for (const chance of [0.999, 0.1, 1 / 16])
      await known.learn(other, chance, (statement) => Promise.resolve(asked.push(statement) ? [] : []));
    expect(asked).toEqual([]);
  });
});
