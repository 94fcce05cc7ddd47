import type { HttpClient } from '@storewright/testing';
import type { Page } from 'playwright-core';
import { anApp, changeApp, exchange, expectRefused, install } from './apps';
import { holdAnswers } from './held-answers';
import { expectFocus, expectSoon, expectStill, look, Panel, skeleton, withBrowser } from './panel';

withBrowser('Apps screen', () => {
  let panel: Panel;
  let api: HttpClient;
  beforeAll(async () => {
    panel = await Panel.start();
    api = await panel.api();
  });
  afterEach(() => panel.closePages());
  afterAll(() => panel.stop());

  const row = (page: Page, name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  /**
   * Inserts scope usage as the shop API does: one scope was used today, and a second one never in 91 days.
   */
  const countUses = async (name: string) => {
    const installation = `SELECT i.id, i.shop_id, date_bin('1 day', now(), to_timestamp(0)) AS today
      FROM auth.installations i JOIN auth.apps a ON a.id = i.app_id WHERE i.shop_id = $1 AND a.name = $2`;
    const values = [panel.shop.id, name];
    await panel.query(
      `WITH i AS (${installation}),
       aged AS (UPDATE auth.installations o SET scopes_granted_at = today - interval '91 days' FROM i
         WHERE o.shop_id = i.shop_id AND o.id = i.id)
       INSERT INTO auth.scope_days (shop_id, day, credential_id, credential, scope, method, requests)
       SELECT shop_id, today - ago * interval '1 day', id, 'installations', 'meta.get', 'GET', 7
       FROM i, unnest(ARRAY[0, 91]) AS ago`,
      values,
    );
    await panel.query(
      `INSERT INTO auth.customer_days (shop_id, day, credential_id, credential, type, level, customer_ids, redacted)
       SELECT shop_id, today, id, 'installations', 'meta', 0, ARRAY[gen_random_uuid(), gen_random_uuid()], 1
       FROM (${installation}) i`,
      values,
    );
  };
  const connected = async (name: string, scopes = ['meta.collection', 'meta.get']) => {
    const app = await anApp(api, { name, scopes });
    const token = await exchange(api, await install(api, panel.shop, app));
    return { app, shopApi: panel.shopApi(token) };
  };

  it('the apps screen explains apps when the list is empty', async () => {
    const { domain } = await panel.aShop();
    const page = await panel.page();
    await panel.signIn(page, panel.owner, domain);
    await page.goto(`${panel.origin(domain)}/admin/`);
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: 'Apps', exact: true }).click();
    await page.getByText('No apps installed').waitFor();
    await look(page, 'apps-empty');
    await page.getByRole('link', { name: 'Register your own app' }).waitFor();
  });

  it('the apps screen lists each app with its permissions, its status and the time of its last use', async () => {
    const { shopApi } = await connected('Labels');
    // No request used the token. A request would later overwrite this time.
    await panel.query(
      `UPDATE auth.oauth_tokens SET first_used_at = now() - interval '3 hours',
        last_used_at = now() - interval '3 hours'
        WHERE shop_id = $1`,
      [panel.shop.id],
    );
    await install(api, panel.shop, await anApp(api, { name: 'Newcomer' }));
    await install(api, panel.shop, await anApp(api, { name: 'Latecomer', scopes: [] }));
    await panel.query(
      `UPDATE auth.nonces SET expires_at = now() - interval '1 second' WHERE oauth_token_id IN (
        SELECT t.id FROM auth.oauth_tokens t JOIN auth.apps a ON a.id = t.app_id
         WHERE t.shop_id = $1 AND a.name = 'Latecomer')`,
      [panel.shop.id],
    );
    const gone = await connected('Quitter');
    await gone.shopApi.get('/api/meta');
    await endTokensOf('Quitter');
    const page = await panel.open('/admin/apps');
    await row(page, 'Labels').waitFor();
    const expectTexts = (name: string, texts: unknown[]) =>
      expectSoon(async () => (await row(page, name).getByRole('cell').allInnerTexts()).slice(0, 4), texts);
    const any: unknown = expect.any(String);
    await expectTexts('Labels', ['2 permissions', 'Connected', any, '3 hours ago']);
    await expectTexts('Newcomer', ['2 permissions', 'Connecting', any, 'Never']);
    await expectTexts('Latecomer', ['0 permissions', 'Not connected', any, 'Never']);
    await expectTexts('Quitter', [any, 'Revoked', any, any]);
    expect(await page.getByText('3 hours ago').getAttribute('title')).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6} UTC$/,
    );
    await expectStill(page, 'apps');
    expect((await shopApi.get('/api/meta')).status).toBe(200);
  });

  it('the apps screen shows an app as pending until the app exchanges its installation nonce', async () => {
    const app = await anApp(api, {
      name: 'Prompt',
      scopes: ['meta.get', 'meta.post'],
      webhook_events: ['meta.updated'],
    });
    const nonce = await install(api, panel.shop, app);
    const page = await panel.open('/admin/apps');
    await page.getByRole('link', { name: 'Prompt' }).click();
    await page.getByRole('heading', { name: 'Prompt', level: 1 }).waitFor();
    await page.getByText('The app has not fetched its token yet').waitFor();
    await page.getByText('labels.example').waitFor();
    for (const text of ['Connecting', 'Demo Owner', 'a meta object was changed'])
      await page.getByRole('main').getByText(text).waitFor();
    await page.getByText('No requests in this time').waitFor();
    await look(page, 'apps-waiting');
    await exchange(api, nonce);
    await page.getByText('Connected', { exact: true }).waitFor();
    await expectSoon(() => page.getByText('has not fetched its token').count(), 0);
    await look(page, 'apps-connected');
    const parts = page.getByRole('navigation', { name: 'Sections of the app' });
    await parts.getByRole('link', { name: 'Permissions' }).click();
    await page.getByText('Read single meta objects').waitFor();
    await page.getByText('not used yet').first().waitFor();
    await countUses('Prompt');
    await page.reload();
    await page.getByText('not used in the last 90 days').waitFor();
    await page.getByRole('button', { name: 'Reduce' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Add meta data to anything in your shop').waitFor();
    await dialog.getByRole('button', { name: 'Reduce' }).click();
    await page.getByText('Removed the unused permissions of “Prompt”').waitFor();
    await expectSoon(() => page.getByText('Add meta data to anything in your shop').count(), 0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Restored the permissions of “Prompt”').waitFor();
    await page.getByText('Add meta data to anything in your shop').waitFor();
    await parts.getByRole('link', { name: 'Activity' }).click();
    await page.getByText('fetched its token').first().waitFor();
    const customers = page.getByRole('table', { name: 'Customers whose data it read' });
    await expectSoon(() => customers.getByRole('cell').nth(1).innerText(), '3');
    await customers.getByRole('link', { name: 'Customer 1 of' }).waitFor();
    await parts.getByRole('link', { name: 'Data' }).click();
    await page.getByText('None: its permissions give no access to personal data').waitFor();
    await look(page, 'apps-data');
  });

  it('the home and apps screens report changed permissions of an app, and link to the grant screen', async () => {
    const { app } = await connected('Growing', ['meta.get', 'meta.post']);
    await changeApp(api, app, { scopes: ['meta.get', 'meta.patch', 'meta.delete'] });
    const page = await panel.open('/admin/');
    await page.getByRole('link', { name: '1 app requests more permissions' }).click();
    await page.getByRole('radio', { name: 'New permissions', checked: true }).waitFor();
    await page
      .getByRole('row')
      .filter({ hasText: 'Growing' })
      .getByRole('link', { name: 'Permissions changed' })
      .waitFor();
    await look(page, 'apps-changed');
    await page.getByRole('link', { name: 'Growing' }).click();
    await page.getByText('“Growing” asks for different permissions').waitFor();
    await page.getByText('2 permissions are new. One is removed.').waitFor();
    await look(page, 'apps-asks');
    await page.getByRole('link', { name: 'Review' }).click();
    await page.getByRole('heading', { name: 'Update permissions of “Growing”?' }).waitFor();
  });

  it('the apps screen uninstalls an app after a confirmation, and the app’s tokens are revoked', async () => {
    const { shopApi } = await connected('Passing');
    expect((await shopApi.get('/api/meta')).status).toBe(200);
    const page = await panel.open('/admin/apps');
    await page.getByRole('button', { name: 'Uninstall “Passing”' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('ends within a second').waitFor();
    await expectFocus(dialog.getByRole('button', { name: 'Cancel' }));
    await look(page, 'apps-uninstall');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect((await shopApi.get('/api/meta')).status).toBe(200);
    await page.getByRole('button', { name: 'Uninstall “Passing”' }).click();
    await dialog.getByRole('button', { name: 'Uninstall' }).click();
    await page.getByRole('status').getByText('“Passing” uninstalled').waitFor();
    await row(page, 'Passing').waitFor({ state: 'detached' });
    await expectRefused(shopApi);
    await page.getByRole('radio', { name: 'Uninstalled' }).click();
    await page.getByRole('button', { name: 'Remove filter: Status: Uninstalled' }).waitFor();
    await page.getByText('1–1 of 1').waitFor();
    await row(page, 'Passing').waitFor();
    await look(page, 'apps-uninstalled');
    await page.getByRole('link', { name: 'Passing' }).click();
    await page.getByText('This app is not installed anymore').waitFor();
    await page.getByRole('link', { name: 'Data of your shop' }).waitFor();
    await look(page, 'apps-uninstalled-one');
  });

  it('the app page uninstalls the app', async () => {
    await connected('Single');
    const page = await panel.open('/admin/apps');
    await page.getByRole('link', { name: 'Single' }).click();
    await page.getByRole('button', { name: 'Uninstall', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Uninstall' }).click();
    await page.getByRole('heading', { name: 'Apps', level: 1 }).waitFor();
    await page.getByText('“Single” uninstalled').waitFor();
    await row(page, 'Single').waitFor({ state: 'detached' });
  });

  it('the apps screen shows HTML in an app name as text', async () => {
    const name = '<b onclick=alert(1)>Bold</b>';
    await install(api, panel.shop, await anApp(api, { name }));
    const page = await panel.open('/admin/apps');
    await page.getByRole('link', { name }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    expect(await page.locator('b').count()).toBe(0);
  });

  it('the apps screen keeps the dialog open if the app cannot be uninstalled', async () => {
    await connected('Stubborn');
    const page = await panel.open('/admin/apps');
    await page.route('**/installations/*', (route) => route.fulfill({ status: 503, body: '' }));
    await page.getByRole('button', { name: 'Uninstall “Stubborn”' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Uninstall' }).click();
    await dialog.getByRole('alert').waitFor();
    await page.unroute('**/installations/*');
    await dialog.getByRole('button', { name: 'Uninstall' }).click();
    await page.getByText('“Stubborn” uninstalled').waitFor();
  });

  it.each(['01a1fcc5-3fe7-779a-a8ee-6072ae3c5c3a', 'no-id'])(
    'the apps screen shows a not-found page at the URL %s',
    async (id) => {
      const page = await panel.open(`/admin/apps/${id}`);
      await page.getByRole('heading', { name: 'This app does not exist here' }).waitFor();
      await page.getByRole('link', { name: 'All apps' }).click();
      await page.getByRole('heading', { name: 'Apps', level: 1 }).waitFor();
    },
  );

  it('the apps screen shows a placeholder while loading, and a retry button after a failure', async () => {
    await connected('Loaded');
    const page = await panel.page();
    await panel.signIn(page);
    const answers = await holdAnswers(page, '**/installations?**');
    await page.goto(`${panel.origin()}/admin/apps`);
    await page.getByRole('heading', { name: 'Apps of this shop' }).waitFor();
    await skeleton(page).waitFor();
    await expectStill(page, 'apps-loading');
    answers.fail();
    await page.getByRole('alert').waitFor();
    await expectStill(page, 'apps-error');
    await answers.end();
    await page.getByRole('button', { name: 'Try again' }).click();
    await row(page, 'Loaded').waitFor();
  });

  /** Makes the app revoke its own token (RFC 7009). */
  const endTokensOf = async (name: string): Promise<void> => {
    const { body } = await api.get(`/api/shops/${panel.shop.id}/oauth_tokens?filter[status]=active`);
    const apps = (await api.get(`/api/apps?filter[name]=${name}`)).body.data as { id: string }[];
    const tokens = body.data as { id: string; relationships: { app: { data: { id: string } } } }[];
    const own = tokens.filter(({ relationships }) => relationships.app.data.id === apps[0]!.id);
    for (const { id } of own) await api.delete(`/api/shops/${panel.shop.id}/oauth_tokens/${id}`);
  };
});
