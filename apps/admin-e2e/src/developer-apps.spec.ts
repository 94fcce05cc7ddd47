import { aPng, type HttpClient } from '@storewright/testing';
import type { Page } from 'playwright-core';
import { anApp, changeApp, exchange, expectRefused, install, type RegisteredApp } from './apps';
import { holdAnswers } from './held-answers';
import {
  expectFocus,
  expectFocusWithin,
  expectSoon,
  expectStill,
  look,
  Panel,
  skeleton,
  withBrowser,
} from './panel';

withBrowser('My apps screen', () => {
  let panel: Panel;
  let api: HttpClient;
  beforeAll(async () => {
    panel = await Panel.start();
    api = await panel.api();
  });
  afterEach(() => panel.closePages());
  afterAll(() => panel.stop());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const heading = (page: Page, name: string, level = 1) =>
    page.getByRole('heading', { name, level, exact: true });
  const box = (page: Page, name: RegExp) => page.getByRole('checkbox', { name });
  const tick = (page: Page, words: string) => page.getByText(words).click();
  const code = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).innerText();
  const attributesOf = async (id: string) =>
    (await api.get(`/api/apps/${id}`)).body.data.attributes as Record<string, unknown>;
  const grant = (page: Page, words: RegExp) => box(page, words).press('Space');
  const part = (page: Page, name: string) =>
    page
      .getByRole('navigation', { name: 'App', exact: true })
      .getByRole('link', { name, exact: true })
      .click();
  const open = async ({ id }: Pick<RegisteredApp, 'id'>, path = ''): Promise<Page> => {
    const page = await panel.open(`/admin/developer/apps/${id}${path}`);
    await page.getByRole('navigation', { name: 'App', exact: true }).waitFor();
    return page;
  };
  const isSecretOf = async ({ id }: Pick<RegisteredApp, 'id'>, secret: string): Promise<boolean> => {
    const headers = {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    return (await api.as().post('/oauth/introspect', 'token=x', { headers })).status === 200;
  };

  it('the developer screens are available to a user without a shop', async () => {
    const developer = await panel.anOwner('developer@demo-shop.example');
    const domain = 'developers';
    const page = await panel.page();
    await panel.signIn(page, developer, domain);
    await page.goto(`${panel.origin(domain)}/admin/`);
    await page.getByText('No apps registered yet').waitFor();
    await look(page, 'developer-apps-empty');
    const places = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expectSoon(() => places.allInnerTexts(), ['My apps', 'Test shops']);

    await page.getByRole('link', { name: 'Register app' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Without a shop');
    await page.getByLabel('Install URL').fill('https://labels.example/install');
    await button(page, 'Register app').click();
    await heading(page, '“Without a shop” is registered').waitFor();
    await page.getByRole('link', { name: 'My apps', exact: true }).click();
    await page.getByRole('link', { name: 'Without a shop' }).click();
    await page.getByLabel('Domain of the shop').fill('some-shop');
    await expectSoon(
      () => code(page, 'Install link'),
      expect.stringContaining(`${panel.origin('some-shop')}/admin/oauth/`),
    );
    await look(page, 'developer-without-shop');
    for (const name of ['Permissions', 'Webhooks', 'Usage', 'Settings', 'Activity']) await part(page, name);
    await page.getByText(/registered Without a shop/).waitFor();
    await page.getByRole('button', { name: /^Your account/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Account' }).press('Enter');
    await heading(page, 'Account').waitFor();
    await page.goto(`${panel.origin(domain)}/admin/orders`);
    await heading(page, 'You are not a member of this shop').waitFor();
    await page.getByRole('link', { name: 'My apps', exact: true }).click();
    await heading(page, 'My apps').waitFor();
  });

  it('the test shops screen creates, opens, resets and removes a test shop', async () => {
    const app = await anApp(api, { name: 'Labels' });
    const page = await panel.open('/admin/developer/test-shops');
    const domain = `labels-${panel.shop.domain}`;
    const row = page.getByRole('row', { name: /Labels, for tests/ });
    const choose = async (action: string) => {
      await button(page, 'More actions for “Labels, for tests”').click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await page.getByText('No test shops yet').waitFor();
    await button(page, 'Create test shop').first().click();
    await page.getByLabel('Name', { exact: true }).fill('Labels, for tests');
    await expectSoon(() => page.getByLabel('Address').inputValue(), 'labels-for-tests');
    await page.getByLabel('Address').fill(domain);
    await page
      .getByText(/has products, codes, 100 customers and 300 orders/)
      .last()
      .waitFor();
    await look(page, 'test-shops-create');
    await page.getByRole('dialog').getByRole('button', { name: 'Create test shop' }).click();
    await row.getByText('Ready').waitFor();
    await heading(page, '1 of 2 test shops', 2).waitFor();

    await choose('Install app');
    await page.getByLabel('App', { exact: true }).selectOption(app.id);
    const link = await page.getByRole('link', { name: 'Open install link' }).getAttribute('href');
    expect(link).toBe(`${panel.origin(domain)}/admin/oauth/${app.id}`);
    await button(page, 'Close').click();

    const [{ id }] = (await api.get(`/api/test_shops?filter[domain]=${domain}`)).body.data;
    const requested = async () =>
      (await api.get(`/api/test_shops/${id}`)).body.data.attributes.requested_at as string;
    const before = await requested();
    await choose('Reset');
    await page
      .getByRole('alertdialog')
      .getByText(/Installations, access tokens and members stay/)
      .waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click();
    await page.getByText('“Labels, for tests” is being reset').waitFor();
    expect(await requested()).not.toBe(before);
    await row.getByText('Ready').waitFor();
    // Simulates a test shop that the shop API could not fill.
    const { body } = await api.get('/api/test_shops?page[total]=true');
    const late = { status: 'resetting', requested_at: new Date(Date.now() - 120_000).toISOString() };
    Object.assign(body.data[0].attributes as object, late);
    const contentType = 'application/vnd.api+json';
    await page.route('**/admin/api/test_shops?*', (route) =>
      route.fulfill({ contentType, body: JSON.stringify(body) }),
    );
    await page.reload();
    await row.getByText('It is tried again every minute').waitFor();
    await expectStill(page, 'test-shops');
    await page.unroute('**/admin/api/test_shops?*');
    await row.getByText('Ready').waitFor();

    await choose('Remove');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await row.getByText('Being removed').waitFor();
    expect(await row.getByRole('button').count()).toBe(1);
    await row.getByRole('button', { name: /^Copy/ }).waitFor();
    expect((await api.get(`/api/test_shops/${id}`)).body.data.attributes.status).toBe('removing');
  });

  it('registering an app requests the selected permissions, and shows the secret and the install link', async () => {
    const page = await panel.open('/admin/developer/apps');
    await page.getByRole('link', { name: 'Register app' }).first().click();
    await heading(page, 'Register an app').waitFor();
    await page.getByLabel('Name', { exact: true }).fill(' Labels ');
    await page.getByLabel('Install URL').fill('https://labels.example/install?a=b');
    await page.getByLabel('Description (optional)').fill('Prints labels. ');
    await page.getByLabel('Privacy policy').fill('https://labels.example/privacy');
    await grant(page, /Read single meta objects/);
    await grant(page, /Change meta data/);
    await page.getByLabel('Webhook URL').fill('https://labels.example/hooks');
    await tick(page, 'A meta object was deleted');
    await tick(page, 'Require a proof');
    await tick(page, 'Require client authentication');
    await look(page, 'developer-apps-register');
    await button(page, 'Register app').click();
    await heading(page, '“Labels” is registered').waitFor();
    await look(page, 'developer-apps-registered');
    const id = await code(page, 'App id');
    const secret = await code(page, 'Secret');
    expect(await attributesOf(id)).toMatchObject({
      name: 'Labels',
      install_url: 'https://labels.example/install?a=b',
      description: 'Prints labels.',
      privacy_url: 'https://labels.example/privacy',
      support_url: null,
      scopes: ['meta.get', 'meta.patch'],
      webhook_url: 'https://labels.example/hooks',
      webhook_events: ['meta.deleted'],
      require_proof: true,
      require_secret: true,
    });
    expect(await isSecretOf({ id }, secret)).toBe(true);
    await page.getByRole('button', { name: 'Copy: Install link' }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(`${panel.origin()}/admin/oauth/${id}`);
    await page.getByRole('link', { name: 'Go to app' }).click();
    await heading(page, 'Labels').waitFor();
    await expectSoon(() => page.content(), expect.not.stringContaining(secret));
    await page.goBack();
    await page.getByLabel('Name', { exact: true }).waitFor();
    await expectSoon(() => page.content(), expect.not.stringContaining(secret));
    await expectSoon(() => page.getByLabel('Name', { exact: true }).inputValue(), '');
    await page.goto(link);
    await heading(page, 'Install “Labels”?').waitFor();
  });

  it('the app form previews and saves an app icon, which appears on the grant screen', async () => {
    const app = await anApp(api, { name: 'Icons' });
    const page = await open(app, '/settings');
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
    /** Returns the displayed widths of images. Each must equal the width of its file. */
    const pictures = (on: Page) =>
      on
        .locator('main img[src*="/icon/"], main img[src^="data:"]')
        .evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth));
    await choose('wide.png', 'image/png', aPng(256, 128));
    await page
      .getByText('This picture is 256 × 128 pixels. Choose a square one of 128 to 1,200 pixels.')
      .waitFor();
    await choose('drawing.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await page.getByText('Choose a PNG, JPEG or WebP file.').waitFor();
    await choose('icon.png', 'image/png', aPng());
    await page.getByText('Preview of icon.png. Not saved yet.').waitFor();
    await expectSoon(() => pictures(page), [256]);
    await look(page, 'developer-app-icon');
    await button(page, 'Save icon').click();
    await page.getByText(/^Icon of .+ saved$/).waitFor();
    await expectSoon(() => pictures(page), [256, 256]);
    expect((await attributesOf(app.id))['icon_url']).toContain(`/api/apps/${app.id}/icon/`);

    await page.goto(`${panel.origin()}/admin/oauth/${app.id}`);
    await heading(page, 'Install “Icons”?').waitFor();
    await expectSoon(() => pictures(page), [256]);
    await install(api, panel.shop, app);
    await page.goto(`${panel.origin()}/admin/apps`);
    await page.getByRole('link', { name: 'Icons', exact: true }).waitFor();
    await expectSoon(() => pictures(page), [256]);

    await page.goto(`${panel.origin()}/admin/developer/apps/${app.id}/settings`);
    await button(page, 'Remove icon').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove icon' }).click();
    await page.getByText(/^Icon of .+ removed$/).waitFor();
    await expectSoon(() => pictures(page), []);
    expect((await attributesOf(app.id))['icon_url']).toBeNull();
  });

  it('the app form rejects the install URL javascript:alert(1) beside the field and keeps the input', async () => {
    const url = 'javascript:alert(1)';
    const reason = /Enter an https address without user name, wildcard and “#”/;
    const page = await panel.open('/admin/developer/apps/new');
    await page.getByLabel('Name', { exact: true }).fill('Labels');
    await page.getByLabel('Install URL').fill(url);
    await page.getByLabel('Webhook URL').fill('https://labels.example/hooks#top');
    await button(page, 'Register app').click();
    const input = page.getByLabel('Install URL');
    await page.getByText(reason).first().waitFor();
    await expectSoon(() => input.getAttribute('aria-invalid'), 'true');
    const described = (await input.getAttribute('aria-describedby'))!.split(' ');
    const texts = await page.evaluate(
      (ids) => ids.map((id) => document.getElementById(id)?.textContent),
      described,
    );
    expect(texts.join()).toMatch(reason);
    await expectFocus(input);
    await expectSoon(() => page.getByLabel('Webhook URL').getAttribute('aria-invalid'), 'true');
    expect(await input.inputValue()).toBe(url);
    await look(page, 'developer-apps-refused');
  });

  it('the app form reports missing fields before a request, and warns about settings without an effect', async () => {
    const page = await panel.open('/admin/developer/apps/new');
    await tick(page, 'A meta object was added');
    await page.getByText('Also select permission to read these: meta.created.').waitFor();
    await page.getByText('Without a webhook URL, these events are not sent.').waitFor();
    await grant(page, /Read single meta objects/);
    await page.getByText('Also select permission to read these').waitFor({ state: 'detached' });
    await button(page, 'Register app').click();
    await page.getByText('Enter a name.').waitFor();
    await page.getByText('Enter the address that owners are sent to.').waitFor();
    await look(page, 'developer-apps-missing');
  });

  it('the app form keeps its input if the user opens another screen or the session expires', async () => {
    const page = await panel.open('/admin/developer/apps/new');
    await page.getByLabel('Name', { exact: true }).fill('Half done');
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Apps', exact: true })
      .click();
    await button(page, 'Leave page').click();
    await heading(page, 'Apps').waitFor();
    await page.goBack();
    await expectSoon(() => page.getByLabel('Name', { exact: true }).inputValue(), 'Half done');
    await page.getByLabel('Install URL').fill('https://half.example/');
    await panel.endSessions();
    api = await panel.api();
    // The list of apps polls too and may notice the ended session before the click, so the click may happen
    // after the sign-in.
    const pressed = button(page, 'Register app').click();
    await heading(page, 'Your session has ended', 2).waitFor();
    await page.getByLabel('Password', { exact: true }).fill(panel.owner.password);
    await page.keyboard.press('Enter');
    await pressed;
    await heading(page, '“Half done” is registered').waitFor();
  });

  it('the developer screens list apps with their permissions and install hosts', async () => {
    const app = await anApp(api, { name: 'Listed', scopes: ['meta.get'] });
    const page = await panel.open('/admin/developer/apps');
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Listed' }) });
    await row.waitFor();
    await expectSoon(() => row.innerText(), expect.stringMatching(/1 permission[^]*labels\.example[^]*now/));
    await expectStill(page, 'developer-apps');
    await row.getByRole('button', { name: 'Copy: install link of “Listed”' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${panel.origin()}/admin/oauth/${app.id}`,
    );
  });

  it('the app form saves only the changed fields of a section, and shows how many shops have the app', async () => {
    const app = await anApp(api, { name: 'Stable', scopes: ['meta.get'], require_proof: true });
    await install(api, panel.shop, app);
    const page = await open(app);
    await page.getByText('1 shop', { exact: true }).waitFor();
    expect(await code(page, 'Ask the shop')).toContain('-H "Secret-Proof: $PROOF"');
    await page.getByLabel('Domain of the shop').fill('other-shop');
    await expectSoon(() => code(page, 'Install link'), `${panel.origin('other-shop')}/admin/oauth/${app.id}`);
    await expectStill(page, 'developer-apps-app');
    await part(page, 'Permissions');
    await grant(page, /Add meta data/);
    await page.getByText('The app is installed in 1 shop.').waitFor();
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await button(page, 'Save').click();
    const request = await sent;
    expect(request.postDataJSON().data.attributes).toEqual({ scopes: ['meta.get', 'meta.post'] });
    expect(request.headers()['if-match']).toMatch(/^"/);
    await page.getByText(/^“.+” saved$/).waitFor();
    await expectSoon(() => button(page, 'Save').count(), 0);
    await part(page, 'Settings');
    await page.getByLabel('Name', { exact: true }).fill('Stable 2');
    await button(page, 'Save').click();
    await heading(page, 'Stable 2').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Stable 3');
    await page.goBack();
    await button(page, 'Leave page').click();
    await heading(page, 'Permissions', 2).waitFor();
    await page.goForward();
    await expectSoon(() => page.getByLabel('Name', { exact: true }).inputValue(), 'Stable 3');
    await button(page, 'Discard changes').click();
    await expectSoon(() => page.getByLabel('Name', { exact: true }).inputValue(), 'Stable 2');
    await part(page, 'Activity');
    await expectSoon(() => page.getByRole('listitem').filter({ hasText: 'changed Stable 2' }).count(), 2);
    await expectStill(page, 'developer-apps-activity');
  });

  it('the app form asks for the password before it changes a URL that receives data', async () => {
    const app = await anApp(api, { name: 'Moved', scopes: ['meta.get'] });
    const page = await open(app);
    await part(page, 'Settings');
    await panel.ageSignIns(11);
    await page.getByLabel('Name', { exact: true }).fill('Moved 2');
    await button(page, 'Save').click();
    await heading(page, 'Moved 2').waitFor();
    await page.getByLabel('Install URL').fill('https://moved.example/install');
    await button(page, 'Save').click();
    const proof = page.getByRole('dialog', { name: 'Confirm access' });
    await proof.getByLabel('Password', { exact: true }).fill(panel.owner.password);
    await page.keyboard.press('Enter');
    await proof.waitFor({ state: 'detached' });
    await expectSoon(
      async () => (await api.get(`/api/apps/${app.id}`)).body.data.attributes.install_url,
      'https://moved.example/install',
    );
    await panel.ageSignIns(0);
  });

  it('the app form selects permissions by search and by preset', async () => {
    const app = await anApp(api, { name: 'Preset', scopes: ['meta.delete'] });
    const page = await open(app, '/permissions');
    await page.getByLabel('Search permissions').fill('meta');
    await button(page, 'Read and write').click();
    await page.getByLabel('Search permissions').fill('orders.get');
    await button(page, 'Read only').click();
    await button(page, 'As owners read it').click();
    await page.getByText('Change meta data', { exact: true }).waitFor();
    await expectStill(page, 'developer-apps-permissions');
    await button(page, 'Save').click();
    await page.getByText(/^“.+” saved$/).waitFor();
    expect(new Set((await attributesOf(app.id))['scopes'] as string[])).toEqual(
      new Set([
        ...['meta.collection', 'meta.get', 'meta.post', 'meta.patch'],
        ...['orders.collection', 'orders.get'],
      ]),
    );
  });

  it('the app form shows another developer’s conflicting change, and the user can save again', async () => {
    const app = await anApp(api, { name: 'Shared', scopes: ['meta.get'] });
    const page = await open(app, '/settings');
    await page.getByLabel('Name', { exact: true }).fill('Mine');
    await tick(page, 'Require a proof');
    await changeApp(api, app, { name: 'Theirs', install_url: 'https://theirs.example/install' });
    await button(page, 'Save').click();
    const notice = page.getByRole('group', { name: 'Somebody else has changed this app' });
    await notice.waitFor();
    await expectFocus(notice);
    await expectSoon(
      () => notice.innerText(),
      expect.stringMatching(/Name: Theirs[^]*Install URL: https:\/\/theirs/),
    );
    await expectSoon(() => page.getByLabel('Name', { exact: true }).inputValue(), 'Mine');
    await expectSoon(() => page.getByLabel('Install URL').inputValue(), 'https://theirs.example/install');
    expect(await attributesOf(app.id)).toMatchObject({ name: 'Theirs', require_proof: false });
    await look(page, 'developer-apps-newer');
    await button(page, 'Use theirs: Name').click();
    await expectSoon(() => page.getByLabel('Name', { exact: true }).inputValue(), 'Theirs');
    await page.getByLabel('Name', { exact: true }).fill('Ours');
    // A change of another section of the page causes no conflict.
    await changeApp(api, app, { scopes: ['meta.delete'] });
    await button(page, 'Save').click();
    await page.getByText(/^“.+” saved$/).waitFor();
    await notice.waitFor({ state: 'detached' });
    expect(await attributesOf(app.id)).toMatchObject({
      name: 'Ours',
      scopes: ['meta.delete'],
      require_proof: true,
      install_url: 'https://theirs.example/install',
    });
  });

  it('the app page creates an app secret, and the previous app secret stays valid until its expiry', async () => {
    const app = await anApp(api, { name: 'Rotating' });
    const page = await open(app, '/settings');
    const rotate = async (): Promise<string> => {
      await button(page, 'Rotate secret').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate secret' }).click();
      const dialog = page.getByRole('dialog', { name: 'The new secret' });
      await dialog.waitFor();
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      await expectFocusWithin(dialog);
      const secret = await code(page, 'Secret');
      await page.keyboard.press('Escape');
      expect(await dialog.isVisible()).toBe(true);
      return secret;
    };
    const second = await rotate();
    await look(page, 'developer-apps-new-secret');
    await button(page, 'Done').click();
    expect([await isSecretOf(app, app.secret), await isSecretOf(app, second)]).toEqual([true, true]);
    const table = page.getByRole('table', { name: 'Secrets', exact: true });
    await table.getByRole('rowheader', { name: 'No. 2' }).waitFor();
    await expectSoon(() => table.getByRole('rowheader').allInnerTexts(), ['No. 2', 'No. 1']);
    await expectSoon(() => page.content(), expect.not.stringContaining(second));
    await button(page, 'Rotate secret').click();
    await page.getByText('No. 1, which is already being replaced, ends now.').waitFor();
    await look(page, 'developer-apps-rotate');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    const third = await rotate();
    await button(page, 'Done').click();
    expect([
      await isSecretOf(app, app.secret),
      await isSecretOf(app, second),
      await isSecretOf(app, third),
    ]).toEqual([false, true, true]);
  });

  it('the app page lists the shops that have the app, with the status of each installation', async () => {
    const app = await anApp(api, { name: 'Counted' });
    const shop = panel.shopApi(await exchange(api, await install(api, panel.shop, app)));
    expect((await shop.get('/api/installation')).status).toBe(200);
    // Inserts the counts that the services would write over several days.
    await panel.query(
      `WITH hours AS (INSERT INTO auth.request_counts (shop_id, credential, credential_id, hour, requests,
        client_errors, server_errors)
         SELECT i.shop_id, 'installations', i.id, date_trunc('hour', now()) - day * interval '1 day',
           400 + 300 * day, 20 * day, 7
         FROM auth.installations i, generate_series(1, 5) AS day WHERE i.app_id = $1 RETURNING *)
       INSERT INTO auth.request_days SELECT shop_id, credential_id, date_trunc('day', hour, 'UTC'), requests,
         client_errors, server_errors FROM hours`,
      [app.id],
    );
    await panel.query(
      `WITH hours AS (INSERT INTO auth.webhook_counts SELECT i.shop_id, i.id, date_trunc('hour',
        now()) - day * interval '1 day', 300, day - 1, 1 - day % 2, ARRAY[290,10,0,0,0,0,0,0,0,0,0,0,0]
         FROM auth.installations i, generate_series(1, 3) AS day WHERE i.app_id = $1 RETURNING *)
       INSERT INTO auth.webhook_days SELECT shop_id, installation_id, date_trunc('day', hour, 'UTC'),
         delivered, waiting, failed, delays FROM hours`,
      [app.id],
    );
    // Waits, because the services log requests in batches.
    const logged = async () => (await api.get(`/api/apps/${app.id}/requests`)).body.data.length as number;
    await expectSoon(logged, 1);
    const page = await open(app, '/usage');
    await page.getByText(/^6,50\d requests, 335 errors$/).waitFor();
    await page.locator('.recharts-bar-rectangle path').first().waitFor();
    await page.getByText('900 delivered, 3 waiting, 1 failed').waitFor();
    const table = page.getByRole('table', { name: 'Installations' });
    await table.getByRole('row', { name: /Demo Shop/ }).waitFor();
    await page.getByRole('rowheader', { name: 'GET /api/installation' }).waitFor();
    await expectStill(page, 'developer-apps-installations');
    await page.getByLabel('Answer', { exact: true }).selectOption('5xx');
    await page.getByText('No requests match this filter').waitFor();
    await page.getByLabel('Answer', { exact: true }).selectOption('2xx');
    await page.getByRole('rowheader', { name: 'GET /api/installation' }).waitFor();
  });

  it('the app page deletes an app after a confirmation that contains the number of shops', async () => {
    const app = await anApp(api, { name: 'Doomed' });
    const shop = panel.shopApi(await exchange(api, await install(api, panel.shop, app)));
    expect((await shop.get('/api/meta')).status).toBe(200);
    const page = await open(app, '/settings');
    await button(page, 'Delete app').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('It is installed in 1 shop, and will be uninstalled there.').waitFor();
    await look(page, 'developer-apps-delete');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('“Doomed” deleted').waitFor();
    await heading(page, 'My apps').waitFor();
    await expectRefused(shop);
    await page.goBack();
    await heading(page, 'This app does not exist').waitFor();
    await look(page, 'developer-apps-none');
  });

  it('the developer screens hide the apps of other developers', async () => {
    const other = await panel.anOwner('other@elsewhere.example');
    const app = await anApp(await panel.api(other), { name: 'Not mine' });
    const page = await panel.open(`/admin/developer/apps/${app.id}`);
    await heading(page, 'This app does not exist').waitFor();
    await page.getByRole('link', { name: 'All my apps' }).click();
    await heading(page, 'My apps').waitFor();
    await page.getByRole('table', { name: 'My apps' }).or(page.getByText('No apps registered yet')).waitFor();
    expect(await page.getByText('Not mine').count()).toBe(0);
  });

  it('the developer screens show a placeholder while loading, and a retry button after a failure', async () => {
    const app = await anApp(api, { name: 'Away' });
    const page = await panel.page();
    await panel.signIn(page);
    const answers = await holdAnswers(page, `**/admin/api/apps/${app.id}`);
    await page.goto(`${panel.origin()}/admin/developer/apps/${app.id}`);
    await heading(page, 'App').waitFor();
    await skeleton(page).waitFor();
    await expectStill(page, 'developer-apps-loading');
    answers.fail();
    await page.getByRole('alert').waitFor();
    await expectStill(page, 'developer-apps-error');
    await answers.end();
    await button(page, 'Try again').click();
    await heading(page, 'Away').waitFor();
  });
});
