import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const driver = resolve(__dirname, '../merge-generated.mjs');
const folder = mkdtempSync(join(tmpdir(), 'storewright-merge-generated-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the driver as git does. Returns the resulting text on the current branch. */
function mergedText(base: string, ours: string, theirs: string): string {
  const files = Object.entries({ base, ours, theirs }).map(([name, text]) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  });
  execFileSync(process.execPath, [driver, ...files]);
  return readFileSync(files[1]!, 'utf8');
}

const merged = (base: unknown, ours: unknown, theirs: unknown): unknown =>
  JSON.parse(
    mergedText(...([base, ours, theirs].map((each) => JSON.stringify(each)) as [string, string, string])),
  );

describe('merge-generated.mjs', () => {
  it('keeps resources that both branches add to an OpenAPI document', () => {
    const base = { tags: ['orders', 'shops'], paths: { '/api/orders': { get: {} } } };
    const ours = {
      tags: ['orders', 'reviews', 'shops'],
      paths: { ...base.paths, '/api/reviews': { get: {} } },
    };
    const theirs = {
      tags: ['orders', 'returns', 'shops'],
      paths: { ...base.paths, '/api/returns': { get: {} } },
    };
    expect(merged(base, ours, theirs)).toEqual({
      tags: ['orders', 'returns', 'reviews', 'shops'],
      paths: { ...base.paths, '/api/reviews': { get: {} }, '/api/returns': { get: {} } },
    });
  });

  it('applies a value that one branch changes or removes', () => {
    const base = { info: { title: 'Shop' }, tags: ['a', 'b'], paths: { x: 1, y: 2 } };
    const ours = { ...base, paths: { x: 1 } };
    const theirs = { info: { title: 'Shop API' }, tags: ['b'], paths: { x: 1, y: 2, z: 3 } };
    expect(merged(base, ours, theirs)).toEqual({
      info: { title: 'Shop API' },
      tags: ['b'],
      paths: { x: 1, z: 3 },
    });
  });

  it('merges the objects of a list element by element if the length of the list is unchanged', () => {
    const parameters = (...types: string[]) => [{ name: 'id' }, { name: 'type', enum: types }];
    const document = (...types: string[]) => ({ parameters: parameters(...types) });
    expect(merged(document('a'), document('a', 'c'), document('a', 'b'))).toEqual(document('a', 'b', 'c'));
  });

  it('keeps the value of the current branch if both branches change it', () =>
    expect(merged({ title: 'a' }, { title: 'b' }, { title: 'c' })).toEqual({ title: 'b' }));

  it('keeps the file of the current branch if the file is not JSON', () =>
    expect(mergedText('type A = 1;', 'type A = 2;', 'type A = 3;')).toBe('type A = 2;'));
});
