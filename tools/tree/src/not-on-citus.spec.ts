import { committedFiles, read, readJson } from '@storewright/workspace';

interface Exception {
  /** Path of a spec file, in which `*` matches one folder. */
  spec: string;
  /** Beginnings of the names of skipped tests. By default all tests of the spec. */
  tests?: string[];
  reason: string;
}

/** Tests that cannot run on a Citus cluster. tools/workspace/test-environment.cjs skips them there. */
const exceptions = readJson<Exception[]>('tools/workspace/not-on-citus.json');
const specs = committedFiles().filter((file) => file.endsWith('.spec.ts'));

const meant = ({ spec }: Exception) =>
  specs.filter((file) => new RegExp(`^${spec.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`).test(file));

describe('test in not-on-citus.json', () => {
  it.each(exceptions.map((each) => [each.spec, each.tests?.join('; ') ?? 'all of it', each] as const))(
    'has an existing spec file and a reason: %s: %s',
    (_spec, _tests, each) => {
      expect(meant(each)).not.toEqual([]);
      expect(each.reason).toMatch(/^[A-Z].{20,}\.$/);
    },
  );

  it('exists in its spec file', () => {
    const unknown = exceptions
      .filter(({ spec }) => !spec.includes('*'))
      .flatMap((each) =>
        (each.tests ?? []).map((test) => ({ file: each.spec, words: test.split(' ').slice(-3).join(' ') })),
      )
      .filter(({ file, words }) => !read(file).includes(words));
    expect(unknown).toEqual([]);
  });
});
