import { projectFolders, read } from '@storewright/workspace';

const rules = read('CODEOWNERS')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' '));
const named = rules.map(([pattern]) => pattern!);

describe('CODEOWNERS', () => {
  it('lists the folder of each project exactly once, and no other path', () => {
    const folders = named.filter((pattern) => pattern !== '*');
    expect(folders.sort()).toEqual(
      projectFolders()
        .map((folder) => `/${folder}/`)
        .sort(),
    );
  });

  // The last matching line applies, so the default must be the first line.
  it('starts with the default owner', () => {
    expect(named.indexOf('*')).toBe(0);
  });

  it.each(rules)('names a team for %s', (_pattern, ...owners) => {
    expect(owners).toEqual([expect.stringMatching(/^@storewright\/[a-z]+(?:-[a-z]+)*$/)]);
  });
});
