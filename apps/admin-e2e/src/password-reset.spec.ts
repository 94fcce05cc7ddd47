import type { Page } from 'playwright-core';
import { expectSoon, expectStill, look, Panel, withBrowser } from './panel';

withBrowser('password reset', () => {
  let panel: Panel;
  beforeAll(async () => {
    panel = await Panel.start();
  });
  afterEach(() => panel.closePages());
  afterAll(() => panel.stop());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  async function askFor(page: Page, email: string): Promise<void> {
    await page.goto(`${panel.origin()}/admin/forgot-password`);
    await page.getByLabel('Email').fill(email);
    await button(page, 'Send link').click();
    await page.getByText(`If there is an account for ${email}, a link is on its way.`).waitFor();
  }

  it('a password reset link works once, and opening the page does not use up the link', async () => {
    const { email } = panel.owner;
    const elsewhere = await panel.open('/admin/settings/api-access');
    const page = await panel.page();
    await page.goto(`${panel.origin()}/admin/sign-in`);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await expectStill(page, 'forgot-password');
    await askFor(page, 'nobody@panel.example');
    await askFor(page, email);
    const link = await panel.linkTo(email);

    // An email scanner opens every link before the user does, in its own browser.
    const scanner = await panel.page();
    const answer = (await scanner.goto(link))!;
    expect(await answer.headerValue('referrer-policy')).toBe('no-referrer');
    expect(await answer.headerValue('cache-control')).toBe('no-store');
    await scanner.getByRole('heading', { name: 'Set a new password' }).waitFor();

    await page.goto(link);
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
    // The URL in the browser no longer contains the token.
    await expectSoon(() => Promise.resolve(page.url()), `${panel.origin()}/admin/reset-password`);
    await page.getByLabel('New password').fill('password1');
    await button(page, 'Set password').click();
    await page.getByText(/Choose another password: long, hard to guess/).waitFor();
    await look(page, 'reset-password-refused');
    await page.getByLabel('New password').fill(panel.owner.password);
    await button(page, 'Set password').click();
    await page.getByText(/not the one you have/).waitFor();
    const password = 'wandering kettle under seven bridges';
    await page.getByLabel('New password').fill(password);
    await button(page, 'Set password').click();
    await page.getByRole('heading', { name: 'Password set' }).waitFor();

    await elsewhere.reload();
    await elsewhere.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByText('set a new password by a link').waitFor();

    await scanner.getByLabel('New password').fill('something else that is long enough');
    await button(scanner, 'Set password').click();
    await scanner.getByRole('heading', { name: 'This link does not work anymore' }).waitFor();
    await expectStill(scanner, 'reset-password-dead');
    await scanner.getByRole('link', { name: 'Get a new link' }).click();
    await scanner.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  });
});
