import { expectFocus, expectSoon, expectStill, look, Panel, withBrowser } from './panel';

withBrowser('Account screen', () => {
  let panel: Panel;
  beforeAll(async () => {
    panel = await Panel.start();
  });
  afterEach(() => panel.closePages());
  afterAll(() => panel.stop());

  const newPassword = 'Ein neues Paßwort, länger als das alte';

  it('the user menu opens the account screen', async () => {
    const page = await panel.open('/admin/');
    await page.getByRole('button', { name: /^Your account/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Account' }).waitFor();
    await look(page, 'account-menu');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
    await page.getByText('Demo Owner').waitFor();
    await expectFocus(page.getByRole('heading', { name: 'Account', level: 1 }));
    await expectStill(page, 'account');
  });

  it('the account screen lists the user’s sessions and ends all sessions except the current session', async () => {
    const elsewhere = await panel.open('/admin/account');
    await elsewhere.getByText('Demo Owner').waitFor();
    const page = await panel.open('/admin/account');
    const sessions = page.getByRole('table', { name: 'Sessions' });
    await sessions.getByText('This session').waitFor();
    await sessions
      .getByRole('button', { name: /^End session/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'End all other sessions' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'End all other sessions?' });
    await dialog.getByRole('button', { name: 'End all other sessions' }).click();
    await sessions
      .getByRole('button', { name: /^End session/ })
      .first()
      .waitFor({ state: 'detached' });
    await elsewhere.getByRole('link', { name: 'API access' }).click();
    await elsewhere.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  });

  it('the account screen switches the panel to German after the user selects German', async () => {
    const page = await panel.open('/admin/account');
    await page.getByLabel('Language').selectOption('Deutsch');
    await page.getByRole('heading', { name: 'Konto', level: 1 }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('de');
    await page.getByRole('heading', { name: 'Zwei-Faktor-Authentifizierung' }).waitFor();
    await page.getByText('Demo Owner').waitFor();
    await look(page, 'account-german');
    await page.getByLabel('Aktuelles Passwort').fill('falsch');
    await page.getByLabel('Neues Passwort').fill(newPassword);
    await page.getByRole('button', { name: 'Passwort ändern' }).click();
    await page.getByText('Das ist nicht Ihr aktuelles Passwort.').waitFor();
    for (const place of ['Startseite', 'Bestellungen', 'Aktivität', 'Team', 'API-Zugriff', 'Meine Apps']) {
      await page.getByRole('link', { name: place, exact: true }).click();
      await page.getByRole('heading', { name: place, level: 1 }).waitFor();
    }
    await page.getByRole('link', { name: 'API-Zugriff', exact: true }).click();
    await page.getByRole('button', { name: 'Token erstellen' }).first().click();
    await page.getByRole('checkbox', { name: 'Einzelne Metaobjekte lesen' }).waitFor();
    await page.getByRole('checkbox', { name: 'Produkte', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Abbrechen' }).click();
    await page.getByRole('button', { name: /^Ihr Konto/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Abmelden' }).press('Enter');
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  });

  it('the account screen changes the name immediately, and the email address after both confirmations', async () => {
    const [before, after] = [`anna@${panel.shop.domain}.example`, `anna.new@${panel.shop.domain}.example`];
    const owner = await panel.anOwner(before);
    const { domain } = await panel.aShop(undefined, 'Anna’s shop', owner);
    const page = await panel.page();
    await panel.signIn(page, owner, domain);
    await page.goto(`${panel.origin(domain)}/admin/account`);
    await page.getByRole('button', { name: 'Edit name' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Anna Nowak');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByRole('definition').filter({ hasText: 'Anna Nowak' }).waitFor();

    await page.getByRole('button', { name: 'Change email' }).click();
    await page.getByLabel('New email').fill(after);
    await page.getByRole('button', { name: 'Send links' }).click();
    await page.getByText('Confirm your new email').waitFor();
    await expectSoon(() => page.getByText('Not confirmed').count(), 2);
    await page.getByText('Links sent').waitFor({ state: 'detached' });
    await look(page, 'account-email-waits');

    const mailbox = await panel.page();
    await mailbox.goto(await panel.linkTo(after));
    await expectSoon(() => Promise.resolve(mailbox.url()), `${panel.origin(domain)}/admin/confirm-email`);
    await look(mailbox, 'confirm-email');
    await mailbox.getByRole('button', { name: 'Confirm email' }).click();
    await mailbox.getByRole('heading', { name: 'Confirmed' }).waitFor();
    await page.reload();
    await expectSoon(() => page.getByText('Not confirmed').count(), 1);
    await page.goto(await panel.linkTo(before));
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await page.getByText(`From now on you sign in with ${after}.`).waitFor();
    await page.getByRole('link', { name: 'Go to Account' }).click();
    await page.getByRole('definition').filter({ hasText: after }).waitFor();
    await page.getByRole('button', { name: `Your account: ${after}` }).waitFor();
    await page.goto(await panel.linkTo(before));
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await page.getByRole('heading', { name: 'This link does not work anymore' }).waitFor();
  });

  it('the account screen shows password errors next to the password fields', async () => {
    const page = await panel.open('/admin/account');
    const current = page.getByLabel('Current password');
    await current.fill('wrong');
    await page.getByLabel('New password').fill(newPassword);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.locator('input[name=current_password][aria-invalid=true]').waitFor();
    await look(page, 'account-errors');
    await current.fill(panel.owner.password);
    await page.getByLabel('New password').fill('password1');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.locator('input[name=password][aria-invalid=true]').waitFor();
    await expectSoon(() => current.getAttribute('aria-invalid'), expect.not.stringMatching('true'));
  });

  it('the account screen changes the password and ends all sessions except the current session', async () => {
    const elsewhere = await panel.open('/admin/settings/api-access');
    await elsewhere.getByRole('heading', { name: 'API access' }).waitFor();
    const page = await panel.open('/admin/account');
    await page.getByLabel('Current password').fill(panel.owner.password);
    await page.getByLabel('New password').fill(newPassword);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed').waitFor();
    await expectSoon(() => page.getByLabel('Current password').inputValue(), '');

    // The page has received the new CSRF token, so it can still send writes.
    await page.getByRole('link', { name: 'API access' }).click();
    await page.getByRole('button', { name: 'Generate token' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('After the change');
    await page.getByRole('radio', { name: /Full access/ }).press('Space');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Token' }).waitFor();

    await elsewhere.getByRole('radio', { name: 'All' }).click();
    await elsewhere.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await elsewhere.getByLabel('Password', { exact: true }).fill(newPassword);
    await elsewhere.keyboard.press('Enter');
    await elsewhere.getByRole('rowheader', { name: 'After the change' }).waitFor();
  });
});
