import { projectFolders, read } from '@storewright/workspace';

// The demo store is made of the others' resources, and has none.
const libraries = projectFolders().filter(
  (folder) => folder.startsWith('libs/shop/') && folder !== 'libs/shop/demo-store',
);

// That they together test all that the service has: apps/shop-api/src/conformance.spec.ts.
it.each(libraries)('%s tests what is promised of every resource', (folder) => {
  const spec = read(`${folder}/src/conformance.spec.ts`);
  expect(spec).toContain("import { conformance } from './testing';");
  expect(spec).toMatch(/^testConformance\(conformance\);$/m);
});
