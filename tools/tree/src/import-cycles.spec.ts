import { committedFiles, readJson } from '@storewright/workspace';
import { importCycles, importGraph } from './import-cycles';

describe('importCycles()', () => {
  it('returns the files that import each other, and omits files that only import such files', () => {
    const graph = new Map([
      ['app', ['a']],
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['a', 'leaf']],
      ['leaf', []],
    ]);
    expect(importCycles(graph)).toEqual([['a', 'b', 'c']]);
  });
});

/** Known import cycles, all of them through type imports. This list may only shrink. */
const knownCycles = readJson<string[][]>('tools/tree/import-cycles.json');

it('source files form no import cycle, not even with type imports, except for the known cycles', () => {
  const files = committedFiles().filter((file) => /^(?:apps|libs|tools)\/.*\.tsx?$/.test(file));
  const graph = importGraph(files);
  expect([...graph.values()].flat().length).toBeGreaterThan(files.length);
  const isKnown = (cycle: string[]) =>
    knownCycles.some((known) => cycle.every((file) => known.includes(file)));
  expect(importCycles(graph).filter((cycle) => !isKnown(cycle))).toEqual([]);
});
