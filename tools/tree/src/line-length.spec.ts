import { extname } from 'node:path';
import { committedFiles, read, readJson } from '@storewright/workspace';

const MAX_COLUMNS = 120;
const CODE = ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.css', '.sh', '.sql'];

/** File that `npm run openapi` writes. */
const GENERATED = 'libs/client/sdk/src/openapi.ts';

/** Files with longer lines. This list may only shrink. */
const known = new Set(readJson<string[]>('tools/tree/long-lines.json'));

const longLinesOf = (file: string) =>
  read(file)
    .split('\n')
    .flatMap((line, at) => (line.length > MAX_COLUMNS ? [`${file}:${at + 1}`] : []));

describe('line of code or comment', () => {
  const files = committedFiles().filter((file) => CODE.includes(extname(file)) && file !== GENERATED);

  it(`has at most ${MAX_COLUMNS} columns, except in the files of long-lines.json`, () => {
    const others = files.filter((file) => !known.has(file));
    expect(others.length).toBeGreaterThan(1000);
    expect(others.flatMap(longLinesOf)).toEqual([]);
  });
});
