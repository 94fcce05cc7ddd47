import { partOf } from '../shard.mjs';

describe('partOf', () => {
  const projects = [5, 1, 8, 2, 2, 3, 1].map((weight, at) => ({ name: `project-${at}`, weight }));
  const parts = (of: typeof projects) => [1, 2, 3].map((index) => partOf(of, { index, count: 3 }));

  it('puts each project into exactly one part', () => {
    const names = projects.map(({ name }) => name);
    expect(parts(projects).flat().sort()).toEqual(names);
  });

  it('gives the parts about the same weight', () => {
    const weightOf = (names: string[]) =>
      projects.filter(({ name }) => names.includes(name)).reduce((sum, { weight }) => sum + weight, 0);
    expect(parts(projects).map(weightOf)).toEqual([8, 7, 7]);
  });

  it('does not depend on the order of the projects', () => {
    expect(parts([...projects].reverse())).toEqual(parts(projects));
  });
});
