import { outsideOneShard } from './single-shard';

const tables = new Set(['shop.orders', 'shop.order_codes', 'shop.meta', 'shop.events']);

const ofShop = 'FROM shop.orders t WHERE t.shop_id = $1';

describe('outsideOneShard()', () => {
  it.each([
    `SELECT t.id ${ofShop} AND t.id = $2`,
    'SELECT id FROM shop.orders WHERE shop_id = $1::uuid',
    'SELECT "t"."id" FROM "shop"."orders" "t" WHERE "t"."shop_id" = $1',
    'SELECT t.id FROM shop.order_codes c JOIN shop.orders t ON c.shop_id = t.shop_id WHERE t.shop_id = $1',
    `SELECT (SELECT true FROM shop.meta m WHERE m.shop_id = $1 AND m.resource_id = t.id) ${ofShop}`,
    '(SELECT id FROM shop.orders WHERE shop_id = $1) UNION ALL (SELECT id FROM shop.meta WHERE shop_id = $1)',
    `SELECT p.id, m.id FROM unnest($2::uuid[]) AS p (id) CROSS JOIN LATERAL (SELECT t.id ${ofShop} LIMIT 3) m`,
    'INSERT INTO shop.events (shop_id, id) VALUES ($1, $2)',
    'UPDATE shop.orders SET status = $3 WHERE shop_id = $1 AND id = $2',
    'SELECT name FROM auth.shops WHERE id = $1',
  ])('returns undefined if each query compares the shop id with a value: %s', (text) => {
    expect(outsideOneShard(text, tables)).toBeUndefined();
  });

  it.each([
    [
      'takes the shop id from an outer row',
      `SELECT t.id ${ofShop} AND coalesce((SELECT true FROM shop.meta m WHERE m.shop_id = t.shop_id), false)`,
    ],
    [
      'takes the shop id from an outer row with quoted names',
      `SELECT 1 ${ofShop} AND EXISTS (SELECT 1 FROM "shop"."meta" "m" WHERE "m"."shop_id" = "t"."shop_id")`,
    ],
    [
      'compares only the outer row with the shop id',
      `SELECT t.id ${ofShop} AND EXISTS (SELECT 1 FROM shop.meta m WHERE t.shop_id = $1)`,
    ],
    [
      'takes the shop id from a derived table',
      `SELECT 1 FROM (SELECT t.shop_id ${ofShop}) o JOIN shop.meta m ON m.shop_id = o.shop_id`,
    ],
    ['has no shop id', 'SELECT count(*) FROM shop.orders'],
    ['has no shop id in one branch of a UNION', `SELECT 1 ${ofShop} UNION SELECT 1 FROM shop.meta`],
    ['has no shop id in a common table expression', 'WITH a AS (SELECT id FROM shop.meta) SELECT * FROM a'],
    [
      'joins two tables of which none has the shop id as a value',
      'SELECT 1 FROM shop.orders t JOIN shop.meta m ON m.shop_id = t.shop_id',
    ],
    ['changes rows of all shops', 'UPDATE shop.orders SET status = $1 WHERE id = $2'],
  ])('returns a reason if a query %s', (_, text) => {
    expect(outsideOneShard(text, tables)).toMatch(
      /^shop\.\w+ \w+ is not compared with the shop id as a value$/,
    );
  });
});
