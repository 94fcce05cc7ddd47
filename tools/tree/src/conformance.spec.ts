import { projectFolders, read } from '@storewright/workspace';

// That every other one is tagged so is in project-graph.spec: the demo store is made of their resources, and has none.
const libraries = projectFolders().filter(
  (folder) => folder.startsWith('libs/shop/') && read(`${folder}/project.json`).includes('"type:resource"'),
);

// That they together test all that the service has: apps/shop-api/src/conformance.spec.ts.
it.each(libraries)('%s tests what is promised of every resource', (folder) => {
  const spec = read(`${folder}/src/conformance.spec.ts`);
  expect(spec).toContain("import { conformance } from './testing';");
  expect(spec).toMatch(/^testConformance\(conformance\);$/m);
});
