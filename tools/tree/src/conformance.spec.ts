import { projectFolders, read } from '@storewright/workspace';

// Libraries with resources. The demo store declares no resources. project-graph.spec.ts checks the tags.
const libraries = projectFolders().filter(
  (folder) => folder.startsWith('libs/shop/') && read(`${folder}/project.json`).includes('"type:resource"'),
);

// apps/shop-api/src/conformance.spec.ts checks that these specs together cover the whole service.
it.each(libraries)('library %s runs the conformance tests of its resources', (folder) => {
  const spec = read(`${folder}/src/conformance.spec.ts`);
  expect(spec).toContain("import { conformance } from './testing';");
  expect(spec).toMatch(/^testConformance\(conformance\);$/m);
});
