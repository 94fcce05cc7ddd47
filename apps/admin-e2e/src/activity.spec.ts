import type { HttpClient } from '@storewright/testing';
import type { Page } from 'playwright-core';
import { anApp, changeApp, exchange, install, installations } from './apps';
import { expectSoon, expectStill, look, Panel, type PanelShop, skeleton, withBrowser } from './panel';

withBrowser('Activity screen', () => {
  let panel: Panel;
  let shop: PanelShop;
  beforeAll(async () => {
    panel = await Panel.start();
  });
  beforeEach(async () => {
    shop = await panel.aShop();
  });
  afterEach(() => panel.closePages());
  afterAll(() => panel.stop());

  async function open(address: string): Promise<Page> {
    const page = await panel.page();
    await panel.signIn(page, panel.owner, shop.domain);
    await page.goto(panel.origin(shop.domain) + address);
    return page;
  }

  const entries = (page: Page) => page.getByRole('main').locator('details');
  const sentences = async (page: Page) =>
    (await entries(page).locator('summary > span:nth-child(2) > span:first-child').allTextContents()).map(
      (text) => text.trim(),
    );

  async function anAccessToken(api: HttpClient, name: string): Promise<string> {
    const data = { type: 'access_tokens', attributes: { name } };
    const { body } = await api.post(`/api/shops/${shop.id}/access_tokens`, { data });
    return body.data.id as string;
  }

  /**
   * Creates audit log entries: of the lifecycle of an app and of an access token, and finally warnings for
   * the owner.
   */
  async function aLife(api: HttpClient): Promise<void> {
    const app = await anApp(api, { name: 'Labels <b>&</b> more', scopes: ['meta.collection', 'meta.get'] });
    const first = await install(api, shop, app);
    await exchange(api, first);
    await changeApp(api, app, { scopes: ['meta.collection', 'meta.post'] });
    const second = await install(api, shop, app);
    const token = await exchange(api, second);
    expect((await panel.shopApi(token, shop).get('/api/meta')).status).toBe(200);
    expect((await api.as().get(`/api/oauth_tokens/nonce/${second}`)).status).toBe(410);
    const [{ id } = { id: '' }] = await installations(api, shop);
    expect((await api.delete(`/api/shops/${shop.id}/installations/${id}`)).status).toBe(204);
    const access = await anAccessToken(api, 'Nightly export');
    expect((await api.delete(`/api/shops/${shop.id}/access_tokens/${access}`)).status).toBe(204);
  }

  const life = [
    'Demo Owner revoked the access token “Nightly export”',
    'Demo Owner generated the access token “Nightly export”',
    'Demo Owner uninstalled Labels <b>&</b> more',
    'The token of Labels <b>&</b> more was revoked: its nonce was used twice',
    'The nonce of Labels <b>&</b> more was used again after its token was in use',
    'Labels <b>&</b> more fetched its token',
    'A newer token of Labels <b>&</b> more replaced the older one',
    'Demo Owner agreed to Labels <b>&</b> more again',
    'Labels <b>&</b> more fetched its token',
    'Demo Owner installed Labels <b>&</b> more',
  ];

  it('the activity screen shows audit log entries as sentences with their author, newest entry first', async () => {
    await aLife(await panel.api());
    const page = await open('/admin/activity');
    await entries(page).first().waitFor();
    await expectSoon(async () => (await sentences(page)).length, life.length + 2);
    const told = await sentences(page);
    // The sign-in of the browser is the newest entry. The sign-in of the API client is the oldest.
    expect([told[0], told.slice(1, -1), told.at(-1)]).toEqual([
      'Demo Owner signed in',
      life,
      'Demo Owner signed in',
    ]);
    const again = entries(page).filter({ hasText: 'agreed to' }).first();
    expect(await again.textContent()).toContain('New meta.post');
    expect(await again.textContent()).toContain('Removed meta.get');
    await page.getByRole('button', { name: 'Verify' }).press('Enter');
    await page.getByText(`${life.length + 2} entries were verified.`).waitFor();
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).press('Enter');
    expect((await downloaded).suggestedFilename()).toMatch(/^audit-log-.+\.ndjson$/);
    await expectStill(page, 'activity');
  });

  it('the activity screen shows times in the shop’s time zone, with the UTC time and the request id', async () => {
    const api = await panel.api();
    await anAccessToken(api, 'Nightly export');
    const { body } = await api.get(
      `/api/shops/${shop.id}/audit_entries?sort=-id&filter[kind]=access_tokens.created`,
    );
    const { created_at, request_id } = body.data[0].attributes as { created_at: string; request_id: string };
    const page = await open('/admin/activity');
    const entry = entries(page).filter({ hasText: 'Nightly export' });
    const time = entry.locator('summary time');
    expect(await time.textContent()).toBe(
      new Date(created_at).toLocaleTimeString('en-GB', { timeZone: 'UTC', timeStyle: 'short' }),
    );
    expect(await time.getAttribute('title')).toBe(`${created_at.replace('T', ' ').replace('Z', '')} UTC`);
    await page
      .getByRole('heading', {
        name: new Date(created_at).toLocaleDateString('en-GB', {
          timeZone: 'UTC',
          dateStyle: 'full',
        }),
      })
      .waitFor();

    expect(await entry.getByText(request_id).isVisible()).toBe(false);
    await entry.locator('summary').press('Enter');
    await entry.getByText(request_id).waitFor();
    await entry.getByText('access_token_id').waitFor();
    await look(page, 'activity-details');
    await entry.getByRole('button', { name: 'Copy: Request id' }).press('Enter');
    await entry.getByText('Copied').first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(request_id);
  });

  it('the activity screen filters by kind with the keyboard, and the URL contains the filter', async () => {
    await aLife(await panel.api());
    const page = await open('/admin/activity');
    await entries(page).first().waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
    const filter = page.getByRole('group', { name: 'Show only' });
    await filter.getByRole('checkbox', { name: 'Access tokens' }).press('Space');
    await filter.getByRole('checkbox', { name: 'Nonce used twice' }).press('Space');
    await look(page, 'activity-filter');
    await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
    await filter.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove filter: Access tokens' }).waitFor();
    await expectSoon(() => sentences(page), [life[0], life[1], life[4]]);
    const ofTokens = [
      'created',
      'changed',
      'networks_changed',
      'rotated',
      'revoked',
      'leaked',
      'expiring',
      'expired',
    ].map((each) => `access_tokens.${each}`);
    expect(new URL(page.url()).searchParams.get('filter[kind]')).toBe(
      ['nonces.replayed', ...ofTokens].join(','),
    );
    await look(page, 'activity-filtered');
    await page.reload();
    await expectSoon(() => sentences(page), [life[0], life[1], life[4]]);
    await page.getByRole('button', { name: 'Remove filter: Access tokens' }).press('Enter');
    await expectSoon(() => sentences(page), [life[4]]);
    await page.goBack();
    await expectSoon(() => sentences(page), [life[0], life[1], life[4]]);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expectSoon(async () => (await sentences(page)).length, life.length + 2);
    await page.goto(
      `${panel.origin(shop.domain)}/admin/activity?filter[kind]=owners.password_changed,nonsense`,
    );
    await page.getByText('Nothing found').waitFor();
    await look(page, 'activity-none');
  });

  it('the activity screen pages through the audit log, and the back button returns to the previous page', async () => {
    const api = await panel.api();
    const names = Array.from({ length: 27 }, (_, at) => `Token ${at + 1}`);
    for (const name of names) await anAccessToken(api, name);
    const page = await open('/admin/activity?filter[kind]=access_tokens.created');
    await page.getByText('“Token 27”').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('“Token 1”').waitFor();
    await expectSoon(async () => (await sentences(page)).length, 2);
    await expectStill(page, 'activity-page');
    await page.reload();
    await page.getByText('“Token 1”').waitFor();
    await page.goBack();
    await page.getByText('“Token 27”').waitFor();
    await page.goForward();
    await page.getByText('“Token 1”').waitFor();
    await page.getByRole('button', { name: 'Back to the start' }).click();
    await page.getByText('“Token 27”').waitFor();
    expect(new URL(page.url()).search).toBe('?filter%5Bkind%5D=access_tokens.created');
    await page.goto(`${panel.origin(shop.domain)}/admin/activity?page[after]=nonsense`);
    await page.getByRole('alert').getByRole('button', { name: 'Back to the start' }).click();
    await page.getByText('“Token 27”').waitFor();
  });

  it('the activity screen shows a placeholder while loading, and a retry button after a failure', async () => {
    const page = await open('/admin/account');
    await page.getByRole('heading', { name: 'Account' }).waitFor();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/audit_entries?*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    await skeleton(page).waitFor();
    await look(page, 'activity-loading');
    await page.context().setOffline(true);
    answer();
    await page.getByText('The server could not be reached.').waitFor();
    await look(page, 'activity-away');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await entries(page).first().waitFor();
  });

  it('the activity screen explains an empty audit log', async () => {
    const page = await open('/admin/activity');
    await entries(page).first().waitFor();
    // No API deletes audit log entries, so SQL empties the shop's audit log.
    await panel.query('DELETE FROM auth.audit_entries WHERE shop_id = $1', [shop.id]);
    await page.getByRole('button', { name: 'Verify' }).press('Enter');
    await page.getByText('Entry 1 was removed').waitFor();
    await page.reload();
    await page.getByText('No activity yet').waitFor();
    await look(page, 'activity-empty');
  });
});
