import { FsTree, type Tree } from 'nx/src/generators/tree';
import { makeResource } from './make-resource';
import { root } from './testing/workspace-copy';

/** This workspace; what is written into it stays in memory. */
const aTree = (): Tree => new FsTree(root, false);

describe('a resource is refused', () => {
  it.each([
    ['products', 'libs/shop/catalog/src/products/products.scopes.ts'],
    ['installations', 'libs/shop/shops/src/installations.scopes.ts'],
    ['event_streams', 'libs/platform/schema/migrations/shop/1795000000001-create-events.sql'],
    ['owners', 'libs/platform/schema/migrations/auth/1795000000000-create-auth.sql'],
    ['operations', 'libs/platform/resources/src/operations/operations.controller.ts'],
    ['webhook_notes', 'what begins with webhook_'],
    ['sales', 'libs/shop/sales is there already; if the resource is to go into it, say --lib=sales'],
    ['tools', 'tsconfig.base.json: @storewright/tools is taken'],
  ])('where it is called %s: %s', (name, reason) => {
    expect(() => makeResource(aTree(), { name })).toThrow(reason);
  });

  it.each([
    ['resources', 'the project libs/platform/resources has the name of the library'],
    ['installs', 'the project libs/auth/installs has the name of the library'],
    ['shop-api', 'the project apps/shop-api has the name of the library'],
    ['../notes', 'take lower-case words'],
  ])('in the library %s: it %s', (lib, reason) => {
    expect(() => makeResource(aTree(), { name: 'notes', lib })).toThrow(reason);
  });

  it.each([['CODEOWNERS', 'no line that begins with /libs/shop/']])('where %s has %s', (path, reason) => {
    const tree = aTree();
    tree.write(path, 'export const other = 1;\n');
    expect(() => makeResource(tree, { name: 'notes' })).toThrow(`${path} has ${reason}`);
  });
});

describe('the migration of a resource', () => {
  it('is named by the time at which it is made, so that those of two branches differ', () => {
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

describe('a resource in a library of its own', () => {
  it('is a line in CODEOWNERS, between its neighbours', () => {
    const tree = aTree();
    makeResource(tree, { name: 'notes' });
    const lines = tree.read('CODEOWNERS', 'utf8')!.split('\n');
    const at = lines.indexOf('/libs/shop/notes/ @storewright/shop-notes');
    expect([lines[at - 1], lines[at + 1]]).toEqual([
      expect.stringContaining('/libs/shop/meta/'),
      expect.stringContaining('/libs/shop/sales/'),
    ]);
  });
});

describe('a resource in a library of the team', () => {
  it('is a folder there, beside the others, and registered by the module of the library', () => {
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
    expect(module).toMatch(/forFeature\(\[ProductsRepository, VariantsRepository,\s+priceLists\s*\]\)/);
    expect(tree.read('libs/shop/catalog/src/index.ts', 'utf8')).toContain('export { priceLists }');
    const held = tree.read('libs/shop/catalog/src/testing/index.ts', 'utf8')!;
    expect(held).toContain("import { priceListsSample } from '../price-lists/price-lists.sample';");
    expect(held).toMatch(/samples: \[productsSample, variantsSample,\s+priceListsSample\s*\]/);
    expect(tree.listChanges().map(({ path }) => path)).not.toContain('apps/shop-api/src/modules.ts');
  });

  it('is refused where no module of the library registers resources', () => {
    expect(() => makeResource(aTree(), { name: 'notes', lib: 'event-log' })).toThrow(
      'event-log.module.ts has no ResourcesModule.forFeature([…])',
    );
  });
});
