import { holdsSql } from './sql-text';

it.each([
  ['a template', 'const find = `\n  SELECT a\n  FROM shop.orders`;'],
  ['a template with a placeholder for the table', 'const find = `SELECT a FROM ${table}`;'],
  [
    'joined parts with a placeholder for the columns',
    "const text = ['SELECT', columns, 'FROM', table].join(' ');",
  ],
  ['concatenated strings', "const text = 'SELECT a ' + 'FROM ' + table;"],
  ['a raw expression in QueryBuilder', "query.where('EXISTS (SELECT FROM shop.codes)');"],
  ['a template in a template', 'const all = `(${parts.map((part) => `SELECT a FROM ${part}`)})`;'],
  ['lowercase', "const find = 'select a from shop.orders';"],
  ['a quoted table', `const find = 'select a from "shop"."orders"';`],
  ['INSERT', 'const insert = `INSERT INTO ${table} (a) VALUES ($1)`;'],
  ['UPDATE', 'const update = `UPDATE ${table} t SET a = $1`;'],
  ['UPDATE in lowercase', "const update = 'update auth.apps set name = $1';"],
  ['DELETE', "const remove = 'DELETE FROM orders';"],
])('holdsSql() returns true for %s', (_, code) => {
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
])('holdsSql() returns false for %s', (_, code) => {
  expect(holdsSql(code)).toBe(false);
});
