import { anApi, type TestApi } from '@storewright/api-testing';
import { CatalogModule } from '../catalog.module';
import { ImportJob } from './import-job';
import { badRows, HEADER_OF_BAD_ROWS } from './testing/bad-rows';

const ROWS = 100_000;
const MEBIBYTE = 1_048_576;
/** Maximum growth of the heap in mebibytes, far below the size of all rows. */
const MAX_GROWTH = 200;

let api: TestApi;
beforeAll(async () => {
  api = await anApi([CatalogModule]);
});
afterAll(() => api.close());

async function imported(lines: readonly string[]) {
  const { http, application } = api;
  const headers = { 'content-type': 'text/csv' };
  const { status, body } = await http.post('/api/imports/products', lines.join('\n'), { headers });
  expect(status).toBe(201);
  await application.get(ImportJob).run();
  const path = `/api/imports/${body.data.id}`;
  return { path, checked: (await http.get(path)).body.data.attributes as Record<string, unknown> };
}

describe('CSV import of 100,000 rows', () => {
  it('reports ten kinds of invalid rows without using much memory', async () => {
    const lines = [HEADER_OF_BAD_ROWS, ...badRows(ROWS)];
    const before = process.memoryUsage().heapUsed;
    const started = performance.now();
    const { path, checked } = await imported(lines);
    const seconds = (performance.now() - started) / 1_000;
    const growth = (process.memoryUsage().heapUsed - before) / MEBIBYTE;
    process.stdout.write(`${ROWS} invalid rows: ${seconds.toFixed(1)} s, heap +${growth.toFixed(0)} MiB\n`);
    expect(checked).toMatchObject({ state: 'checked', row_count: ROWS, failed_count: ROWS });
    expect(growth).toBeLessThan(MAX_GROWTH);
    const last = await api.http.get(`${path}/rows?filter[failed]=true&sort=-number&page[size]=1`);
    expect(last.body.data[0].attributes.number).toBe(ROWS + 1);
  });

  it('returns 422 for a file with 100,001 rows', async () => {
    const { status, body } = await api.http.post(
      '/api/imports/products',
      ['handle', ...Array.from({ length: ROWS + 1 }, (_, at) => `row-${at}`)].join('\n'),
      { headers: { 'content-type': 'text/csv' } },
    );
    expect([status, body.errors[0].meta]).toEqual([422, { reason: 'too_many_rows', limit: ROWS }]);
  });

  it('writes each product and each variant exactly once', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => `bulk-${at},Product ${at},B-${at},19.95`);
    const { path } = await imported(['handle,title,sku,price', ...rows]);
    const id = path.split('/').at(-1)!;
    const started = performance.now();
    await api.http.patch(path, { data: { type: 'imports', id, attributes: { state: 'running' } } });
    await api.application.get(ImportJob).run();
    const seconds = (performance.now() - started) / 1_000;
    process.stdout.write(`10000 products with variants: ${seconds.toFixed(1)} s\n`);
    expect((await api.http.get(path)).body.data.attributes).toMatchObject({
      ...{ state: 'finished', done_count: rows.length, failed_count: 0 },
    });
    const { body } = await api.http.get('/api/variants?page[size]=1&page[total]=true');
    expect(body.meta.page.total).toBe(rows.length);
  });
});
