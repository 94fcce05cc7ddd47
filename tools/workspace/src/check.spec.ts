import { existsSync } from 'node:fs';
import { ScratchRepository, type Clone, type Ended } from './scratch-repository';

const passing = (name: string): string => `it('${name}', () => expect(1).toBe(1));\n`;

/** Returns a spec that passes if a file exists that is not an input of a task. */
const passingWith = (file: string): string => `
  import { existsSync, writeFileSync } from 'node:fs';
  import { tmpdir } from 'node:os';
  writeFileSync('.nx/scratch', tmpdir());
  it('finds the file', () => expect(existsSync('${file}')).toBe(true));
`;
const last = ({ lines }: Ended, count: number): string[] => lines.slice(-count);

describe('npm test', () => {
  const repository = new ScratchRepository();
  let first: Clone;
  let second: Clone;

  beforeAll(() => {
    const specs = { one: passingWith('untracked'), 'one.nightly': passing('a nightly test') };
    repository.addProject('one', { test: {}, nightly: {} }, specs);
    const skipping = { test: { options: { skip: 'elsewhere.spec' } } };
    repository.addProject('two', skipping, { two: passing('a'), elsewhere: 'a target of its own runs it' });
    first = repository.clone();
    second = repository.clone();
    first.leave('untracked');
  });
  afterAll(() => repository.remove());

  it('prints at the end the number of tests and of tasks that ran or were replayed from the cache', () => {
    const run = first.check();
    expect(last(run, 2)).toEqual(['tasks: 2 ran, 0 replayed from the cache', '2 passed, 0 failed']);
    expect(run.status).toBe(0);
  });

  it('counts the tests of tasks that the cache replays', () => {
    const again = first.check();
    expect(last(again, 2)).toEqual(['tasks: 0 ran, 2 replayed from the cache', '2 passed, 0 failed']);
    expect(again.status).toBe(0);
  });

  it('fails in a second clone if a spec fails there, and prints the test name and the error at the end', () => {
    const elsewhere = second.check();
    expect(last(elsewhere, 6)).toEqual([
      'failed: libs/one/src/one.spec.ts › finds the file',
      '    Error: expect(received).toBe(expected) // Object.is equality',
      '    Expected: true',
      '    Received: false',
      'tasks: 2 ran, 0 replayed from the cache',
      '1 passed, 1 failed',
    ]);
    expect(elsewhere.status).toBe(1);
  });

  it('caches the result of a project that passed, even if a second project fails in the same run', () => {
    expect(last(second.check(), 2)).toEqual([
      'tasks: 1 ran, 1 replayed from the cache',
      '1 passed, 1 failed',
    ]);
  });

  it('runs no nightly specs, which npm run test:nightly runs', () => {
    const nightly = first.check(['--nightly']);
    expect(last(nightly, 2)).toEqual(['tasks: 1 ran, 0 replayed from the cache', '1 passed, 0 failed']);
    expect(nightly.status).toBe(0);
  });

  it('ignores the cache with CI=true, and removes its temporary files', () => {
    const inCi = first.check([], { CI: 'true', TMPDIR: '' });
    expect(last(inCi, 2)).toEqual(['tasks: 2 ran, 0 replayed from the cache', '2 passed, 0 failed']);
    const scratch = first.read('.nx/scratch');
    expect([scratch, scratch !== '/tmp' && existsSync(scratch)]).toEqual([scratch, false]);
  });
});

describe('npm test -- --affected', () => {
  const repository = new ScratchRepository();
  afterAll(() => repository.remove());

  it('runs only the tasks of projects that a change affects', () => {
    repository.addProject('one', { test: {} }, { one: passing('a') });
    repository.addProject('two', { test: {}, e2e: {} }, { two: passing('a') });
    const clone = repository.clone();
    const affected = (...words: string[]) => clone.check(['--affected', ...words], { NX_BASE: 'HEAD' });
    const nothing = ['tasks: 0 ran, 0 replayed from the cache', '0 passed, 0 failed'];
    expect(affected()).toEqual({ status: 0, lines: nothing, errors: '' });
    expect(affected('--shard', '1/2')).toEqual({ status: 0, lines: nothing, errors: '' });
    clone.change('libs/one/src/one.spec.ts');
    expect(last(affected(), 2)).toEqual(['tasks: 1 ran, 0 replayed from the cache', '1 passed, 0 failed']);
  });
});

describe('npm test with specs that cannot run', () => {
  const repository = new ScratchRepository();
  afterAll(() => repository.remove());

  it('fails for a task without results or with a broken spec file, and names spec files that need Chromium', () => {
    const skipped = `describe['skip']('a page (needs Chromium)', () => { ${passing('opens')} ${passing('closes')} });`;
    repository.addProject('panel', { test: {} }, { page: skipped, other: passing('a') });
    repository.addProject('silent', { e2e: { options: { command: 'true' } } }, { silent: passing('a') });
    repository.addProject('broken', { test: {} }, { broken: "import './missing';\n" });
    const run = repository.clone().check();
    expect(last(run, 5)).toEqual([
      'not run without Chromium: libs/panel/src/page.spec.ts (2 tests)',
      'silent:e2e: its tests did not finish',
      'tasks: 3 ran, 0 replayed from the cache',
      '2 skipped',
      '1 passed, 1 failed',
    ]);
    expect(run.lines).toContain('failed: libs/broken/src/broken.spec.ts');
    expect(run.status).toBe(1);
  });
});
