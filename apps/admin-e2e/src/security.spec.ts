import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expectSoon, look, Panel, withBrowser } from './panel';

withBrowser('second factors', () => {
  let panel: Panel;
  beforeAll(async () => {
    panel = await Panel.start();
  });
  afterEach(() => panel.closePages());
  afterAll(() => panel.stop());

  /** Adds Chromium's virtual authenticator with user verification. */
  async function anAuthenticator(page: Page): Promise<void> {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const kind = { protocol: 'ctap2', transport: 'internal' } as const;
    const can = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
    const options = { ...kind, ...can, automaticPresenceSimulation: true };
    await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  }

  it('the account screen adds and renames a passkey, which can sign in and confirm access', async () => {
    const page = await panel.open('/admin/account');
    await anAuthenticator(page);
    // The cards above the button have loaded, so it no longer moves.
    await page.getByText('This session').waitFor();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Work laptop');
    await page.keyboard.press('Enter');
    await page.getByRole('rowheader', { name: 'Work laptop' }).waitFor();
    const isAboutPasskey = (text: string) => text.includes('\nSubject: A passkey was added\n');
    await expectSoon(
      () => Promise.resolve(panel.mailsTo(panel.owner.email).filter(isAboutPasskey).length),
      1,
    );

    await page.context().clearCookies();
    await page.goto(panel.origin() + '/admin/sign-in?next=/admin/account');
    // The browser offers the passkey in the form, and the virtual authenticator confirms automatically.
    await page.getByRole('rowheader', { name: 'Work laptop' }).waitFor();
    await page.getByRole('button', { name: 'Rename: Work laptop' }).click();
    await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').fill('Office');
    await page.keyboard.press('Enter');
    await page.getByRole('rowheader', { name: 'Office' }).waitFor();

    await panel.ageSignIns(11);
    await page.getByRole('button', { name: 'Remove the passkey “Office”' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
    await page.getByRole('dialog', { name: 'Confirm access' }).waitFor();
    await look(page, 'step-up');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('You have no passkeys yet.').waitFor();
  });

  it('the account screen enables TOTP by QR code, and signing in and confirming access then need a code', async () => {
    const page = await panel.open('/admin/account');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const secret = await page.getByRole('region', { name: 'Key for the authenticator app' }).innerText();
    const code = (steps: number) =>
      new TOTP({ secret: secret.trim() }).generate({ timestamp: Date.now() + steps * 30_000 });
    await look(page, 'two-factor');
    await page.getByLabel('Code from the app').fill(code(0));
    await page.keyboard.press('Enter');
    const codes = page.getByRole('region', { name: 'Recovery codes' });
    const recoveryCodes = (await codes.innerText()).split(/\s+/);
    expect(recoveryCodes).toHaveLength(10);
    await look(page, 'recovery-codes');
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 recovery codes are left.').waitFor();
    await look(page, 'account-security');

    await page.context().clearCookies();
    await page.goto(panel.origin() + '/admin/sign-in?next=/admin/account');
    await page.getByLabel('Email').fill(panel.owner.email);
    await page.getByLabel('Password', { exact: true }).fill(panel.owner.password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await look(page, 'sign-in-code');
    await page.keyboard.press('Enter');
    await page.getByText('This code is wrong').waitFor();
    await page.getByLabel('Code', { exact: true }).fill(code(1));
    await page.keyboard.press('Enter');
    await page.getByText('10 recovery codes are left.').waitFor();

    await panel.ageSignIns(11);
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
    await page
      .getByRole('dialog', { name: 'Confirm access' })
      .getByLabel('Password', { exact: true })
      .fill(panel.owner.password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code', { exact: true }).fill(recoveryCodes[0]!);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Turn on' }).waitFor();
  });
});
