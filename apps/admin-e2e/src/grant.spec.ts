import { aPng, type HttpClient } from '@storewright/testing';
import type { Page } from 'playwright-core';
import { AppServer } from './app-server';
import { anApp, changeApp, exchange, install, installations, type RegisteredApp } from './apps';
import { holdAnswers } from './held-answers';
import { expectSoon, expectStill, look, Panel, problemsOf, skeleton, withBrowser } from './panel';

withBrowser('grant screen', () => {
  let panel: Panel;
  let api: HttpClient;
  let server: AppServer;
  beforeAll(async () => {
    [panel, server] = await Promise.all([Panel.start(), AppServer.start()]);
    api = await panel.api();
  });
  afterEach(() => panel.closePages());
  afterAll(() => Promise.all([panel.stop(), server.stop()]));

  const labels = (attributes = {}): Promise<RegisteredApp> =>
    anApp(api, { install_url: server.installUrl, ...attributes });
  const address = ({ id }: { id: string }, query = '') => `/admin/oauth/${id}${query}`;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const arrived = (page: Page) => page.waitForURL(`${server.origin}/**`);
  const ofApp = async ({ id }: RegisteredApp) => {
    const { body } = await api.get(`/api/shops/${panel.shop.id}/installations?filter[app_id]=${id}`);
    return body.data as { attributes: { status: string; scopes: string[] } }[];
  };
  /** Texts of the list items below a heading. */
  const items = (page: Page, heading: string) =>
    page
      .locator('section', { has: page.getByRole('heading', { name: heading, exact: true }) })
      .getByRole('listitem')
      .allInnerTexts();

  it('the grant screen shows app, shop and permissions, and redirects the owner to the app with a nonce', async () => {
    const logo = { body: aPng(64), headers: { 'content-type': 'image/png' } };
    expect((await api.send('PUT', `/api/shops/${panel.shop.id}/logo`, logo)).status).toBe(200);
    const app = await labels({ webhook_events: ['meta.updated', 'installations.uninstalled'] });
    const page = await panel.open(address(app, '?state=a%26b%20%23%C3%BC'));
    await page.getByRole('heading', { name: 'Install “Labels”?' }).waitFor();
    await expectSoon(
      () => page.getByRole('group', { name: /who is asking/i }).innerText(),
      expect.stringMatching(/Labels[^]*by Demo Owner[^]*localhost:\d+[^]*Demo Shop[^]*demo-shop/),
    );
    // The app has no icon, so the only image is the logo of the shop.
    const image = page.getByRole('group', { name: /who is asking/i }).locator('img');
    await expectSoon(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth), 64);
    expect(await image.getAttribute('src')).toMatch(new RegExp(`/shops/${panel.shop.id}/logo/`));
    await expectSoon(
      () => items(page, 'It will be able to'),
      ['List and search the meta data of your shop', 'Read single meta objects'],
    );
    await expectSoon(
      () => items(page, 'It will be notified when'),
      ['A meta object was changed', 'The app was uninstalled'],
    );
    await expectStill(page, 'grant-new');
    await button(page, 'Install').click();
    await arrived(page);
    const { url, headers } = server.visits.at(-1)!;
    expect([...url.searchParams.keys()]).toEqual(['plan', 'nonce', 'state']);
    expect([url.searchParams.get('plan'), url.searchParams.get('state')]).toEqual(['free trial', 'a&b #ü']);
    expect(headers.referer).toBeUndefined();
    expect(await ofApp(app)).toEqual([
      expect.objectContaining({
        attributes: expect.objectContaining({ status: 'installed', scopes: ['meta.collection', 'meta.get'] }),
      }),
    ]);
    expect(problemsOf(page)).toEqual([]);
  });

  it('the grant screen shows the app’s description and the personal data that the app can read', async () => {
    const app = await labels({
      scopes: ['customers.get', 'customers.patch'],
      description: 'Prints <b>labels</b>.',
      privacy_url: 'https://labels.example/privacy',
    });
    const page = await panel.open(address(app));
    await page.getByText('Prints <b>labels</b>.').waitFor();
    await page.getByText('It will be able to read personal data of your customers').waitFor();
    const policy = page.getByRole('link', { name: 'Privacy policy' });
    expect(await policy.getAttribute('href')).toBe('https://labels.example/privacy');
    expect(await policy.getAttribute('rel')).toBe('noopener noreferrer');
    await expectSoon(
      () => items(page, 'It will be able to'),
      [
        expect.stringMatching(/^Read single customers(?![^]*Personal data)/),
        'Change customers, and redact them for good',
      ],
    );
    await look(page, 'grant-personal');
  });

  it('the grant screen redirects to an OAuth client with a code, the client’s state and the issuer', async () => {
    const app = await labels();
    const query = `?state=s&response_type=code&code_challenge=${'c'.repeat(43)}`;
    const page = await panel.open(address(app, query));
    await button(page, 'Install').click();
    await arrived(page);
    const { url } = server.visits.at(-1)!;
    expect([...url.searchParams.keys()]).toEqual(['plan', 'code', 'state', 'iss']);
  });

  it('the grant screen sends a signed-out owner to the sign-in, and the app receives the original state', async () => {
    const app = await labels();
    const page = await panel.page();
    await page.goto(panel.origin() + address(app, '?state=x%2By'));
    await page.getByLabel('Email').fill(panel.owner.email);
    await page.getByLabel('Password', { exact: true }).fill(panel.owner.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Install “Labels”?' }).waitFor();
    expect(page.url()).toBe(panel.origin() + address(app, '?state=x%2By'));
    await button(page, 'Install').click();
    await arrived(page);
    expect(server.visits.at(-1)!.url.searchParams.get('state')).toBe('x+y');
  });

  it('declining on the grant screen installs no app and returns to the panel', async () => {
    const app = await labels();
    const page = await panel.open(address(app));
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(page.url()).toMatch(new RegExp(`^${panel.origin()}/admin/?$`));
    expect(await ofApp(app)).toEqual([]);
  });

  it('declining on the grant screen reports a denial to an OAuth client', async () => {
    const app = await labels();
    const page = await panel.open(address(app, '?state=s%26t&response_type=code'));
    await button(page, 'Cancel').click();
    await arrived(page);
    const { searchParams } = server.visits.at(-1)!.url;
    expect([searchParams.get('error'), searchParams.get('state')]).toEqual(['access_denied', 's&t']);
    expect(await ofApp(app)).toEqual([]);
  });

  it('the grant screen works with the keyboard alone', async () => {
    const app = await labels();
    const page = await panel.open(address(app));
    await button(page, 'Install').waitFor();
    const order: string[] = [];
    for (let at = 0; at < 2; at += 1) {
      await page.keyboard.press('Tab');
      order.push(await page.evaluate(() => document.activeElement!.textContent!));
      expect(await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)).toBe('solid');
    }
    expect(order).toEqual(['Cancel', 'Install']);
    await page.keyboard.press('Enter');
    await arrived(page);
    expect(await ofApp(app)).toHaveLength(1);
  });

  describe('grant screen of an installed app', () => {
    it('lists added, removed and unchanged permissions, and extends the active token after consent', async () => {
      const app = await labels({ scopes: ['meta.collection', 'meta.get'] });
      const token = await exchange(api, await install(api, panel.shop, app));
      const shop = panel.shopApi(token);
      const write = () => shop.post('/api/meta', { data: { type: 'meta', attributes: anObject } });
      expect((await write()).status).toBe(403);
      const scopes = ['meta.get', 'meta.post', 'meta.delete'];
      await changeApp(api, app, { scopes, optional_scopes: ['codes.collection', 'codes.get'] });
      const page = await panel.open(address(app));
      await page.getByRole('heading', { name: 'Update permissions of “Labels”?' }).waitFor();
      await expectSoon(
        () => items(page, 'New: it will be able to'),
        ['Add meta data to anything in your shop', 'Delete meta data'],
      );
      await expectSoon(
        () => items(page, 'Removed: it will no longer be able to'),
        ['List and search the meta data of your shop'],
      );
      await expectSoon(() => items(page, 'As before: it can still'), ['Read single meta objects']);
      await look(page, 'grant-changed-access');
      await page.getByText('Read single discount codes and gift codes').click();
      await button(page, 'Update permissions').click();
      await arrived(page);
      expect((await write()).status).toBe(201);
      // The token has the selected optional scope, and not the other one.
      expect((await shop.get(`/api/codes/${app.id}`)).status).toBe(404);
      expect((await shop.get('/api/codes')).status).toBe(403);
      expect((await shop.get('/api/meta')).status).toBe(403);
      expect(await ofApp(app)).toHaveLength(1);
    });

    it('reports no changes if the app requests the same permissions', async () => {
      const app = await labels({ scopes: ['meta.get'] });
      await install(api, panel.shop, app);
      const page = await panel.open(address(app));
      await page.getByRole('heading', { name: 'Install “Labels” again?' }).waitFor();
      await expectSoon(() => items(page, 'As before: it can still'), ['Read single meta objects']);
      await look(page, 'grant-same-access');
      await button(page, 'Install again').click();
      await arrived(page);
      expect(await ofApp(app)).toHaveLength(1);
    });
  });

  it('the grant screen opens again if the app’s permissions changed before the owner’s click', async () => {
    const app = await labels({ scopes: ['meta.collection', 'meta.get'] });
    const page = await panel.open(address(app, '?state=s'));
    await button(page, 'Install').waitFor();
    await changeApp(api, app, { scopes: ['meta.get', 'meta.delete'] });
    await button(page, 'Install').click();
    const notice = page
      .getByRole('status')
      .filter({ hasText: 'The app has changed the permissions it asks for' });
    await notice.waitFor();
    await expectSoon(
      () => notice.innerText(),
      expect.stringMatching(
        /Nothing was installed[^]*also asks to\s+delete meta data\s+It no longer asks to\s+list and search/,
      ),
    );
    await expectSoon(
      () => items(page, 'It will be able to'),
      ['Read single meta objects', 'Delete meta data'],
    );
    expect(await ofApp(app)).toEqual([]);
    await look(page, 'grant-changed-since');
    await button(page, 'Install').click();
    await arrived(page);
    expect(server.visits.at(-1)!.url.searchParams.get('state')).toBe('s');
    await page.goBack();
    await page.getByRole('heading', { name: 'Install “Labels” again?' }).waitFor();
    await expectSoon(() => notice.count(), 0);
  });

  it.each(['meta.get meta.delete', 'meta.get Call+1-555-0100', ''])(
    'the grant form grants nothing if the submitted scopes differ from the displayed scopes: %j',
    async (scopes) => {
      const app = await labels({ scopes: ['meta.collection', 'meta.get'] });
      const page = await panel.open(address(app));
      await button(page, 'Install').waitFor();
      await sendTampered(page, 'scopes', scopes);
      await page.getByText('The app has changed the permissions it asks for').waitFor();
      expect(await page.getByRole('main').innerText()).not.toContain('555-0100');
      expect(await ofApp(app)).toEqual([]);
    },
  );

  describe('grant screen if the last sign-in is older than ten minutes', () => {
    const confirm = (page: Page) => page.getByRole('dialog', { name: 'Confirm access' });
    // Renews the step-up, because the API client of the tests uses a session of the same user.
    afterEach(() => panel.ageSignIns(0));

    it('asks for the password in a dialog and then installs the app without another click', async () => {
      const app = await labels();
      const page = await panel.open(address(app, '?state=x'));
      await button(page, 'Install').waitFor();
      await panel.ageSignIns(11);
      await button(page, 'Install').click();
      await confirm(page).getByLabel('Password', { exact: true }).fill('a wrong password');
      await page.keyboard.press('Enter');
      await confirm(page).getByRole('alert').getByText('This is not your password.').waitFor();
      expect(await ofApp(app)).toEqual([]);
      await confirm(page).getByLabel('Password', { exact: true }).fill(panel.owner.password);
      await look(page, 'grant-step-up');
      await page.keyboard.press('Enter');
      await arrived(page);
      expect(server.visits.at(-1)!.url.searchParams.get('state')).toBe('x');
      expect(await ofApp(app)).toHaveLength(1);
    });

    it('installs nothing if the user closes the password dialog, and asks again at the next click', async () => {
      const app = await labels();
      const page = await panel.open(address(app));
      await button(page, 'Install').waitFor();
      await panel.ageSignIns(11);
      await button(page, 'Install').click();
      await confirm(page).getByRole('button', { name: 'Cancel' }).click();
      await confirm(page).waitFor({ state: 'detached' });
      expect(await ofApp(app)).toEqual([]);
      await button(page, 'Install').click();
      await confirm(page).waitFor();
    });

    it('reports that nothing was installed if the service receives the form without a recent sign-in', async () => {
      const app = await labels();
      const page = await panel.open(address(app));
      await button(page, 'Install').waitFor();
      await panel.ageSignIns(11);
      // Hides from the page whether the last step-up is recent. Only the service knows.
      await page.route('**/admin/api/sessions/current', (route) => route.fulfill({ status: 503, body: '' }), {
        times: 1,
      });
      await button(page, 'Install').click();
      await page.getByText('Nothing was installed yet').waitFor();
      await look(page, 'grant-step-up-needed');
      expect(await ofApp(app)).toEqual([]);
      expect(await confirm(page).count()).toBe(0);
    });
  });

  it('the grant screen creates one installation after a double click', async () => {
    const app = await labels();
    const page = await panel.open(address(app));
    await button(page, 'Install').dblclick();
    await arrived(page);
    expect(await ofApp(app)).toHaveLength(1);
    await exchange(api, server.visits.at(-1)!.url.searchParams.get('nonce')!);
  });

  it('the grant screen ignores a click immediately after the window gains focus', async () => {
    const app = await labels();
    const page = await panel.open(address(app));
    await button(page, 'Install').waitFor();
    const front = await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'));
      document.querySelector<HTMLButtonElement>('button[type=submit]')!.click();
      return performance.now();
    });
    await page.getByText('Click again if you agree.').waitFor();
    expect(await ofApp(app)).toEqual([]);
    await page.waitForFunction((since) => performance.now() - since > 500, front);
    await button(page, 'Install').click();
    await arrived(page);
    expect(await ofApp(app)).toHaveLength(1);
  });

  it('the grant screen shows HTML in names as text, and supports names of any length and script', async () => {
    const name = '<img src=x onerror="document.title=1"><b>';
    const api = await panel.api(await panel.anOwner('maker@labels.example'));
    const app = await anApp(api, { name, install_url: server.installUrl });
    const page = await panel.open(address(app));
    await page.getByRole('heading', { name: `Install “${name}”?` }).waitFor();
    expect(await page.locator('img[src=x], main b').count()).toBe(0);
    await expectSoon(() => page.title(), expect.stringContaining(name));
    await look(page, 'grant-html-name');
    const long = await anApp(api, { name: 'W'.repeat(100), install_url: server.installUrl });
    await page.goto(panel.origin() + address(long));
    await page.getByRole('heading', { name: /WWW/ }).waitFor();
    await look(page, 'grant-long-name');
    const arabic = await anApp(api, { name: 'ملصقات', install_url: server.installUrl, scopes: [] });
    await page.goto(panel.origin() + address(arabic));
    await page.getByText('It asks for no access to the data of your shop.').waitFor();
    await look(page, 'grant-no-scopes');
  });

  it.each(['01a1fcc5-3fe7-779a-a8ee-6072ae3c5c3a', 'no-id', '..%2Fscopes', '%00'])(
    'the grant screen reports that the app %s does not exist, with a link to the panel',
    async (id) => {
      const page = await panel.open(address({ id }, '?state=x'));
      await page.getByRole('heading', { name: 'This app does not exist' }).waitFor();
      if (id === 'no-id') await look(page, 'grant-unknown');
      await page.getByRole('link', { name: 'Go to Home' }).click();
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
    },
  );

  it('the grant screen reports a deleted app if its developer deletes it before the click', async () => {
    const app = await labels();
    const page = await panel.open(address(app));
    await button(page, 'Install').waitFor();
    expect((await api.delete(`/api/apps/${app.id}`)).status).toBe(204);
    await button(page, 'Install').click();
    await page.getByRole('heading', { name: 'This app does not exist' }).waitFor();
  });

  it('the grant screen shows a placeholder while loading, and a retry button after a failure', async () => {
    const app = await labels();
    const page = await panel.page();
    await panel.signIn(page);
    const answers = await holdAnswers(page, '**/admin/api/shops/*/apps/*');
    await page.goto(panel.origin() + address(app));
    await skeleton(page).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await look(page, 'grant-loading');
    answers.fail();
    await page.getByRole('alert').getByText('usually back within seconds').waitFor();
    await look(page, 'grant-error');
    await answers.end();
    await button(page, 'Try again').click();
    await button(page, 'Install').waitFor();
  });

  describe('grant screen and session', () => {
    it('the grant screen reports an expired session when the owner returns to the page', async () => {
      const app = await labels();
      const page = await panel.open(address(app));
      await button(page, 'Install').waitFor();
      await panel.endSessions();
      api = await panel.api();
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
      await page.getByLabel('Password', { exact: true }).fill(panel.owner.password);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Your session has ended' }).waitFor({ state: 'detached' });
      await button(page, 'Install').click();
      await arrived(page);
      expect(await ofApp(app)).toHaveLength(1);
    });

    it('the grant screen grants nothing if the session has expired, and redirects to the sign-in', async () => {
      const app = await labels();
      const page = await panel.open(address(app, '?state=kept'));
      await button(page, 'Install').waitFor();
      await panel.endSessions();
      api = await panel.api();
      await button(page, 'Install').click();
      await page.getByLabel('Email').fill(panel.owner.email);
      expect(await ofApp(app)).toEqual([]);
      await page.getByLabel('Password', { exact: true }).fill(panel.owner.password);
      await page.keyboard.press('Enter');
      await button(page, 'Install').click();
      await arrived(page);
      expect(server.visits.at(-1)!.url.searchParams.get('state')).toBe('kept');
    });

    it('the grant screen adopts the session of a sign-in in another tab', async () => {
      const app = await labels();
      const page = await panel.open(address(app));
      await button(page, 'Install').waitFor();
      await panel.signIn(page);
      const proof = () => page.locator('form input[name=csrf_token]').inputValue();
      const before = await proof();
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expectSoon(async () => (await proof()) !== before, true);
      await button(page, 'Install').click();
      await arrived(page);
      expect(await ofApp(app)).toHaveLength(1);
    });

    it('the grant screen shows no app to a user who is not a member of the shop', async () => {
      const app = await labels();
      const other = await panel.anOwner('other@other-shop.example');
      await panel.aShop('other-shop', 'Other Shop', other);
      const page = await panel.open(address(app), other);
      await page.getByRole('heading', { name: 'You are not a member of this shop' }).waitFor();
      await look(page, 'grant-not-your-shop');
    });

    it('the grant form grants nothing if the form contains the id of another shop', async () => {
      const app = await labels();
      const other = await panel.anOwner('third@third-shop.example');
      const shop = await panel.aShop('third-shop', 'Third Shop', other);
      const page = await panel.open(address(app));
      await button(page, 'Install').waitFor();
      await sendTampered(page, 'shop_id', shop.id);
      await page.waitForURL('**/admin/sign-in?next=**');
      expect(await installations(await panel.api(other), shop)).toEqual([]);
      expect(await ofApp(app)).toEqual([]);
    });
  });

  describe('grant form', () => {
    it('is rejected without the session’s CSRF token', async () => {
      const app = await labels();
      const page = await panel.open(address(app));
      await button(page, 'Install').waitFor();
      const answer = page.waitForResponse('**/admin/oauth/grants');
      await sendTampered(page, 'csrf_token', 'guessed');
      expect((await answer).status()).toBe(403);
      await page.getByRole('heading', { name: 'Nothing was installed' }).waitFor();
      await page.getByText('Open the app’s install link again').waitFor();
      await look(page, 'grant-refused');
      expect(await ofApp(app)).toEqual([]);
      await page.getByRole('link', { name: 'Back to the admin panel' }).click();
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
    });

    it('is rejected if another site submits the form', async () => {
      const app = await labels();
      const page = await panel.open(address(app));
      await button(page, 'Install').waitFor();
      const fields = await page
        .locator('form input')
        .evaluateAll((inputs: HTMLInputElement[]) => inputs.map((input) => input.outerHTML).join(''));
      const evil = await AppServer.start();
      const action = `${panel.origin()}/admin/oauth/grants`;
      evil.page = `<!doctype html><form method="post" action="${action}">${fields}<button>Win</button></form>`;
      await page.goto(evil.origin);
      const answer = page.waitForResponse('**/admin/oauth/grants');
      await button(page, 'Win').click();
      expect((await answer).status()).toBe(403);
      await page.getByRole('heading', { name: 'Nothing was installed' }).waitFor();
      expect(await ofApp(app)).toEqual([]);
      await evil.stop();
    });

    it('cannot be framed by another page', async () => {
      const app = await labels();
      const page = await panel.page();
      await panel.signIn(page);
      const evil = await AppServer.start();
      evil.page = `<!doctype html><iframe src="${panel.origin()}${address(app)}"></iframe>`;
      const framed = page.waitForResponse(`${panel.origin()}/**`);
      await page.goto(evil.origin);
      const headers = await (await framed).allHeaders();
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
      expect(headers['content-security-policy']).not.toContain('unsafe-inline');
      await page.waitForFunction(() => document.readyState === 'complete');
      expect(page.frames()[1]!.url()).toBe('chrome-error://chromewebdata/');
      await evil.stop();
    });
  });
});

/** Submits a copy of the form with one changed field, because React would restore the original form. */
async function sendTampered(page: Page, field: string, value: string): Promise<void> {
  await page.locator('form').evaluate(
    (form, [name, other]) => {
      const copy = form.cloneNode(true) as HTMLFormElement;
      copy.querySelector<HTMLInputElement>(`input[name=${name}]`)!.value = other!;
      document.body.append(copy);
      copy.submit();
    },
    [field, value],
  );
}

const anObject = { resource_type: 'orders', resource_id: '7', data: { colour: 'red' } };
