import { asFor, messagesOf, type Statement } from './prepared-client';

describe('what goes to plain Postgres is what it was before there were clusters', () => {
  const statement: Statement = {
    ...{ name: 'one', text: 'SELECT 1', values: [1] },
    onCitus: { name: 'other', text: 'SELECT 2', values: [2] },
  };

  it('a statement as it is, and no copy of it', () => {
    expect(asFor('postgres', statement)).toBe(statement);
    expect(asFor('citus', statement)).toMatchObject({ name: 'other', text: 'SELECT 2', values: [2] });
  });

  it('everything in one message, byte for byte', () => {
    const sql = `BEGIN;SET LOCAL app.shop_id = 'a';`;
    expect(messagesOf('postgres', sql)).toEqual([sql]);
    expect(messagesOf('citus', sql)).toEqual(['BEGIN', `SET LOCAL app.shop_id = 'a'`]);
  });
});
