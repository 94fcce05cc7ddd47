import { gatherRows, isCapped, MOST_ROWS, type RowsPage } from './gather-rows';

interface Row {
  id: string;
}
const rowsOf = (first: number, count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: `row ${first + at}` }));

/** Simulates a list. Each of the `pages` has a link to the next page. */
function arranged(pages: readonly Row[][]) {
  const stop = new AbortController();
  const [asked, progress]: [(string | undefined)[], number[]] = [[], []];
  const read = (place: string | undefined): Promise<RowsPage<Row>> => {
    asked.push(place);
    const at = Number(place ?? 0);
    return Promise.resolve({
      rows: pages[at]!,
      next: at + 1 < pages.length ? String(at + 1) : undefined,
    });
  };
  const onProgress = (count: number) => progress.push(count);
  return { stop, asked, progress, options: { read, onProgress, signal: stop.signal } };
}

it.each([
  ['a search with more rows', MOST_ROWS, undefined, true],
  ['a list with more rows', MOST_ROWS, MOST_ROWS + 1, true],
  ['all rows', MOST_ROWS, MOST_ROWS, false],
  ['fewer rows', MOST_ROWS - 1, undefined, false],
])('isCapped, %s: returns for %d selected rows of %s the value %s', (_, count, total, capped) => {
  expect(isCapped(count, total)).toBe(capped);
});

describe('gatherRows', () => {
  it('loads all pages, continues after an incomplete page, and returns a moved row only once', async () => {
    const { options, asked, progress } = arranged([rowsOf(0, 3), [], rowsOf(2, 2)]);
    expect(await gatherRows(options)).toEqual(rowsOf(0, 4));
    expect([asked, progress]).toEqual([
      [undefined, '1', '2'],
      [3, 3, 4],
    ]);
  });

  it('stops at the maximum number of rows', async () => {
    const { options, asked } = arranged([rowsOf(0, MOST_ROWS - 1), rowsOf(MOST_ROWS - 1, 3), []]);
    expect(await gatherRows(options)).toHaveLength(MOST_ROWS);
    expect(asked).toEqual([undefined, '1']);
  });

  it('returns undefined if the user stops loading', async () => {
    const { options, stop, asked } = arranged([rowsOf(0, 1), rowsOf(1, 1)]);
    const gathered = gatherRows(options);
    stop.abort();
    expect(await gathered).toBeUndefined();
    expect(asked).toEqual([undefined]);
  });
});
