import { hash } from 'node:crypto';
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

it('GET /downloads returns packages for any Accept header and requires caches to revalidate', async () => {
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

it('GET /downloads returns the package version in the client’s npm lock file after a platform update', async () => {
  const file = '/downloads/storewright-sdk.tgz';
  const integrityOf = (text: string) => `sha512-${hash('sha512', text, 'base64')}`;
  const of = (integrity: string) => service.api.get(file, { headers: { 'pacote-integrity': integrity } });
  await service.database.query(
    `INSERT INTO auth.downloads (digest, name, bytes) VALUES ($1, 'storewright-sdk.tgz', $2)`,
    [hash('sha512', 'an older package', 'hex'), Buffer.from('an older package')],
  );
  const older = await of(integrityOf('an older package'));
  expect([older.status, older.text, older.headers['vary']]).toEqual([
    ...[200, 'an older package', expect.stringContaining('pacote-integrity')],
  ]);
  for (const integrity of [integrityOf('a package'), integrityOf('unknown'), 'sha512-x', ''])
    expect((await of(integrity)).text).toBe('a package');
  const stored = await service.database.query('SELECT bytes FROM auth.downloads WHERE digest = $1', [
    hash('sha512', 'a package', 'hex'),
  ]);
  expect(stored).toEqual([{ bytes: Buffer.from('a package') }]);
});

it('GET /downloads deletes package versions unused for a year, except the requested version', async () => {
  const names = ['requested', 'unused', 'recent'];
  const digestOf = (text: string) => hash('sha512', text, 'hex');
  for (const text of names)
    await service.database.query(
      `INSERT INTO auth.downloads (digest, name, bytes, requested_at)
       VALUES ($1, 'storewright-cli.tgz', $2, now() - make_interval(days => $3))`,
      [digestOf(text), Buffer.from(text), text === 'recent' ? 364 : 366],
    );
  writeFileSync(join(folder, 'storewright-cli.tgz'), 'a new package');
  const updated = await authApi({ DOWNLOADS_FOLDER: folder }, undefined, service.database);
  const integrity = `sha512-${hash('sha512', 'requested', 'base64')}`;
  const ofLockFile = { headers: { 'pacote-integrity': integrity } };
  expect((await updated.api.get('/downloads/storewright-cli.tgz', ofLockFile)).text).toBe('requested');
  await updated.application.close();
  const kept = await service.database.query<{ text: string }>(
    `SELECT convert_from(bytes, 'UTF8') AS text FROM auth.downloads WHERE name = 'storewright-cli.tgz' ORDER BY text`,
  );
  expect(kept.map(({ text }) => text)).toEqual(['a new package', 'recent', 'requested']);
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
