import type { Page } from 'playwright-core';
import { expectRefused } from './apps';
import { expectFocus, expectSoon, expectStill, look, Panel, withBrowser } from './panel';

withBrowser('API access screen', () => {
  let panel: Panel;
  beforeAll(async () => {
    panel = await Panel.start();
  });
  afterEach(() => panel.closePages());
  afterAll(() => panel.stop());

  const address = '/admin/settings/api-access';
  const dialog = (page: Page) => page.getByRole('dialog');
  const row = (page: Page, name: string) => page.getByRole('row', { name });

  it('the API access screen explains access tokens when the list is empty', async () => {
    const page = await panel.open(address);
    await page.getByText('No access tokens yet').waitFor();
    await look(page, 'api-access-empty');
  });

  it('the API access screen creates a token, shows it once with a working command, and revokes it', async () => {
    const page = await panel.open(address);
    await page.getByRole('button', { name: 'Generate token' }).first().click();
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Nightly export');
    await look(page, 'api-access-generate');
    // Defaults of a new token: no scopes, and an expiry date.
    await dialog(page)
      .getByRole('checkbox', { name: /Read single meta objects/ })
      .waitFor();
    expect(await dialog(page).getByLabel('Expires').inputValue()).toBe('90');
    await dialog(page)
      .getByRole('checkbox', { name: /List and search/ })
      .press('Space');
    await dialog(page).getByLabel('Expires').selectOption('On a custom date');
    await dialog(page).getByLabel('Last day').fill('2099-12-31');
    await look(page, 'api-access-generate-scopes');
    await dialog(page).getByRole('button', { name: 'Generate token' }).click();

    const shown = page.getByRole('region', { name: 'Token' });
    await shown.waitFor();
    const token = (await shown.textContent())!;
    expect(token).toMatch(/^swa_[0-9A-Za-z]{46}$/);
    await look(page, 'api-access-made');
    // Escape and a click outside the dialog do not close it.
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await dialog(page).getByRole('button', { name: 'Copy: Token' }).click();
    await dialog(page).getByText('Copied').first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);

    const curl = await page.getByRole('region', { name: 'Command' }).textContent();
    expect(curl).toBe(`curl '${panel.origin()}/api/meta' -H 'Authorization: Bearer ${token}'`);
    const api = panel.shopApi(token);
    expect((await api.get('/api/meta')).status).toBe(200);
    const refused = await api.post('/api/meta', {});
    expect([refused.status, refused.body.errors[0].code]).toEqual([403, 'insufficient_scope']);

    await page.getByRole('button', { name: 'Done' }).click();
    await row(page, 'Nightly export')
      .getByText(`swa_…${token.slice(-4)}`)
      .waitFor();
    await row(page, 'Nightly export')
      .getByRole('button', { name: '1 permission of “Nightly export”' })
      .press('Enter');
    await page.getByRole('dialog').getByText('List and search the meta data').waitFor();
    await page.keyboard.press('Escape');
    await expectFocus(row(page, 'Nightly export').getByRole('button', { name: /^1 permission/ }));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('List and search the meta data').waitFor();
    await look(page, 'api-access-scopes');
    await page.keyboard.press('Escape');
    await expectSoon(() => page.content(), expect.not.stringContaining(token));
    await expectStill(page, 'api-access');

    // Changes the permissions of the same token. A click outside the dialog asks before it discards them.
    await page.getByRole('button', { name: 'Edit “Nightly export”' }).click();
    const preset = (name: RegExp) => dialog(page).getByRole('button', { name });
    await dialog(page).getByRole('grid').getByRole('checkbox').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expectFocus(preset(/^Preset of/).nth(1));
    await preset(/^Preset of Meta data: Custom/).press('Enter');
    await page.getByRole('menuitem', { name: 'Read and write' }).press('Enter');
    await preset(/^Preset of Meta data: Read and write/).waitFor();
    await page.mouse.click(5, 5);
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await look(page, 'api-access-edit');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('“Nightly export” saved').waitFor();
    await row(page, 'Nightly export')
      .getByRole('button', { name: /^4 permissions/ })
      .waitFor();
    await expectSoon(async () => (await api.post('/api/meta', {})).status, 400);

    await page.getByRole('button', { name: 'Revoke “Nightly export”' }).click();
    await page.getByRole('alertdialog').waitFor();
    await look(page, 'api-access-revoke');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('“Nightly export” revoked').waitFor();
    await expectRefused(api);
    await page.getByText('No access tokens yet').waitFor();
    await page.getByRole('radio', { name: 'Revoked' }).click();
    await row(page, 'Nightly export').waitFor();
    await expectSoon(() => page.getByRole('button', { name: /^Revoke / }).count(), 0);
  });

  it('the API access screen rotates and suspends access tokens, and reports that a canary token was used', async () => {
    const owner = await panel.api();
    const path = `/api/shops/${panel.shop.id}/access_tokens`;
    const data = { type: 'access_tokens', attributes: { name: 'Till' } };
    const { body } = await owner.post(path, { data });
    const before = panel.shopApi(body.meta.token as string);
    expect((await before.get('/api/meta')).status).toBe(200);
    const page = await panel.open(address);
    const confirm = async (name: string) => {
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name }).click();
      await question.waitFor({ state: 'detached' });
    };
    await page.getByRole('button', { name: 'Rotate “Till”' }).click();
    await confirm('Rotate');
    const shown = page.getByRole('region', { name: 'Token' });
    await shown.waitFor();
    const api = panel.shopApi((await shown.textContent())!);
    expect([(await before.get('/api/meta')).status, (await api.get('/api/meta')).status]).toEqual([200, 200]);
    await expectRefused(before);
    await page.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('button', { name: 'Create canary token' }).click();
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Backup of the till');
    await dialog(page).getByRole('button', { name: 'Create canary token' }).click();
    await shown.waitFor();
    const canary = panel.shopApi((await shown.textContent())!);
    expect((await canary.get('/api/meta')).status).toBe(401);
    const isUnread = '?filter[is_read]=false';
    const unread = () => owner.get(`/api/shops/${panel.shop.id}/notifications${isUnread}`);
    await expectSoon(async () => ((await unread()).body.data as object[]).length, 1);

    await page.goto(`${panel.origin()}/admin/settings/general`);
    await page.getByRole('button', { name: 'Suspend all' }).click();
    await confirm('Suspend all');
    await page.getByText('All apps and access tokens suspended').waitFor();
    await expectSoon(async () => (await api.get('/api/meta')).status, 403);
    await page.getByRole('button', { name: 'Resume all' }).click();
    await confirm('Resume all');
    await page.getByText('Apps and access tokens resumed').waitFor();
    await expectSoon(async () => (await api.get('/api/meta')).status, 200);

    await page.getByRole('button', { name: 'Notifications: 1 unread' }).click();
    await page.getByRole('link', { name: 'Somebody used the canary token “Backup of the till”' }).click();
    await page.getByRole('heading', { name: 'API access' }).waitFor();
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  });

  it('the API access screen suggests a command for a single object if the token cannot read lists', async () => {
    const api = await panel.api();
    const attributes = { resource_type: 'orders', resource_id: '1', data: {} };
    const { body } = await api.post(`/api/shops/${panel.shop.id}/access_tokens`, {
      data: { type: 'access_tokens', attributes: { name: 'Arranges' } },
    });
    await panel.shopApi(body.meta.token as string).post('/api/meta', { data: { type: 'meta', attributes } });
    await api.delete(`/api/shops/${panel.shop.id}/access_tokens/${body.data.id}`);
    const page = await panel.open(address);
    await page.getByRole('button', { name: 'Generate token' }).first().click();
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Reader');
    await dialog(page)
      .getByRole('checkbox', { name: /Read single meta objects/ })
      .press('Space');
    await dialog(page).getByRole('button', { name: 'Generate token' }).click();
    const curl = (await page.getByRole('region', { name: 'Command' }).textContent())!;
    const [, path = '', token] = /'http:\/\/[^/]+(\/[^']+)' -H 'Authorization: Bearer (.+)'$/.exec(curl)!;
    expect((await panel.shopApi(token!).get(path)).status).toBe(200);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke “Reader”' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('“Reader” revoked').waitFor();
  });

  it('the API access screen creates and revokes an access token with the keyboard alone', async () => {
    const page = await panel.open(address);
    await page.getByRole('heading', { name: 'API access' }).waitFor();
    await page.getByRole('button', { name: 'Generate token' }).first().focus();
    await page.keyboard.press('Enter');
    await expectFocus(dialog(page).getByRole('textbox', { name: 'Name' }));
    await page.keyboard.type('By keyboard');
    await dialog(page).getByRole('grid').waitFor();
    // The permissions grid is a single tab stop.
    const stops: string[] = [];
    while (stops.length < 59 && stops.at(-1) !== 'Generate token') {
      await page.keyboard.press('Tab');
      stops.push(await page.locator(':focus').evaluate((element) => (element as HTMLElement).innerText));
    }
    expect(stops.length).toBeLessThan(12);
    await dialog(page)
      .getByRole('radio', { name: /Full access/ })
      .press('Space');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Token' }).waitFor();
    await page.getByRole('button', { name: 'Done' }).press('Enter');
    await row(page, 'By keyboard').waitFor();
    await expectFocus(page.getByRole('button', { name: 'Generate token' }));
    await page.getByRole('button', { name: 'Revoke “By keyboard”' }).press('Enter');
    // The cancel button has the focus.
    await expectFocus(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }));
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
    await expectSoon(() => row(page, 'By keyboard').count(), 1);
  });

  it('the API access screen shows missing input and API errors beside the fields', async () => {
    const page = await panel.open(address);
    await page.getByRole('button', { name: 'Generate token' }).first().click();
    await dialog(page).getByRole('button', { name: 'Generate token' }).click();
    await dialog(page).getByText('Enter a name.').waitFor();
    await dialog(page).getByText('Select at least one').waitFor();
    const name = dialog(page).getByRole('textbox', { name: 'Name' });
    await expectSoon(() => name.getAttribute('aria-invalid'), 'true');
    await expectFocus(name);
    await look(page, 'api-access-errors');
    await name.fill('x'.repeat(101));
    await dialog(page).getByText('Full access', { exact: true }).click();
    await dialog(page).getByRole('button', { name: 'Generate token' }).click();
    await dialog(page)
      .getByText(/100 characters/)
      .waitFor();
    expect(await name.inputValue()).toBe('x'.repeat(101));
  });

  it('the API access screen shows HTML in the name of an access token as text', async () => {
    const name = '<img src=x onerror="document.title=1"> & </script>';
    const api = await panel.api();
    await api.post(`/api/shops/${panel.shop.id}/access_tokens`, {
      data: { type: 'access_tokens', attributes: { name } },
    });
    const page = await panel.open(address);
    await page.getByText(name, { exact: true }).waitFor();
    await expectSoon(() => page.title(), 'API access · Demo Shop');
  });

  it('the API access screen pages through a long list of access tokens', async () => {
    const shop = await panel.aShop(undefined, 'Long lists');
    await panel.query(
      `INSERT INTO auth.access_tokens (shop_id, id, name, digest, last_four)
       SELECT $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Token ' || n,
         sha256(('x' || n)::bytea), '0000'
       FROM generate_series(1, 30) n`,
      [shop.id],
    );
    const page = await panel.page();
    await panel.signIn(page, panel.owner, shop.domain);
    await page.goto(panel.origin(shop.domain) + address);
    await page.getByRole('rowheader', { name: 'Token 30', exact: true }).waitFor();
    await expectSoon(() => page.getByRole('rowheader').count(), 25);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('rowheader', { name: 'Token 1', exact: true }).waitFor();
    await expectSoon(() => page.getByRole('rowheader').count(), 5);
    await expectStill(page, 'api-access-second-page');
    await page.getByRole('button', { name: 'Previous' }).click();
    await page.getByRole('rowheader', { name: 'Token 30', exact: true }).waitFor();
  });

  it('the API access screen shows a retry button after a loading failure', async () => {
    const page = await panel.page();
    await panel.signIn(page);
    await page.route('**/access_tokens*', (route) => route.abort());
    await page.goto(panel.origin() + address);
    await page.getByText('This could not be loaded').waitFor();
    await expectStill(page, 'api-access-error');
    await page.unroute('**/access_tokens*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table').waitFor();
  });
});
