import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authApi, codesOf, type TestService } from './testing/test-service';

let service: TestService;
const folder = mkdtempSync(join(tmpdir(), 'storewright-downloads-'));
beforeAll(async () => {
  writeFileSync(join(folder, 'storewright-sdk.tgz'), 'a package');
  writeFileSync(join(folder, 'storewright-sdk.tgz.sha512'), 'abc  storewright-sdk.tgz\n');
  service = await authApi({ DOWNLOADS_FOLDER: folder });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

it('GET /downloads returns packages for any Accept header, and caches must revalidate them', async () => {
  for (const accept of ['*/*', 'application/octet-stream', 'application/vnd.npm.install-v1+json']) {
    const { status, text, headers } = await service.api.get('/downloads/storewright-sdk.tgz', {
      headers: { accept },
    });
    expect([status, text]).toEqual([200, 'a package']);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
    expect(headers['content-type']).toMatch(/gzip|x-tar|octet-stream|tgz/);
  }
  expect((await service.api.get('/downloads/storewright-sdk.tgz.sha512')).text).toMatch(
    / storewright-sdk\.tgz\n$/,
  );
});

it('GET /downloads returns 304 for an unchanged package', async () => {
  const { headers } = await service.api.get('/downloads/storewright-sdk.tgz');
  const again = { headers: { 'if-none-match': headers['etag']! } };
  expect((await service.api.get('/downloads/storewright-sdk.tgz', again)).status).toBe(304);
});

it.each([
  '/downloads/',
  '/downloads/other.tgz',
  '/downloads/../package.json',
  '/downloads/%2e%2e/package.json',
])('GET /downloads returns 404 for %s', async (path) => {
  const answer = await service.api.get(path);
  expect([answer.status, codesOf(answer)]).toEqual([404, ['not_found']]);
});
