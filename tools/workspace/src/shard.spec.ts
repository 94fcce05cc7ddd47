import { partOf } from '../shard.mjs';

describe('partOf()', () => {
  const projects = [5, 1, 8, 2, 2, 3, 1].map((weight, at) => ({ name: `project-${at}`, weight }));
  const parts = (of: typeof projects) => [1, 2, 3].map((index) => partOf(of, { index, count: 3 }));

  it('assigns each project to exactly one shard', () => {
    const names = projects.map(({ name }) => name);
    expect(parts(projects).flat().sort()).toEqual(names);
  });

  it('returns shards of similar weight', () => {
    const weightOf = (names: string[]) =>
      projects.filter(({ name }) => names.includes(name)).reduce((sum, { weight }) => sum + weight, 0);
    expect(parts(projects).map(weightOf)).toEqual([8, 7, 7]);
  });

  it('returns the same shard for any order of the projects', () => {
    expect(parts([...projects].reverse())).toEqual(parts(projects));
  });
});
