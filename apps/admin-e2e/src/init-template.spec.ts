import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@storewright/testing';
import { anApp } from './apps';
import { Panel, withBrowser } from './panel';

const dist = resolve(__dirname, '../../../dist');
const run = promisify(execFile);

/** The app that `storewright init` creates, with the SDK from its package. */
withBrowser('app created by storewright init', () => {
  const folder = mkdtempSync(join(tmpdir(), 'storewright-init-'));
  let panel: Panel;
  let url: string;
  let app: { id: string };
  let child: ChildProcess;

  beforeAll(async () => {
    panel = await Panel.start();
    url = `http://localhost:${await freePort()}`;
    const scopes = ['orders.collection', 'orders.get', 'customers.get'];
    const attributes = { name: 'Labels', install_url: `${url}/install`, scopes, require_secret: true };
    const made = await anApp(await panel.api(), attributes);
    app = made;
    const target = join(folder, 'labels');
    await run(process.execPath, [
      join(dist, 'tools/cli/main.js'),
      'init',
      target,
      '--auth-url',
      panel.authUrl,
    ]);
    const sdk = join(dist, 'downloads/storewright-sdk.tgz');
    await run('npm', ['install', '--no-audit', '--no-fund', '--offline', sdk], { cwd: target });
    child = spawn(process.execPath, ['app.js'], {
      cwd: target,
      env: {
        ...{ PATH: process.env['PATH'], PORT: new URL(url).port, AUTH_URL: panel.authUrl },
        ...{ APP_ID: made.id, APP_SECRET: made.secret, WEBHOOK_SECRET: made.webhookSecret },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout!, 'data');
  });
  afterAll(async () => {
    if (child?.kill()) await once(child, 'exit');
    await panel?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['the grant screen', () => `${panel.origin()}/admin/oauth/${app.id}`],
    ['its own link', () => `${url}/begin?shop=${panel.shop.domain}`],
  ])(
    'the app of storewright init works after a reload and the back button when the owner starts at %s',
    async (_, start) => {
      const page = await panel.page();
      await panel.signIn(page);
      const installing = page.waitForRequest((request) => request.url().startsWith(`${url}/install?`));
      await page.goto(start());
      await page.getByRole('button', { name: /^(?:Install|Update|Agree|Continue)/ }).click();
      const installUrl = (await installing).url();
      const shown = () => page.locator('body').innerText();
      await page.waitForURL(`${url}/`);
      expect(await shown()).toBe('No unfulfilled orders.');
      await page.reload();
      expect(await shown()).toBe('No unfulfilled orders.');
      // The browser's history contains no URL with a nonce, but a bookmark or a restored tab can contain one.
      await page.goto(installUrl);
      expect([page.url(), await shown()]).toEqual([`${url}/`, 'No unfulfilled orders.']);
      await page.goBack();
      await page.goForward();
      expect([page.url(), await shown()]).toEqual([`${url}/`, 'No unfulfilled orders.']);
    },
  );
});
