import { ScratchRepository, type Clone } from './scratch-repository';

const tests = (count: number): string =>
  Array.from({ length: count }, (_, at) => `it('does ${at}', () => expect(1).toBe(1));\n`).join('');

describe('npm test -- --shard', () => {
  const repository = new ScratchRepository();
  let clone: Clone;

  beforeAll(() => {
    repository.addProject('large', { test: {} }, { one: tests(1), two: tests(2), three: tests(3) });
    repository.addProject('stories', { e2e: {} }, { one: tests(10), two: tests(20), three: tests(30) });
    repository.addProject('story', { e2e: {} }, { one: tests(100) });
    repository.addProject('both', { test: {}, e2e: {} }, { one: tests(1000) });
    clone = repository.clone();
  });
  afterAll(() => repository.remove());

  const lastLine = (words: string[]): string | undefined => clone.check(words).lines.at(-1);

  it('runs each test in exactly one shard, even with fewer story files than shards', () => {
    const parts = ['1/2', '2/2'].map((shard) => Number.parseInt(lastLine(['--shard', shard])!));
    for (const part of parts) expect(part).toBeGreaterThan(0);
    const whole = clone.run('add-shards.mjs');
    expect(whole.lines.at(-1)).toBe('2166 passed, 0 failed');
    expect(whole.status).toBe(0);
  });

  it('fails to add up the results while a shard is missing', () => {
    clone.lose('dist/shards/2-of-2.json');
    const half = clone.run('add-shards.mjs');
    expect(half.lines).toContain('2-of-2.json is missing');
    expect(half.status).toBe(1);
  });

  it('rejects a shard number above the number of shards', () => {
    const { status, errors } = clone.check(['--shard=3/2']);
    expect(status).toBe(1);
    expect(errors).toContain('--shard 3/2: name the part and the number of parts, as in --shard 2/4');
  });
});
