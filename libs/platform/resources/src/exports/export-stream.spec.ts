import { setImmediate } from 'node:timers/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseListQuery, describeResource, type DocumentRow } from '@storewright/json-api';
import { type Page, pageOf } from '@storewright/pages';
import { exportStream, formatOf, ndjson } from './export-stream';

const things = describeResource({ type: 'things', path: '/api/things', attributes: { title: 'string' } });
const query = parseListQuery(things, '');
const idOf = (at: number) => `00000000-0000-0000-0000-${String(at).padStart(12, '0')}`;

/** Source of pages of 100 objects of one kilobyte each. `read` returns the number of pages that were read. */
function pages(count: number) {
  let read = 0;
  const page = (): Promise<Page> => {
    read += 1;
    const rows = Array.from({ length: 100 }, (_, at): DocumentRow => ({
      id: idOf(read * 100 + at),
      title: 'x'.repeat(1_000),
    }));
    return Promise.resolve({ ...pageOf({ ...query, size: 100 }, rows), hasMore: read !== count });
  };
  return { page, read: () => read };
}
const format = formatOf(ndjson, things, query, 'http://x');

it('exportStream reads at most one page ahead if the client does not read the response', async () => {
  const { page, read } = pages(100);
  const stream = exportStream(query, await page(), page, format);
  const stuck = new Writable({ write: () => undefined });
  stream.pipe(stuck);
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
  expect(read()).toBeLessThanOrEqual(4);
  stream.destroy();
});

it('exportStream writes all pages, a cursor after each page, and a final line', async () => {
  const { page } = pages(5);
  const lines: string[] = [];
  const sink = new Writable({
    write(piece: Buffer, _encoding, done) {
      lines.push(piece.toString());
      done();
    },
  });
  await pipeline(exportStream(query, await page(), page, format), sink);
  const all = lines
    .join('')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id?: string; meta?: object });
  expect(all.filter(({ id }) => id)).toHaveLength(500);
  expect(all.filter(({ id }) => !id)).toHaveLength(5);
  expect(all.at(-1)).toEqual({ meta: { complete: true, count: 500 } });
});

it('exportStream ends without the final line if reading the next page fails', async () => {
  const { page } = pages(5);
  const first = await page();
  const fail = () => Promise.reject(new Error('away'));
  const sink = new Writable({ write: (_piece, _encoding, done) => done() });
  await expect(pipeline(exportStream(query, first, fail, format), sink)).rejects.toThrow('away');
});
