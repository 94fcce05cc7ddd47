import { committedFiles, read, readJson } from '@storewright/workspace';

interface Exception {
  /** `*` stands for one folder. */
  spec: string;
  /** What their names begin with; absent: all of it. */
  tests?: string[];
  reason: string;
}

/** The tests that cannot run where the shop data is on a cluster (tools/workspace/test-environment.cjs leaves them out there). */
const exceptions = readJson<Exception[]>('tools/workspace/not-on-citus.json');
const specs = committedFiles().filter((file) => file.endsWith('.spec.ts'));

const meant = ({ spec }: Exception) =>
  specs.filter((file) => new RegExp(`^${spec.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`).test(file));

describe('what does not run on a cluster', () => {
  it.each(exceptions.map((each) => [each.spec, each.tests?.join('; ') ?? 'all of it', each] as const))(
    '%s: %s',
    (_spec, _tests, each) => {
      expect(meant(each)).not.toEqual([]);
      expect(each.reason).toMatch(/^[A-Z].{20,}\.$/);
    },
  );

  it('is named by what the specs say', () => {
    const unknown = exceptions
      .filter(({ spec }) => !spec.includes('*'))
      .flatMap((each) =>
        (each.tests ?? []).map((test) => ({ file: each.spec, words: test.split(' ').slice(-3).join(' ') })),
      )
      .filter(({ file, words }) => !read(file).includes(words));
    expect(unknown).toEqual([]);
  });
});
