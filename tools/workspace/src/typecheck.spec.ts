import { stripVTControlCharacters } from 'node:util';
import { ScratchRepository, type Ended } from './scratch-repository';

const dom = '"compilerOptions": { "lib": ["es2023", "dom"] }, ';

describe('type check of several projects in one run', () => {
  const repository = new ScratchRepository();
  let run: Ended;

  beforeAll(() => {
    for (const [name, text, options] of [
      ['clean', 'export const one: number = 1;\n'],
      ['wrong', "export const two: { a: number } = {\n  a: 'two',\n};\n"],
      ['importing', "export * from '../../wrong/src/index';\n"],
      ['browser', 'export const title: string = document.title;\n', dom],
      ['server', 'export const title: string = document.title;\n'],
      ['untitled', 'export const title: number = document.title;\n', dom],
    ]) {
      repository.addProject(name!, { typecheck: {} }, {});
      const config = `{ "extends": "../../tsconfig.base.json", ${options ?? ''}"include": ["src"] }\n`;
      repository.write(`libs/${name}/tsconfig.json`, config);
      repository.write(`libs/${name}/src/index.ts`, text!);
    }
    run = repository.clone().check();
  });
  afterAll(() => repository.remove());

  const said = (): string[] => stripVTControlCharacters(run.lines.join('\n') + run.errors).split('\n');

  it('fails only for projects that contain a file with an error', () => {
    const failed = said().flatMap((line) => /^- (\w+):typecheck$/.exec(line)?.[1] ?? []);
    expect(failed.sort()).toEqual(['server', 'untitled', 'wrong']);
    expect(run.status).toBe(1);
  });

  it.each([
    ['with its location and reason', /^libs\/wrong\/src\/index\.ts\(2,3\): error TS2322: Type 'string'/],
    [
      'about a type that the project’s TypeScript libraries lack',
      /^libs\/server\/src\/index\.ts.* 'document'/,
    ],
    [
      'of a project with its own TypeScript libraries',
      /^libs\/untitled\/src\/index\.ts\(1,14\): error TS2322/,
    ],
  ])('prints the error %s', (_what, line) => {
    expect(said()).toContainEqual(expect.stringMatching(line));
  });
});

describe('type check of one project', () => {
  const repository = new ScratchRepository();
  afterAll(() => repository.remove());

  it('fails if an imported project has an error', () => {
    for (const [name, text] of [
      ['wrong', "export const two: number = 'two';\n"],
      ['importing', "export * from '../../wrong/src/index';\n"],
    ]) {
      repository.addProject(name!, { [name === 'wrong' ? 'later' : 'typecheck']: {} }, {});
      repository.write(
        `libs/${name}/tsconfig.json`,
        '{ "extends": "../../tsconfig.base.json", "include": ["src"] }\n',
      );
      repository.write(`libs/${name}/src/index.ts`, text!);
    }
    const { status, lines } = repository.clone().check();
    expect(lines).toContainEqual(expect.stringContaining('libs/wrong/src/index.ts(1,14): error TS2322'));
    expect(status).toBe(1);
  });
});
