import { stripVTControlCharacters } from 'node:util';
import { ScratchRepository, type Ended } from './scratch-repository';

const clean = 'export const one = 1;\n';
/** Code with a floating promise, which the linter finds only with type information. */
const floating =
  'const later = (): Promise<void> => Promise.resolve();\nexport const now = (): void => {\n  later();\n};\n';

describe('lint of several projects in one run', () => {
  const repository = new ScratchRepository();
  let run: Ended;

  beforeAll(() => {
    repository.write('.oxfmtrc.json', '{ "singleQuote": true, "ignorePatterns": ["*.json"] }\n');
    for (const [name, text] of [
      ['clean', clean],
      ['floating', floating],
      ['unformatted', 'export const one   = 1;\n'],
      ['suppressed', `// oxlint-disable-next-line no-var\n${clean}`],
    ] as const) {
      repository.addProject(name, { lint: {} }, {});
      repository.write(
        `libs/${name}/tsconfig.json`,
        '{ "extends": "../../tsconfig.base.json", "include": ["src"] }\n',
      );
      repository.write(`libs/${name}/src/index.ts`, text);
    }
    run = repository.clone().check();
  });
  afterAll(() => repository.remove());

  const said = (): string[] => stripVTControlCharacters(run.lines.join('\n') + run.errors).split('\n');
  const failed = (): string[] => said().flatMap((line) => /^- (\w+):lint$/.exec(line)?.[1] ?? []);

  it('fails only for projects with a finding', () => {
    expect(failed().sort()).toEqual(['floating', 'suppressed', 'unformatted']);
    expect(run.status).toBe(1);
  });

  it.each([
    ['that needs type information', /no-floating-promises/],
    ['that is a warning', /Unused oxlint-disable directive/],
    ['about a file that is not formatted', /^libs\/unformatted\/src\/index\.ts: is not formatted$/],
  ])('prints the finding %s', (_what, line) => {
    expect(said()).toContainEqual(expect.stringMatching(line));
  });
});
