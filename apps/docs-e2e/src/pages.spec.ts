import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { WAIT_LIMIT_MS } from '@storewright/testing';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { demoValues } from './demo-platform';

/** Skipped where the machine has no browser, which jest.config.cjs says in one line. */
const withBrowser = process.env['CHROMIUM_PATH'] ? describe : describe.skip;
const pictures = resolve(__dirname, '../../../dist/screenshots');

withBrowser('the documentation in a browser', () => {
  let browser: Browser;
  let context: BrowserContext;
  let site: string;
  let problems: string[];
  const asked = new Set<string>();

  beforeAll(async () => {
    site = `${demoValues()['AUTH_URL']}/docs`;
    mkdirSync(pictures, { recursive: true });
    browser = await chromium.launch({
      executablePath: process.env['CHROMIUM_PATH']!,
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        '--process-per-site',
        '--renderer-process-limit=1',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    });
    context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    context.setDefaultTimeout(WAIT_LIMIT_MS);
  });
  afterAll(() => browser?.close());

  /** A page of the site; what it complains of, or is stopped from by the content security policy, fails the test. */
  async function open(path: string): Promise<Page> {
    const page = await context.newPage();
    problems = [];
    page.on('pageerror', (error) => problems.push(`threw: ${error.message}`));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()))
        problems.push(`${message.type()}: ${message.text()}`);
    });
    // The explorer calls a shop, and is none of the pages to read.
    if (!path.startsWith('/explorer/'))
      page.on('request', (request) => asked.add(new URL(request.url()).host));
    await page.goto(site + path, { waitUntil: 'networkidle' });
    return page;
  }

  /** Nothing that axe finds, nothing wider than the window, on a wide screen by day and on a narrow one at night; pictures are in dist/screenshots. */
  async function look(page: Page, name: string): Promise<void> {
    for (const [width, height, colorScheme] of [
      [1440, 900, 'light'],
      [360, 740, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const at = `docs-${name}-${width}-${colorScheme}`;
      await page.screenshot({ path: join(pictures, `${at}.png`), animations: 'disabled' });
      expect({ at, found: await findings(page) }).toEqual({ at, found: [] });
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect({ at, wider: Math.max(0, wider) }).toEqual({ at, wider: 0 });
    }
    expect(problems).toEqual([]);
  }

  async function findings(page: Page): Promise<string[]> {
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
    const violations = await page.evaluate(async () => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      return (await inPage.run(document, { resultTypes: ['violations'] })).violations;
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    );
  }

  it.each([
    ['first', '/'],
    ['quick-start', '/guides/quick-start'],
    ['install-flow', '/guides/install-flow'],
    ['errors', '/errors#not_found'],
    ['error', '/errors/nonce_used'],
    ['orders', '/reference/shop/orders'],
  ])('%s can be read by everybody, on wide and narrow screens, light and dark', async (name, path) => {
    const page = await open(path);
    await look(page, name);
    await page.close();
  });

  it('leads from an error to what to do about it', async () => {
    const page = await open('/errors#not_found');
    await page.locator('#not_found').waitFor();
    await page.close();
  });

  it('has an explorer, which calls the API of a shop with a token', async () => {
    const page = await open('/explorer/?shop=demo-shop');
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    const dialog = page.locator('.dialog-ux');
    const forToken = dialog.locator('.auth-container').filter({ hasText: 'AccessToken' });
    await forToken.getByRole('textbox').fill(demoValues()['ACCESS_TOKEN']!);
    await forToken.getByRole('button', { name: 'Apply credentials' }).click();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await page.locator('#operations-tag-products').click();
    await page.locator('#operations-products-listProducts .opblock-summary-control').click();
    await page.getByRole('button', { name: 'Execute' }).click();
    const answer = page.locator('.live-responses-table .response').first();
    await answer.locator('.response-col_status', { hasText: '200' }).waitFor();
    expect(await answer.textContent()).toContain('"type": "products"');
    expect(problems).toEqual([]);
    await page.screenshot({ path: join(pictures, 'docs-explorer-1440-light.png') });
    await page.close();
  });

  it('is searched by keyboard, without any other host', async () => {
    const page = await open('/');
    await page.keyboard.press('/');
    await page.getByRole('searchbox').or(page.locator('#localsearch-input')).first().fill('nonce_expired');
    await page.locator('.results .result').first().waitFor();
    await page.screenshot({ path: join(pictures, 'docs-search-1440-light.png') });
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/.+/);
    expect(problems).toEqual([]);
    await page.close();
    expect([...asked]).toEqual([new URL(site).host]);
  });
});
