import { ScratchRepository } from './scratch-repository';

describe('npm run flakes', () => {
  const repository = new ScratchRepository();
  afterAll(() => repository.remove());

  it('reports a test that fails in every second run', () => {
    repository.addProject(
      'flaky',
      { test: {} },
      {
        flaky: `
          import { appendFileSync, readFileSync } from 'node:fs';
          it('is even', () => {
            appendFileSync('untracked', '.');
            expect(readFileSync('untracked', 'utf8').length % 2).toBe(0);
          });
          it('is sound', () => expect(1).toBe(1));
        `,
      },
    );
    const clone = repository.clone();
    const found = clone.run('flakes.mjs', ['--times', '4', '--load', '1', 'flaky']);
    expect(found.lines.filter((line) => line.startsWith('failed'))).toEqual([
      'failed in 2 of 4 runs: libs/flaky/src/flaky.spec.ts › is even',
    ]);
    expect(found.lines.join('\n')).toContain('Expected: 0');
    expect(found.status).toBe(1);

    const sound = clone.run('flakes.mjs', ['--times', '2', 'flaky', '-t', 'is sound']);
    expect(sound.lines.at(-1)).toBe('nothing failed in 2 runs');
    expect(sound.status).toBe(0);
  });
});
