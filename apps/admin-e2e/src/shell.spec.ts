import { randomUUID } from 'node:crypto';
import { aPng } from '@storewright/testing';
import type { Page } from 'playwright-core';
import { holdAnswers } from './held-answers';
import { expectFocus, expectSoon, expectStill, look, Panel, problemsOf, withBrowser } from './panel';

withBrowser('panel frame', () => {
  let panel: Panel;
  beforeAll(async () => {
    panel = await Panel.start();
  });
  afterEach(() => panel.closePages());
  afterAll(() => panel.stop());

  /** Returns true if the list is scrolled so that the option is visible. */
  const isInItsList = (option: Element): boolean => {
    const [own, list] = [option, option.parentElement!].map((each) => each.getBoundingClientRect());
    return own!.top >= list!.top - 1 && own!.bottom <= list!.bottom + 1;
  };
  const widthOf = (image: Element): number => (image as HTMLImageElement).naturalWidth;
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());

  it('the skip link skips the navigation, and users can open screens with the keyboard alone', async () => {
    const page = await panel.open('/admin/');
    await page.getByText('Next steps').waitFor();
    await page.keyboard.press('Tab');
    await expectSoon(() => focused(page), 'Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expectSoon(() => focused(page), 'API access');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
    await page.keyboard.press('Enter');
    await expectFocus(page.getByRole('heading', { name: 'API access', level: 1 }));
    await expectSoon(() => page.title(), 'API access · Demo Shop');
    await expectSoon(
      () => page.getByRole('link', { name: 'API access' }).getAttribute('aria-current'),
      'page',
    );
  });

  it('the command palette opens with Ctrl K, finds screens and objects, and lists recent objects', async () => {
    const owners = await panel.api();
    const answer = await owners.post(`/api/shops/${panel.shop.id}/session_tokens`, '');
    const data = { type: 'products', attributes: { title: 'Stoneware bowl' } };
    await panel.shopApi(String(answer.body.data.attributes.token)).post('/api/products', { data });
    // Recent objects exclude an object that does not exist.
    const page = await panel.open(`/admin/products/${randomUUID()}`);
    const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
    await page.getByText('This does not exist').waitFor();
    const search = page.getByRole('combobox', { name: /^Search orders/ });
    const option = (name: RegExp) => page.getByRole('option', { name });
    await page.route('**/palette-*.js', (route) => route.abort());
    await page.keyboard.press('Control+k');
    await page.getByText('The search can’t be loaded.').waitFor();
    await page.unroute('**/palette-*.js');
    // Some versions of Chromium do not load a module again that failed before.
    await page.reload();
    await page.getByText('This does not exist').waitFor();
    await page.keyboard.press('Control+k');
    await option(/^Home/).waitFor();
    expect(await option(/Recent$/).count()).toBe(0);
    await page.keyboard.press('ArrowUp');
    const last = page.getByRole('option').last();
    await expectSoon(() => last.getAttribute('aria-selected'), 'true');
    await expectSoon(() => last.evaluate(isInItsList), true);
    await search.fill('peop');
    await option(/^People/).waitFor();
    await page.keyboard.press('Enter');
    await heading('People').waitFor();
    await page.keyboard.press('Control+k');
    await page.route('**/api/search?**', (route) => route.abort());
    await search.fill('stonew');
    await page.getByText('The search failed.').waitFor();
    await page.unroute('**/api/search?**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await option(/^Stoneware bowl/).waitFor();
    await look(page, 'palette');
    const answers = await holdAnswers(page, '**/api/search?**');
    await search.fill('stoneware');
    await page.getByText('Searching …').waitFor();
    expect(await option(/^Stoneware bowl/).count()).toBe(0);
    await page.keyboard.press('Enter');
    answers.release();
    await heading('Stoneware bowl').waitFor();
    await page.keyboard.press('Control+k');
    await option(/^Stoneware bowl.*Recent/).waitFor();
    await search.fill('add product');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Add product' }).waitFor();
    await page.keyboard.press('Escape');
    await expectSoon(() => page.getByRole('dialog').count(), 0);
  });

  it('every focusable element shows a focus ring', async () => {
    const page = await panel.open('/admin/settings/api-access');
    await page.getByText('No access tokens yet').waitFor();
    const seen = new Set<string>();
    for (;;) {
      await page.keyboard.press('Tab');
      const { name, outline } = await page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!);
        return { name: document.activeElement!.outerHTML, outline: `${outlineStyle} ${outlineWidth}` };
      });
      if (seen.has(name) || name.startsWith('<body')) break;
      seen.add(name);
      expect({ name, outline }).toEqual({ name, outline: 'solid 2px' });
    }
    expect(seen.size).toBeGreaterThan(6);
  });

  it('a loading screen causes no layout shift in a narrow window', async () => {
    const page = await panel.page();
    await page.setViewportSize({ width: 360, height: 740 });
    await panel.signIn(page);
    for (const path of [
      '/',
      '/orders',
      '/apps',
      '/settings/people',
      '/activity',
      '/account',
      '/developer/apps',
    ]) {
      await page.goto(`${panel.origin()}/admin${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectSoon(() => page.getByRole('status', { name: 'Loading …' }).count(), 0);
      await expectStill(page, `${path} at 360 px`);
    }
  });

  it('the navigation is a drawer in a narrow window', async () => {
    const page = await panel.page();
    await page.setViewportSize({ width: 360, height: 740 });
    await panel.signIn(page);
    await page.goto(`${panel.origin()}/admin/`);
    await page.getByRole('button', { name: 'Open menu' }).press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Main' });
    await drawer.waitFor();
    await page.screenshot({ path: 'dist/screenshots/drawer-360-light.png' });
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    await expectFocus(page.getByRole('button', { name: 'Open menu' }));
    await page.keyboard.press('Enter');
    await drawer.getByRole('link', { name: 'API access' }).click();
    await page.getByRole('heading', { name: 'API access', level: 1 }).waitFor();
    await drawer.waitFor({ state: 'hidden' });
  });

  it('an unknown URL shows a not-found page with a link to the home page', async () => {
    const page = await panel.open('/admin/no/such/screen');
    await page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
    await expectStill(page, 'not-found');
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });

  it('times are in the shop’s time zone, with the exact UTC time as tooltip', async () => {
    const api = await panel.api();
    const attributes = { name: 'Of 2030', expires_at: '2030-12-31T20:00:00.123456Z' };
    await api.post(`/api/shops/${panel.shop.id}/access_tokens`, {
      data: { type: 'access_tokens', attributes },
    });
    // Unused tokens expire 90 days after their creation.
    await panel.query(
      `UPDATE auth.access_tokens SET created_at = '2030-12-01' WHERE shop_id = $1 AND name = $2`,
      [panel.shop.id, attributes.name],
    );
    const page = await panel.open('/admin/settings/general');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Asia/Kolkata');
    // Another client changes the shop first.
    const { id } = panel.shop;
    await api.patch(`/api/shops/${id}`, {
      data: { type: 'shops', id, attributes: { time_zone: 'Asia/Tokyo' } },
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody else has changed this').waitFor();
    await expectStill(page, 'general');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^“.*” saved$/).waitFor();
    await page.getByLabel('Support email').fill('help@shop.example');
    const saving = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.getByRole('button', { name: 'Save' }).click();
    expect((await (await saving).json()).data.meta).toMatchObject({
      ...{ support_email: 'help@shop.example', support_phone: null, address: null },
    });
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: aPng(64) };
    await page
      .locator('input[type=file]')
      .setInputFiles({ ...logo, name: 'logo.svg', mimeType: 'image/svg+xml' });
    await page.getByText('Choose a JPEG, PNG or WebP file.').waitFor();
    await page.locator('input[type=file]').setInputFiles(logo);
    await expectSoon(() => page.getByRole('img', { name: 'Logo' }).evaluate(widthOf), 64);
    await page.getByRole('button', { name: 'Remove logo' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove logo' }).click();
    await page.getByText('No logo yet').waitFor();
    await page.getByRole('link', { name: 'API access' }).click();
    // In this test it is 01:30 on 1 January in India, and still 2029 in Berlin, the browser's time zone.
    const time = page.getByRole('row', { name: 'Of 2030' }).getByText('1 Jan 2031');
    expect(await time.getAttribute('title')).toBe('2030-12-31 20:00:00.123456 UTC · Asia/Kolkata');
    expect(await time.getAttribute('datetime')).toBe('2030-12-31T20:00:00.123456Z');
  });

  it('the panel reports an unreachable platform at the start, and loads after a retry', async () => {
    const page = await panel.page();
    await panel.signIn(page);
    await page.route('**/admin/api/**', (route) => route.abort());
    await page.goto(`${panel.origin()}/admin/settings/api-access`);
    await page.getByText('The server could not be reached').waitFor();
    await look(page, 'offline');
    await page.unroute('**/admin/api/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'API access', level: 1 }).waitFor();
  });

  it('a loading screen reserves space for its content', async () => {
    const page = await panel.page();
    await panel.signIn(page);
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${panel.origin()}/admin/settings/api-access`);
    await page.getByRole('table').waitFor();
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    // web.dev/cls calls a layout shift below 0.1 good.
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.1);
    expect(problemsOf(page)).toEqual([]);
  });

  it('the panel cannot be framed by another site', async () => {
    const page = await panel.page();
    const shop = await panel.aShop();
    await panel.signIn(page);
    // To a browser, another shop's host is the same site.
    await page.route(`${panel.origin(shop.domain)}/framing`, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${panel.origin()}/admin/"></iframe>` }),
    );
    await page.goto(`${panel.origin(shop.domain)}/framing`);
    await page.waitForLoadState('load');
    const [, frame] = page.frames();
    expect(frame!.url()).toMatch(/^chrome-error:/);
  });
});
