import type { Page } from 'playwright-core';
import { expectFocus, expectSoon, expectStill, look, type Owner, Panel, withBrowser } from './panel';

withBrowser('sign-in', () => {
  let panel: Panel;
  beforeAll(async () => {
    panel = await Panel.start();
  });
  afterEach(() => panel.closePages());
  afterAll(() => panel.stop());

  const inFrame = (page: Page) => page.getByRole('navigation', { name: 'Main' }).waitFor();

  async function fillIn(page: Page, { email, password }: Owner): Promise<void> {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
  }

  it('a screen redirects a signed-out user to the sign-in, and back to the same URL after the sign-in', async () => {
    const page = await panel.page();
    await page.goto(`${panel.origin()}/admin/settings/api-access?a=b`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expectStill(page, 'sign-in');
    await fillIn(page, panel.owner);
    await inFrame(page);
    expect(page.url()).toBe(`${panel.origin()}/admin/settings/api-access?a=b`);
  });

  it('the panel keeps the session in an HttpOnly cookie and stores nothing else in the browser', async () => {
    const page = await panel.page();
    await page.goto(`${panel.origin()}/admin/sign-in`);
    await fillIn(page, panel.owner);
    await inFrame(page);
    const cookie = { domain: `${panel.shop.domain}.localhost`, path: '/', httpOnly: true, sameSite: 'Lax' };
    // The second cookie marks a known device and authorizes nothing.
    expect(await page.context().cookies()).toEqual([
      expect.objectContaining({ ...cookie, name: 'storewright_session' }),
      expect.objectContaining({ ...cookie, name: 'storewright_device' }),
    ]);
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
      0,
      0,
      '',
    ]);
  });

  it('the sign-in shows the same error for an unknown email and a wrong password, and keeps the input', async () => {
    const page = await panel.page();
    await page.goto(`${panel.origin()}/admin/sign-in`);
    const alerts: (string | null)[] = [];
    for (const email of [panel.owner.email, 'nobody@demo-shop.example']) {
      const answered = page.waitForResponse('**/admin/api/sessions');
      await fillIn(page, { email, password: 'not this one, surely' });
      await answered;
      await page.getByRole('alert').getByText('do not match').waitFor();
      alerts.push(await page.getByRole('alert').textContent());
      await expectSoon(() => page.getByLabel('Email').inputValue(), email);
    }
    expect(alerts[0]).toBe(alerts[1]);
    await look(page, 'sign-in-refused');
  });

  it('the sign-in reports missing input before sending a request', async () => {
    const page = await panel.page();
    await page.goto(`${panel.origin()}/admin/sign-in`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Enter your email.').waitFor();
    await page.getByText('Enter your password.').waitFor();
    await expectFocus(page.getByLabel('Email'));
  });

  it('the sign-in lets users paste and reveal the password', async () => {
    const page = await panel.page();
    await page.goto(`${panel.origin()}/admin/sign-in`);
    await page.evaluate((text) => navigator.clipboard.writeText(text), panel.owner.password);
    const password = page.getByLabel('Password', { exact: true });
    await password.focus();
    await page.keyboard.press('Control+V');
    await expectSoon(() => password.inputValue(), panel.owner.password);
    expect(await password.getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expectSoon(() => password.getAttribute('type'), 'text');
  });

  it.each([
    'https://evil.example/',
    '//evil.example/admin',
    '/\\evil.example',
    'javascript:alert(1)',
    '/api/meta',
  ])('the sign-in opens the home page if the return URL is %s', async (next) => {
    const page = await panel.page();
    await page.goto(`${panel.origin()}/admin/sign-in?next=${encodeURIComponent(next)}`);
    await fillIn(page, panel.owner);
    await inFrame(page);
    expect(new URL(page.url()).href).toMatch(new RegExp(`^${panel.origin()}/admin/?$`));
  });

  it('the panel reports the missing membership to a signed-in user, and offers a sign-out', async () => {
    const stranger = await panel.anOwner('stranger@example.test');
    const page = await panel.open('/admin/settings/api-access', stranger);
    await page.getByRole('heading', { name: 'You are not a member of this shop' }).waitFor();
    await page.getByText('stranger@example.test').waitFor();
    await look(page, 'not-your-shop');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expectSoon(() => page.context().cookies(), []);
  });

  it('signing out ends the session on the server, and the back button shows no data', async () => {
    const page = await panel.open('/admin/settings/api-access');
    await inFrame(page);
    const [cookie] = await page.context().cookies();
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.context().addCookies([cookie!]);
    await page.goto(`${panel.origin()}/admin/`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  describe('sign-in dialog after the session has expired', () => {
    const askedAgain = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

    it('submits the form after the sign-in without losing the input', async () => {
      const page = await panel.open('/admin/settings/api-access');
      await page.getByRole('button', { name: 'Generate token' }).first().click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Typed before the session ended');
      await page.getByRole('radio', { name: /Full access/ }).press('Space');
      await panel.endSessions();
      await page.getByRole('dialog').getByRole('button', { name: 'Generate token' }).click();
      await askedAgain(page).waitFor();
      await look(page, 'session-ended');
      expect(await askedAgain(page).getByLabel('Email').inputValue()).toBe(panel.owner.email);
      // Escape does not close the sign-in dialog.
      await page.keyboard.press('Escape');
      await askedAgain(page).getByLabel('Password', { exact: true }).fill('wrong, the first time');
      await page.keyboard.press('Enter');
      await askedAgain(page).getByRole('alert').waitFor();
      await askedAgain(page).getByLabel('Password', { exact: true }).fill(panel.owner.password);
      await page.keyboard.press('Enter');
      await askedAgain(page).waitFor({ state: 'hidden' });
      await page.getByText('“Typed before the session ended” is ready').waitFor();
      expect(await page.getByRole('region', { name: 'Token' }).textContent()).toMatch(/^swa_/);
    });

    it('opens once if the API rejects several requests', async () => {
      const page = await panel.open('/admin/settings/api-access');
      await page.getByRole('table').waitFor();
      await panel.endSessions();
      // A request of the page may notice the ended session first, so the click may happen after the sign-in.
      const pressed = page.getByRole('link', { name: 'Home' }).click();
      await askedAgain(page).getByLabel('Password', { exact: true }).fill(panel.owner.password);
      await page.keyboard.press('Enter');
      await askedAgain(page).waitFor({ state: 'hidden' });
      await pressed;
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectSoon(() => page.getByRole('alert').count(), 0);
    });

    it('lets the user leave the page without signing in', async () => {
      const page = await panel.open('/admin/settings/api-access');
      await page.getByRole('table').waitFor();
      await panel.endSessions();
      // If a request of the page notices the ended session first, the dialog blocks this click.
      void page
        .getByRole('radio', { name: 'Revoked' })
        .click()
        .catch(() => undefined);
      await askedAgain(page).getByRole('button', { name: 'Leave this page' }).click();
      await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
      await expectSoon(() => page.getByLabel('Email').inputValue(), '');
    });

    it('stays closed after a sign-in in another tab, because the page adopts the new session', async () => {
      const page = await panel.open('/admin/settings/api-access');
      await page.getByRole('table').waitFor();
      // Replaces the session cookie, so the CSRF token of this page is outdated.
      await panel.signIn(page);
      await page.getByRole('button', { name: 'Generate token' }).first().click();
      await page.getByRole('textbox', { name: 'Name' }).fill('From the other tab’s session');
      await page.getByRole('radio', { name: /Full access/ }).press('Space');
      await page.getByRole('dialog').getByRole('button', { name: 'Generate token' }).click();
      await page.getByRole('region', { name: 'Token' }).waitFor();
    });
  });

  it('the device screen approves the sign-in of a device and confirms a command of the device', async () => {
    const ask = async (
      path: string,
      fields: Record<string, string>,
      headers: Record<string, string> = {},
    ) => {
      const body = new URLSearchParams({ client_id: 'storewright-cli', ...fields });
      const response = await fetch(panel.authUrl + path, { method: 'POST', body, headers });
      return (await response.json()) as Record<string, string>;
    };
    const asked = await ask('/oauth/device_authorization', { device_name: 'Mira’s laptop' });
    const page = await panel.page();
    await page.goto(asked['verification_uri_complete']!);
    await page.getByRole('heading', { name: 'Sign in to continue' }).waitFor();
    // The code is removed from the URL, so neither the history nor a log contains it.
    expect(page.url()).toBe(asked['verification_uri']);
    await fillIn(page, panel.owner);
    await page.getByRole('heading', { name: 'Sign in this device?' }).waitFor();
    await page.getByText(asked['user_code']!).waitFor();
    await page.getByText('Mira’s laptop').waitFor();
    await expectStill(page, 'device');
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'The device is signed in' }).waitFor();
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
    const { access_token } = await ask('/oauth/token', { grant_type, device_code: asked['device_code']! });
    expect(access_token).toMatch(/^sws_/);
    await page.goto(asked['verification_uri']!);
    await page.getByLabel('Code').fill(asked['user_code']!);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'No device waits with this code' }).waitFor();
    const command = { command: 'storewright apps deploy' };
    const session = { authorization: `Bearer ${access_token}` };
    const { user_code, device_code } = await ask('/oauth/device_authorization', command, session);
    await page.getByRole('button', { name: 'Sign in a device' }).click();
    await page.getByLabel('Code').fill(user_code!);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Confirm this command?' }).waitFor();
    await page.getByText('storewright apps deploy').waitFor();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'The command is confirmed' }).waitFor();
    const confirmed = await ask('/oauth/token', { grant_type, device_code: device_code! });
    expect(confirmed['access_token']).not.toBe(access_token);
    await page.goto(new URL('account', asked['verification_uri']).href);
    await page.getByRole('table', { name: 'Sessions' }).getByText('node on Mira’s laptop').waitFor();
  });
});
