import { Problem } from '../../../api/problem';
import { changeRows, MAX_TRIES, readAgain, ROWS_IN_A_REQUEST } from './change-rows';

const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => `row ${at}`);
const refusing = (...places: number[]) =>
  new Problem(
    422,
    places.map((at) => ({
      code: 'invalid_attribute',
      title: 'Invalid',
      status: '412',
      source: { pointer: `/atomic:operations/${at}/data/attributes/tags` },
    })),
  );

/** Simulates a service. `answer` returns the error for a request with these rows. */
function arranged(answer: (rows: readonly string[], request: number) => unknown) {
  const stop = new AbortController();
  const requests: { rows: readonly string[]; key: string }[] = [];
  const waits: number[] = [];
  const progress: number[] = [];
  const run = (rows: readonly string[]) =>
    changeRows(rows, {
      send: (sent, key) => {
        requests.push({ rows: sent, key });
        const error = answer(sent, requests.length - 1);
        return error === undefined ? Promise.resolve() : Promise.reject(error as Error);
      },
      onProgress: (finished) => progress.push(finished),
      wait: (seconds) => Promise.resolve(void waits.push(seconds)),
      signal: stop.signal,
    });
  return { run, requests, waits, progress, stop };
}

describe('changeRows', () => {
  it('sends a few rows per request, in the order of the rows, and reports the progress', async () => {
    const rows = rowsOf(ROWS_IN_A_REQUEST * 2 + 3);
    const { run, requests, progress } = arranged(() => undefined);
    expect(await run(rows)).toEqual({ done: rows, failed: [], left: [] });
    expect(requests.flatMap((each) => each.rows)).toEqual(rows);
    expect(new Set(requests.map(({ key }) => key)).size).toBe(3);
    expect(progress).toEqual([ROWS_IN_A_REQUEST, ROWS_IN_A_REQUEST * 2, rows.length]);
  });

  it('changes all valid rows if some rows fail, and returns the error of each failed row', async () => {
    const rows = rowsOf(25);
    const wrong = ['row 3', 'row 4', 'row 17'];
    const { run, progress } = arranged((sent) => {
      // Covers a service that reports all errors at once, and a service that stops at the first error.
      const places = sent.flatMap((row, at) => (wrong.includes(row) ? [at] : []));
      return places.length > 0 ? refusing(...places) : undefined;
    });
    const { done, failed, left } = await run(rows);
    expect(done).toEqual(rows.filter((row) => !wrong.includes(row)));
    expect(failed.map(({ row }) => row)).toEqual(wrong);
    expect(failed.map(({ error }) => (error as Problem).status)).toEqual([412, 412, 412]);
    expect((failed[0]!.error as Problem).errors[0]!.source).toEqual({ pointer: '/data/attributes/tags' });
    expect(left).toEqual([]);
    expect(progress.at(-1)).toBe(25);
  });

  it('stops at an error that affects all rows, and sends no further rows', async () => {
    const refused = new Problem(403, [{ code: 'insufficient_scope', title: 'Not allowed' }]);
    const { run, requests } = arranged((_, request) => (request === 1 ? refused : undefined));
    const rows = rowsOf(35);
    expect(await run(rows)).toEqual({
      done: rows.slice(0, 10),
      failed: rows.slice(10, 20).map((row) => ({ row, error: refused })),
      left: rows.slice(20),
    });
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['a 503 with Retry-After', new Problem(503, [], undefined, 7), 7],
    ['a 429 with Retry-After', new Problem(429, [], undefined, 3), 3],
    ['a lost response', new Problem(0), 1],
    [
      'a 409 while the first attempt is running',
      new Problem(409, [{ code: 'idempotency_in_progress', title: 'x' }]),
      1,
    ],
  ])('retries with the same Idempotency-Key after %s', async (_, error, wait) => {
    const { run, requests, waits } = arranged((_sent, request) => (request === 0 ? error : undefined));
    expect(await run(['a', 'b'])).toEqual({ done: ['a', 'b'], failed: [], left: [] });
    expect(requests[1]).toEqual(requests[0]);
    expect(waits).toEqual([wait]);
  });

  it.each([
    ['after MAX_TRIES attempts', new Problem(503, [], undefined, 1), MAX_TRIES],
    ['if Retry-After is too long', new Problem(429, [], undefined, 3_600), 1],
    ['after a permanent error', new Problem(500), 1],
    ['after an unexpected exception', new TypeError('x'), 1],
  ])('stops without a further retry %s', async (_, error, tries) => {
    const { run, requests } = arranged(() => error);
    expect(await run(['a'])).toEqual({ done: [], failed: [{ row: 'a', error }], left: [] });
    expect(requests).toHaveLength(tries);
  });

  it('sends no further rows after the user stops the bulk change, and reports the changed rows', async () => {
    const rows = rowsOf(30);
    const { run, stop } = arranged((_, request) => {
      if (request === 1) stop.abort();
      return undefined;
    });
    expect(await run(rows)).toEqual({ done: rows.slice(0, 20), failed: [], left: rows.slice(20) });
  });
});

it('readAgain returns the current versions of rows and reports missing rows as failed', async () => {
  const gone = new Problem(404);
  const read = (row: string) => (row === 'b' ? Promise.reject(gone) : Promise.resolve(`${row} now`));
  const { signal } = new AbortController();
  expect(await readAgain(['a', 'b', 'c'], read, signal)).toEqual({
    done: ['a now', 'c now'],
    failed: [{ row: 'b', error: gone }],
    left: [],
  });
  expect((await readAgain(['a'], read, AbortSignal.abort())).left).toEqual(['a']);
});
