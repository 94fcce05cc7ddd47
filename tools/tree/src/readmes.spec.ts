import { committedFiles, projectFolders, read } from '@storewright/workspace';

const MAX_LINES = 15;
const libraries = projectFolders().filter((folder) => folder.startsWith('libs/'));

describe.each(libraries)('library %s', (folder) => {
  const file = `${folder}/README.md`;

  it(`has a README of at most ${MAX_LINES} lines`, () => {
    expect(committedFiles()).toContain(file);
    expect(read(file).trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES);
  });
});
