import type { Statement } from './statement';
import { citusTopology, plainTopology, startupOptions, topologyOf } from './topology';

const statement: Statement = {
  ...{ name: 'one', text: 'SELECT 1', values: [1] },
  onCitus: { name: 'other', text: 'SELECT 2', values: [2] },
};
const settings = [
  ['app.shop_id', 'a'],
  ['app.owner_id', 'b'],
] as const;
const transaction = topologyOf('postgres', 'transaction');
const prepared = topologyOf('postgres', 'transaction-prepared');

describe('DatabaseTopology', () => {
  it('passes a statement to plain Postgres without copying it', () => {
    expect(plainTopology.translate(statement)).toBe(statement);
  });

  it('replaces a statement with its variant for Citus', () => {
    expect(citusTopology.translate(statement)).toMatchObject({
      name: 'other',
      text: 'SELECT 2',
      values: [2],
    });
  });

  it('removes the name of a statement behind a pooler without prepared statements', () => {
    expect(transaction.translate(statement)).not.toHaveProperty('name');
    expect(prepared.translate(statement)).toBe(statement);
  });

  it('opens a transaction with one message on Postgres and with one message per setting on Citus', () => {
    expect(plainTopology.openTransaction(settings)).toEqual([
      `BEGIN;SET LOCAL app.shop_id = 'a';SET LOCAL app.owner_id = 'b';`,
    ]);
    expect(citusTopology.openTransaction(settings)).toEqual([
      'BEGIN',
      `SET LOCAL app.shop_id = 'a'`,
      `SET LOCAL app.owner_id = 'b'`,
    ]);
  });

  it('sends session settings over a direct connection, but not through a pooler', () => {
    expect(startupOptions(plainTopology)).toContain('-c TimeZone=UTC');
    expect(startupOptions(citusTopology)).toContain('-c citus.propagate_set_commands=local');
    expect(startupOptions(transaction)).toBeUndefined();
    expect(startupOptions(prepared)).toBeUndefined();
  });

  it('rejects Citus behind a pooler', () => {
    expect(() => topologyOf('citus', 'transaction')).toThrow('Citus cannot be used behind a pooler');
  });
});
