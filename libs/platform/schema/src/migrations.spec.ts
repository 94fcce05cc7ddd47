import { authMigrations, migrationsOf, shopMigrations } from './migrations';

const notes = ['libs/shop/notes/migrations/shop/1800000000001-create-notes.sql', 'SELECT 1'] as const;
const labels = 'libs/shop/labels/migrations/shop/1800000000000-fill-labels.ts';
class FillLabels1800000000000 {}

describe('migrationsOf', () => {
  it('orders the migrations of one schema by the timestamps in their file names', () => {
    const owners = ['libs/auth/people/migrations/auth/1800000000002-add-owners.sql', ''] as const;
    const collected = [notes, owners, [labels, { FillLabels1800000000000 }]] as const;
    expect(migrationsOf('shop', collected).map(({ name, path }) => [name, path])).toEqual([
      ['FillLabels1800000000000', labels],
      ['CreateNotes1800000000001', notes[0]],
    ]);
    expect(migrationsOf('auth', collected).map(({ name }) => name)).toEqual(['AddOwners1800000000002']);
  });

  it('throws for a file name without a timestamp', () =>
    expect(() => migrationsOf('shop', [['libs/shop/notes/migrations/shop/create-notes.sql', '']])).toThrow(
      'libs/shop/notes/migrations/shop/create-notes.sql must be named <time in ms>-<words>.sql',
    ));

  it('throws for two files with the same timestamp', () =>
    expect(() => migrationsOf('shop', [notes, [notes[0].replace('create', 'fill'), '']])).toThrow(
      `libs/shop/notes/migrations/shop/1800000000001-fill-notes.sql has the same timestamp as ${notes[0]}`,
    ));

  it('throws for a .ts file that does not export the class that its file name requires', () =>
    expect(() => migrationsOf('shop', [[labels, { FillLabels: FillLabels1800000000000 }]])).toThrow(
      `${labels} must export the class FillLabels1800000000000.`,
    ));
});

it('authMigrations and shopMigrations contain the migrations of all libraries', () => {
  expect(authMigrations[0]!.name).toBe('CreateAuth1795000000000');
  expect(shopMigrations.map(({ path }) => path.split('/')[2])).toEqual(
    expect.arrayContaining(['schema', 'meta', 'catalog', 'sales']),
  );
});
