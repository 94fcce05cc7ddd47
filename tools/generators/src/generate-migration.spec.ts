import { FsTree } from 'nx/src/generators/tree';
import { generateMigration, type MigrationOptions } from './generate-migration';
import { root } from './testing/workspace-copy';

/** Returns paths and texts of the files that the generator would write. Writes no files. */
function written(options: MigrationOptions): [path: string, text: string][] {
  const tree = new FsTree(root, false);
  generateMigration(tree, options);
  return tree.listChanges().map(({ path, content }) => [path, content!.toString()]);
}

describe('nx g @storewright/tools:migration', () => {
  it('writes an empty .sql file with the current timestamp into the library', () => {
    const before = Date.now();
    const [[path] = ['']] = written({ name: 'add-order-notes', lib: 'sales' });
    expect(path).toMatch(/^libs\/shop\/sales\/migrations\/shop\/\d{13}-add-order-notes\.sql$/);
    expect(Number(/\d{13}/.exec(path)![0])).toBeGreaterThanOrEqual(before);
  });

  it('writes a migration for the schema auth if the library is in libs/auth', () => {
    const [[path] = ['']] = written({ name: 'add-colors', lib: 'members' });
    expect(path).toMatch(/^libs\/auth\/members\/migrations\/auth\/\d{13}-add-colors\.sql$/);
  });

  it('writes a TypeScript migration class with a backfill for the option --code', () => {
    const [[path, text] = ['', '']] = written({
      name: 'fill-people',
      lib: 'schema',
      schema: 'auth',
      code: true,
    });
    const [, time] = /^libs\/platform\/schema\/migrations\/auth\/(\d{13})-fill-people\.ts$/.exec(path)!;
    expect(text).toContain(`export class FillPeople${time} implements MigrationInterface`);
  });

  it('writes a migration with a later timestamp than every existing migration', () => {
    const tree = new FsTree(root, false);
    tree.write('libs/shop/sales/migrations/shop/9000000000000-add-notes.sql', '');
    generateMigration(tree, { name: 'add-colors', lib: 'catalog' });
    expect(tree.exists('libs/shop/catalog/migrations/shop/9000000000001-add-colors.sql')).toBe(true);
  });

  it('rejects a missing library, and a name that is not in kebab case', () => {
    expect(() => written({ name: 'add-notes', lib: 'returns' })).toThrow(
      '--lib=returns: there is no library',
    );
    expect(() => written({ name: 'AddNotes', lib: 'sales' })).toThrow(
      '"AddNotes" must be lower-case words joined by -',
    );
  });
});
