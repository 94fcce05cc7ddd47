import { holdsSql } from './sql-text';

it.each([
  ['a template', 'const find = `\n  SELECT a\n  FROM shop.orders`;'],
  ['a template whose table is filled in', 'const find = `SELECT a FROM ${table}`;'],
  ['one that gets its columns later', "const text = ['SELECT', columns, 'FROM', table].join(' ');"],
  ['pieces', "const text = 'SELECT a ' + 'FROM ' + table;"],
  ['an expression in a query', "query.where('EXISTS (SELECT FROM shop.codes)');"],
  ['a template in a template', 'const all = `(${parts.map((part) => `SELECT a FROM ${part}`)})`;'],
  ['small letters', "const find = 'select a from shop.orders';"],
  ['a quoted table', `const find = 'select a from "shop"."orders"';`],
  ['INSERT', 'const insert = `INSERT INTO ${table} (a) VALUES ($1)`;'],
  ['UPDATE', 'const update = `UPDATE ${table} t SET a = $1`;'],
  ['UPDATE in small letters', "const update = 'update auth.apps set name = $1';"],
  ['DELETE', "const remove = 'DELETE FROM orders';"],
])('SQL is found in %s', (_, code) => {
  expect(holdsSql(code)).toBe(true);
});

it.each([
  ['a comment', '// SELECT a FROM shop.orders\n/* DELETE FROM shop.orders */\nexport const a = 1;'],
  ['prose', "throw new Error('Select a shop from the list, or delete it from there; update what is set.');"],
  ['QueryBuilder', "source.createQueryBuilder().select('a').from(Order, 't').where('t.a > :a');"],
  ['a lock', "query.setLock('pessimistic_write'); const text = 'FOR UPDATE'; const set = 'SET LOCAL x';"],
  ['a function of the database', "const text = 'SELECT pg_notify($1, $2)';"],
  ['an import', "import { a } from 'auth.js';"],
  [
    'a migration',
    'export class CreateOrders implements MigrationInterface {\n  up = `INSERT INTO shop.orders`;\n}',
  ],
])('no SQL is found in %s', (_, code) => {
  expect(holdsSql(code)).toBe(false);
});
