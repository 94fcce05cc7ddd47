import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MailPage, serveMails } from './mail-page';

describe('serveMails()', () => {
  const folder = mkdtempSync(join(tmpdir(), 'storewright-mail-page-'));
  let page: MailPage;
  beforeAll(async () => (page = await serveMails(folder, 0)));
  afterAll(async () => {
    await page.stop();
    rmSync(folder, { recursive: true });
  });
  const get = (host = new URL(page.url).host) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      request({ host: '127.0.0.1', port: new URL(page.url).port, headers: { host } }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode!, text }));
      })
        .on('error', reject)
        .end();
    });

  it('serves a page with the newest email first, links for URLs, and escaped HTML', async () => {
    expect((await get()).text).toContain('No mails yet');
    const mail = (subject: string, text: string) => `To: a@b.example\nSubject: ${subject}\n\n${text}`;
    writeFileSync(join(folder, '1.txt'), mail('Older', 'hello'));
    writeFileSync(
      join(folder, '2.txt'),
      mail('<b>', 'Set it here:\nhttp://x.localhost:1/admin/reset#swp_1\n'),
    );
    writeFileSync(join(folder, '.3'), 'half written');
    const { text } = await get();
    expect(text).toContain('<a href="http://x.localhost:1/admin/reset#swp_1" rel="noreferrer">');
    expect(text.indexOf('swp_1')).toBeLessThan(text.indexOf('Older'));
    expect([text.includes('<b>'), text.includes('half')]).toEqual([false, false]);
  });

  it('rejects a request whose Host is not this machine', async () => {
    expect(await get('evil.example')).toEqual({ status: 404, text: '' });
  });

  it('uses a free port if the preferred port is in use', async () => {
    const other = await serveMails(folder, Number(new URL(page.url).port));
    expect(other.url).not.toBe(page.url);
    await other.stop();
  });
});
