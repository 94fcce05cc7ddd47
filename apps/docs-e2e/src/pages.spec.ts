import { join, resolve } from 'node:path';
import { launchedBrowser, look, problemsOf, watch, withBrowser } from '@storewright/browser-testing';
import { WAIT_LIMIT_MS } from '@storewright/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { demoValues } from './demo-platform';

const pictures = resolve(__dirname, '../../../dist/screenshots');

withBrowser('the documentation in a browser', () => {
  let browser: Browser;
  let context: BrowserContext;
  let site: string;
  const asked = new Set<string>();

  beforeAll(async () => {
    site = `${demoValues()['AUTH_URL']}/docs`;
    browser = await launchedBrowser();
    context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    context.setDefaultTimeout(WAIT_LIMIT_MS);
  });
  afterAll(() => browser?.close());

  /**
   * Opens a page of the site. Console messages and violations of the content security policy fail the test.
   */
  async function open(path: string): Promise<Page> {
    const page = await context.newPage();
    watch(page);
    // The API explorer sends requests to a shop and is tested separately.
    if (!path.startsWith('/explorer/'))
      page.on('request', (request) => asked.add(new URL(request.url()).host));
    await page.goto(site + path, { waitUntil: 'networkidle' });
    return page;
  }

  it.each([
    ['first', '/'],
    ['quick-start', '/guides/quick-start'],
    ['install-flow', '/guides/install-flow'],
    ['errors', '/errors#not_found'],
    ['error', '/errors/nonce_used'],
    ['orders', '/reference/shop/orders'],
  ])('the page %s is accessible on wide and narrow screens, in light and dark colors', async (name, path) => {
    const page = await open(path);
    await look(page, `docs-${name}`);
    await page.close();
  });

  it('the link of an API error opens the documentation of its error code', async () => {
    const page = await open('/errors#not_found');
    await page.locator('#not_found').waitFor();
    await page.close();
  });

  it('the API explorer of the site calls the shop API with a token', async () => {
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
    expect(problemsOf(page)).toEqual([]);
    await page.screenshot({ path: join(pictures, 'docs-explorer-1440-light.png') });
    await page.close();
  });

  it('the TryIt form of the reference sends a request to a shop, and stores the token only in the tab', async () => {
    const page = await context.newPage();
    watch(page);
    await page.goto(`${site}/reference/shop/products`, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Try it: listProducts' }).click();
    const form = page.getByRole('form', { name: 'Try listProducts' });
    await form.getByLabel('Base URL').fill('https://elsewhere.example');
    await form.getByLabel('Access token').fill(demoValues()['ACCESS_TOKEN']!);
    await form.getByRole('button', { name: 'Send GET' }).click();
    await form.getByRole('alert').filter({ hasText: 'a shop of this platform' }).waitFor();
    await form.getByLabel('Base URL').fill(demoValues()['BASE_URL']!);
    await form.getByRole('button', { name: 'Send GET' }).click();
    await form.getByRole('status').filter({ hasText: '"type": "products"' }).waitFor();
    expect(await form.getByRole('status').textContent()).toContain('200');
    const stored = await page.evaluate(() => [
      Object.values(sessionStorage).join(),
      Object.values(localStorage).join(),
    ]);
    expect(stored.map((text) => text.includes(demoValues()['ACCESS_TOKEN']!))).toEqual([true, false]);
    expect(page.url()).toBe(`${site}/reference/shop/products`);
    expect(problemsOf(page)).toEqual([]);
    await page.close();
  });

  it('the search finds only pages for the audience by keyboard, and sends no request to another host', async () => {
    const page = await open('/');
    await page.keyboard.press('/');
    await page.getByRole('searchbox').or(page.locator('#localsearch-input')).first().fill('nonce_expired');
    await page.locator('.results .result').first().waitFor();
    await page.screenshot({ path: join(pictures, 'docs-search-1440-light.png') });
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/.+/);
    // Clears the storage, because the search box would restore the previous query.
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`${site}/developers/`, { waitUntil: 'networkidle' });
    await page.keyboard.press('/');
    await page.locator('#localsearch-input').fill('override');
    await page.locator('.results .result').first().waitFor();
    const found = page
      .locator('.results .result')
      .evaluateAll((all) => all.map((each) => each.getAttribute('href')!));
    expect((await found).filter((each) => each.startsWith('/docs/contributors/'))).toEqual([]);
    // Pages that contain only a similar word, such as "overwrite", come last.
    const pages = [...new Set((await found).map((each) => each.split('#')[0]!))];
    const texts = await page.evaluate(
      (all) => Promise.all(all.map(async (each) => (await fetch(`${each}.md`)).text())),
      pages,
    );
    const isExact = texts.map((text) => /\boverrid/i.test(text));
    expect([isExact[0], isExact.length > 3]).toEqual([true, true]);
    expect(isExact).toEqual(isExact.toSorted((one, other) => Number(other) - Number(one)));
    expect(problemsOf(page)).toEqual([]);
    await page.close();
    expect([...asked]).toEqual([new URL(site).host]);
  });
});
