import { look, Panel, withBrowser } from './panel';

withBrowser('signing in', () => {
  let panel: Panel;
  beforeAll(async () => {
    panel = await Panel.start();
  });
  afterAll(() => panel.stop());

  it('leads from any screen to the sign-in, and back to that screen', async () => {
    const page = await panel.page();
    await page.goto(`${panel.origin()}/admin/settings/api-access?a=b`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await look(page, 'sign-in');
    await page.getByLabel('Email').fill(panel.owner.email);
    await page.getByLabel('Password', { exact: true }).fill(panel.owner.password);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(page.url()).toBe(`${panel.origin()}/admin/settings/api-access?a=b`);
  });
});
