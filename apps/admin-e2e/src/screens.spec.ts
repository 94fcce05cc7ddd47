import { clippedAt, survey } from '@storewright/browser-testing';
import { Receiver } from '@storewright/testing';
import type { Page } from 'playwright-core';
import { type FilledShop, fillShop } from './filled-shop';
import { expectFocus, expectSoon, Panel, smallTargets, UntranslatedWords, withBrowser } from './panel';

/** Screens inside the page frame, each with a text that appears after its data is loaded. */
const screens: readonly (readonly [name: string, path: (shop: FilledShop) => string, text: string])[] = [
  ['home', () => '/', 'Refused (4xx)'],
  ['orders', () => '/orders', '#1003'],
  ['order', ({ order }) => `/orders/${order}`, 'Bad Mergentheim'],
  ['print-order', ({ order }) => `/orders/${order}/print`, 'Bad Mergentheim'],
  ['products', () => '/products', 'Hafenblick'],
  ['product', ({ product }) => `/products/${product}`, 'TEAPOT-HAFENBLICK-2027-2'],
  ['stock', () => '/stock', 'TEAPOT-HAFENBLICK-2027-2'],
  ['imports', () => '/imports', 'Import a file'],
  ['customers', () => '/customers', 'Hohenlohe'],
  ['customer', ({ customer }) => `/customers/${customer}`, '#1003'],
  ['codes', () => '/codes', 'GROSSHANDEL'],
  ['code', ({ code }) => `/codes/${code}`, '12.5%'],
  ['apps', () => '/apps', 'Versandetiketten'],
  ['app', ({ installation }) => `/apps/${installation}`, 'Website'],
  ['app-webhooks', ({ installation }) => `/apps/${installation}/webhooks`, 'Retrying'],
  ['deliveries', ({ installation }) => `/apps/${installation}/deliveries`, 'meta.created'],
  ['delivery', ({ installation, delivery }) => `/apps/${installation}/deliveries/${delivery}`, 'Attempt 1'],
  ['meta', () => '/meta', 'carrier'],
  ['meta-object', ({ meta }) => `/meta/${meta}`, 'weight_in_grams'],
  ['new-meta-object', () => '/meta/new', 'Create'],
  ['activity', () => '/activity', 'installed'],
  ['general', () => '/settings/general', 'Time zone'],
  ['people', () => '/settings/people', 'Pending invitations'],
  ['api-access', () => '/settings/api-access', 'Rotterdam'],
  ['account', () => '/account', 'This session'],
  ['developer-apps', () => '/developer/apps', 'Versandetiketten'],
  ['register-app', () => '/developer/apps/new', 'Install URL'],
  ['developer-app', ({ app }) => `/developer/apps/${app}`, 'Install link'],
  ['developer-permissions', ({ app }) => `/developer/apps/${app}/permissions`, 'Resource'],
  ['developer-webhooks', ({ app }) => `/developer/apps/${app}/webhooks`, 'Webhook URL'],
  ['developer-usage', ({ app }) => `/developer/apps/${app}/usage`, 'Demo Shop'],
  ['developer-settings', ({ app }) => `/developer/apps/${app}/settings`, 'No. 1'],
  ['developer-activity', ({ app }) => `/developer/apps/${app}/activity`, 'registered'],
  ['test-shops', () => '/developer/test-shops', 'Hafenblick'],
  ['not-found', () => '/nowhere', 'does not exist'],
  ['grant', ({ app }) => `/oauth/${app}`, 'Versandetiketten'],
];

/** Screens that are also checked in the pseudo-locale. Together they show every component. */
const mainScreens = new Set([
  ...['home', 'orders', 'order', 'products', 'product', 'customer', 'app-webhooks', 'delivery'],
  ...['meta-object', 'people', 'api-access', 'account', 'developer-permissions', 'grant'],
]);

/**
 * Screens before the sign-in. Most of them show an error, because their URLs lack the token from an email.
 */
const publicScreens = [
  'sign-in',
  'forgot-password',
  'reset-password',
  'confirm-email',
  'invitation',
  'switch',
];

withBrowser('every screen of the panel', () => {
  let panel: Panel;
  let receiver: Receiver;
  let shop: FilledShop;
  let sheet: Page;
  beforeAll(async () => {
    panel = await Panel.start();
    receiver = await Receiver.start(() => ({ status: 500, body: 'no room in the database '.repeat(9) }));
    shop = await fillShop(panel, receiver);
    sheet = await panel.browser.newPage({ viewport: { width: 2300, height: 400 } });
  });
  afterEach(() => panel.closePages());
  afterAll(async () => {
    await receiver.stop();
    await panel.stop();
  });

  /** Returns the layout and axe problems of the screen at a URL. */
  async function problemsAt(page: Page, name: string, address: string, text: string): Promise<string[]> {
    await page.goto(address.startsWith('http') ? address : `${panel.origin()}/admin${address}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText(text).locator('visible=true').first().waitFor();
    await expectSoon(() => page.getByRole('status', { name: 'Loading …' }).count(), 0);
    const problems = await survey(page, sheet, name);
    return [...problems, ...(await smallTargets(page)).map((target) => `${name}: ${target}`)];
  }

  it('every screen shows all content at widths from 1,440 to 320 px and at 200 % zoom, and passes axe', async () => {
    const page = await panel.open('/admin/');
    const found: string[] = [];
    for (const [name, path, text] of screens) found.push(...(await problemsAt(page, name, path(shop), text)));
    expect(found).toEqual([]);
  });

  it('every screen for signed-out users, and the device screen, shows all content and passes axe', async () => {
    const page = await panel.page();
    const found: string[] = [];
    for (const name of publicScreens)
      found.push(...(await problemsAt(page, name, `/${name}`, 'Storewright')));
    await panel.signIn(page, panel.owner, 'account');
    found.push(...(await problemsAt(page, 'device', shop.deviceUrl, 'Mira’s laptop')));
    expect(found).toEqual([]);
  });

  it('the main screens in the right-to-left pseudo-locale show all content and only translated words', async () => {
    const page = await panel.open('/admin/sign-in?locale=pseudo');
    const words = new UntranslatedWords(page);
    const found: string[] = [];
    for (const [name, path] of screens.filter(([each]) => mainScreens.has(each))) {
      await page.goto(`${panel.origin()}/admin${path(shop)}?locale=pseudo`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectSoon(() => page.locator('[class*=skeleton]').count(), 0);
      found.push(...(await words.find()).map((text) => `${name} is not translated: ${text}`));
      found.push(...(await clippedAt(page, [1440, 390], `pseudo-${name}`)));
    }
    expect(found).toEqual([]);
  });

  it('the design page shows every component without clipped content, and a dialog keeps its input', async () => {
    const page = await panel.page();
    const open = async (locale: string) => {
      await page.goto(`${panel.origin()}/admin/design?locale=${locale}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('.recharts-bar').first().waitFor();
    };
    await open('de');
    const found = await survey(page, sheet, 'design', true);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      found.push(...(await clippedAt(page, [1440], `design-${colorScheme}`)));
    }
    await open('pseudo');
    found.push(...(await clippedAt(page, [1440, 390], 'pseudo-design')));

    // Windows also change their size when a phone is turned or its keyboard opens.
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Çřééááŧéé šħóóþ' }).first().click();
    const input = page.getByRole('dialog').getByRole('textbox');
    await input.fill('Hafenblick');
    await input.press('ArrowLeft');
    for (const width of [390, 844]) {
      await page.setViewportSize({ width, height: width === 390 ? 500 : 390 });
      found.push(...(await clippedAt(page, [width], 'pseudo-dialog')));
      await expectFocus(input);
      expect(await input.inputValue()).toBe('Hafenblick');
    }
    expect(found).toEqual([]);
  });
});
