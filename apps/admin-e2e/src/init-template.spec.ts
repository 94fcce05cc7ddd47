import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@storewright/testing';
import { anApp } from './apps';
import { Panel, withBrowser } from './panel';

const root = resolve(__dirname, '../../..');
const dist = join(root, 'dist');
const run = promisify(execFile);

/** Provides the packages that npm would install: the SDK from its archive, and the compiler of the repository. */
async function installPackages(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  const sdk = join(modules, '@storewright/sdk');
  mkdirSync(sdk, { recursive: true });
  mkdirSync(join(modules, '@types'));
  await run('tar', ['-xzf', join(dist, 'downloads/storewright-sdk.tgz'), '--strip-components=1', '-C', sdk]);
  for (const name of ['@types/node', 'undici-types', 'typescript'])
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
}

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
    const scopes = ['orders.collection', 'orders.get'];
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
    await installPackages(target);
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [compiler], { cwd: target });
    await run(process.execPath, ['--test', 'dist/app.test.js'], { cwd: target });
    child = spawn(process.execPath, ['dist/main.js'], {
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
    'an app from storewright init handles a reload and the back button if the owner starts at %s',
    async (_, start) => {
      const page = await panel.page();
      await panel.signIn(page);
      const installing = page.waitForRequest((request) => request.url().startsWith(`${url}/install?`));
      await page.goto(start());
      await page.getByRole('button', { name: /^(?:Install|Update|Agree|Continue)/ }).click();
      const installUrl = (await installing).url();
      const shown = () => page.locator('body').innerText();
      await page.waitForURL(`${url}/`);
      expect(await shown()).toBe(`${panel.shop.domain}: no unfulfilled orders`);
      await page.reload();
      expect(await shown()).toBe(`${panel.shop.domain}: no unfulfilled orders`);
      // The browser's history contains no URL with a nonce, but a bookmark or a restored tab can contain one.
      await page.goto(installUrl);
      expect([page.url(), await shown()]).toEqual([`${url}/`, `${panel.shop.domain}: no unfulfilled orders`]);
      await page.goBack();
      await page.goForward();
      expect([page.url(), await shown()]).toEqual([`${url}/`, `${panel.shop.domain}: no unfulfilled orders`]);
    },
  );
});
