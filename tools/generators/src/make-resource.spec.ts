import { FsTree, type Tree } from 'nx/src/generators/tree';
import { makeResource } from './make-resource';
import { root } from './testing/workspace-copy';

/** Returns a tree of this workspace that keeps all changes in memory. */
const aTree = (): Tree => new FsTree(root, false);

describe('makeResource()', () => {
  it.each([
    ['products', 'libs/shop/catalog/src/products/products.scopes.ts'],
    ['installations', 'libs/shop/shops/src/installations.scopes.ts'],
    ['event_streams', 'libs/platform/schema/migrations/shop/1795000000001-create-events.sql'],
    ['owners', 'libs/platform/schema/migrations/auth/1795000000000-create-auth.sql'],
    ['operations', 'libs/platform/resources/src/operations/operations.controller.ts'],
    ['webhook_notes', 'names that begin with webhook_'],
    ['sales', 'libs/shop/sales exists. To add the resource to it, use --lib=sales'],
    ['tools', 'tsconfig.base.json: @storewright/tools is taken'],
  ])('rejects the resource name %s: %s', (name, reason) => {
    expect(() => makeResource(aTree(), { name })).toThrow(reason);
  });

  it.each([
    ['resources', 'the project libs/platform/resources already has the name of the new library'],
    ['installs', 'the project libs/auth/installs already has the name of the new library'],
    ['shop-api', 'the project apps/shop-api already has the name of the new library'],
    ['../notes', 'must be lower-case words'],
  ])('rejects the library name %s: %s', (lib, reason) => {
    expect(() => makeResource(aTree(), { name: 'notes', lib })).toThrow(reason);
  });

  it.each([['CODEOWNERS', 'no line that begins with /libs/shop/']])(
    'throws an error if the file %s has %s',
    (path, reason) => {
      const tree = aTree();
      tree.write(path, 'export const other = 1;\n');
      expect(() => makeResource(tree, { name: 'notes' })).toThrow(`${path} has ${reason}`);
    },
  );
});

describe('migration of a new resource', () => {
  it('contains the current timestamp in its name, so that two branches create different migrations', () => {
    const nameOf = (name: string, now: number) => {
      const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
      try {
        return makeResource(aTree(), { name }).migration;
      } finally {
        clock.mockRestore();
      }
    };
    expect([nameOf('notes', 1_800_000_000_000), nameOf('labels', 1_800_000_000_001)]).toEqual([
      'libs/shop/notes/migrations/shop/1800000000000-create-notes.sql',
      'libs/shop/labels/migrations/shop/1800000000001-create-labels.sql',
    ]);
  });
});

describe('makeResource() with a new library', () => {
  it('adds a line to CODEOWNERS in alphabetical order', () => {
    const tree = aTree();
    makeResource(tree, { name: 'notes' });
    const lines = tree.read('CODEOWNERS', 'utf8')!.split('\n');
    const at = lines.indexOf('/libs/shop/notes/ @storewright/shop-notes');
    expect([lines[at - 1], lines[at + 1]]).toEqual([
      expect.stringContaining('/libs/shop/meta/'),
      expect.stringContaining('/libs/shop/proposals/'),
    ]);
  });
});

describe('makeResource() with an existing library', () => {
  it('adds a folder to the library and registers the resource in the library module', () => {
    const tree = aTree();
    const { migration } = makeResource(tree, { name: 'price_lists', lib: 'catalog' });
    const made = tree.listChanges().filter(({ type }) => type === 'CREATE');
    expect(made.map(({ path }) => path).sort()).toEqual([
      migration,
      'libs/shop/catalog/src/price-lists/price-list.entity.ts',
      'libs/shop/catalog/src/price-lists/price-lists.dto.spec.ts',
      'libs/shop/catalog/src/price-lists/price-lists.dto.ts',
      'libs/shop/catalog/src/price-lists/price-lists.resource.ts',
      'libs/shop/catalog/src/price-lists/price-lists.sample.ts',
      'libs/shop/catalog/src/price-lists/price-lists.scopes.ts',
      'libs/shop/catalog/src/price-lists/price-lists.spec.ts',
    ]);
    const module = tree.read('libs/shop/catalog/src/catalog.module.ts', 'utf8')!;
    expect(module).toContain("import { priceLists } from './price-lists/price-lists.resource';");
    expect(module).toMatch(/forFeature\(\[(?:\w+Repository, )+\w+Repository,\s+priceLists\s*\]/);
    expect(tree.read('libs/shop/catalog/src/index.ts', 'utf8')).toContain('export { priceLists }');
    const held = tree.read('libs/shop/catalog/src/testing/index.ts', 'utf8')!;
    expect(held).toContain("import { priceListsSample } from '../price-lists/price-lists.sample';");
    expect(held).toMatch(/samples: \[[^:]*\spriceListsSample\s*\]/);
    expect(tree.listChanges().map(({ path }) => path)).not.toContain('apps/shop-api/src/modules.ts');
  });

  it('throws an error if no module of the library registers resources', () => {
    expect(() => makeResource(aTree(), { name: 'notes', lib: 'event-log' })).toThrow(
      'event-log.module.ts has no ResourcesModule.forFeature([…])',
    );
  });
});
