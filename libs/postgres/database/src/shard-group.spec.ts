import { until } from '@storewright/testing';
import { ShardGroup } from './shard-group';

describe('ShardGroup', () => {
  const group = () =>
    new ShardGroup('102008', 'w1:5432', {
      'shop.meta': 'shop.meta_102008',
      'shop.orders': 'shop.orders_102016',
      'shop.reserved_words': 'shop.reserved_words_102040',
    });

  it.each([
    ['SELECT id FROM shop.meta WHERE shop_id = $1', 'SELECT id FROM shop.meta_102008 WHERE shop_id = $1'],
    [
      'SELECT "m"."id" FROM "shop"."meta" "m" WHERE "m"."updated_at" > $1',
      'SELECT "m"."id" FROM shop.meta_102008 "m" WHERE "m"."updated_at" > $1',
    ],
    [
      'WITH o AS (SELECT * FROM shop.orders) SELECT shop.folded(o.x) FROM o, shop.reserved_words',
      'WITH o AS (SELECT * FROM shop.orders_102016) SELECT shop.folded(o.x) FROM o, shop.reserved_words_102040',
    ],
  ])('replaces table names with shard names in %s', (text, translated) => {
    expect(group().textOf(text)).toBe(translated);
  });

  it.each([
    'INSERT INTO shop.meta VALUES ($1)',
    'WITH d AS (DELETE FROM shop.meta RETURNING id) SELECT id FROM d',
    'SELECT id FROM shop.meta FOR UPDATE',
    'SELECT id FROM shop.meta FOR NO KEY UPDATE',
    'SELECT id FROM shop.meta FOR SHARE',
    'SELECT pg_notify($1, id) FROM shop.meta',
    'SELECT pg_try_advisory_xact_lock($1) FROM shop.meta',
    'SELECT shop_id FROM shop.shops_to_serve($1)',
    'SELECT 1',
    'SELECT id FROM shop.meta JOIN shop.migrations USING (id)',
  ])('lets the coordinator run the statement %s', (text) => {
    expect(group().textOf(text)).toBeUndefined();
  });

  it('lets the coordinator run an excluded statement', () => {
    const text = 'SELECT meta.id FROM shop.meta';
    const one = group();
    expect(one.textOf(text)).toBe('SELECT meta.id FROM shop.meta_102008');
    one.exclude(text);
    expect(one.textOf(text)).toBeUndefined();
  });

  it('runs a statement on a shard again after its exclusion has expired', async () => {
    const one = group();
    const text = 'SELECT id FROM shop.meta';
    one.exclude(text, 1);
    await until('the exclusion expires', () => Promise.resolve(one.textOf(text) !== undefined));
    expect(one.textOf(text)).toBe('SELECT id FROM shop.meta_102008');
  });

  it('remembers the exclusion of statements in use, and forgets unused statements', () => {
    const one = group();
    const [used, unused] = ['SELECT meta.id FROM shop.meta', 'SELECT meta.data FROM shop.meta'];
    for (const text of [used, unused]) one.exclude(text);
    for (let at = 0; at < 1_000; at += 1) {
      one.textOf(`SELECT ${at} FROM shop.meta`);
      expect(one.textOf(used)).toBeUndefined();
    }
    expect(one.textOf(unused)).toBe('SELECT meta.data FROM shop.meta_102008');
  });
});
