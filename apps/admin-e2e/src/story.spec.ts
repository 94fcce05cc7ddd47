import { until } from '@storewright/testing';
import { AppServer } from './app-server';
import { exchange, expectRefused } from './apps';
import { Panel, problemsOf, withBrowser } from './panel';

/** Follows an app from registration to uninstall in the browser. Only the app's own requests use HTTP directly. */
withBrowser('lifecycle of an app', () => {
  let panel: Panel;
  let server: AppServer;
  beforeAll(async () => {
    [panel, server] = await Promise.all([Panel.start(), AppServer.start()]);
  });
  afterAll(() => Promise.all([panel.stop(), server.stop()]));

  it('registers an app, installs it, sends its first request, and uninstalls it', async () => {
    // A developer signs in and registers an app.
    const page = await panel.page();
    await page.goto(`${panel.origin()}/admin/`);
    await page.getByLabel('Email').fill(panel.owner.email);
    await page.getByLabel('Password', { exact: true }).fill(panel.owner.password);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'My apps' }).click();
    await page.getByRole('link', { name: 'Register app' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Labels');
    await page.getByLabel('Install URL').fill(server.installUrl);
    for (const permission of [
      /List and search the meta data of your shop/,
      /Add meta data to anything in your shop/,
    ])
      await page.getByRole('checkbox', { name: permission }).press('Space');
    await page.getByRole('button', { name: 'Register app' }).click();
    await page.getByRole('button', { name: 'Copy: Secret' }).click();
    const secret = await page.evaluate(() => navigator.clipboard.readText());
    expect(secret).toMatch(/^swk_/);
    await page.getByRole('button', { name: 'Copy: Install link' }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());

    // The owner opens the install link, reads the grant screen and consents.
    await page.goto(`${link}?state=from-our-site`);
    await page.getByRole('heading', { name: 'Install “Labels”?' }).waitFor();
    await page.getByRole('button', { name: 'Install', exact: true }).click();
    await page.getByRole('heading', { name: 'Welcome to Labels' }).waitFor();

    // The app's server exchanges the nonce and uses the token.
    const { searchParams } = server.visits[0]!.url;
    expect([searchParams.get('plan'), searchParams.get('state')]).toEqual(['free trial', 'from-our-site']);
    await page.goto(`${panel.origin()}/admin/apps`);
    await page.getByRole('cell', { name: 'Connecting' }).waitFor();
    const api = await panel.api();
    const shop = panel.shopApi(await exchange(api, searchParams.get('nonce')!));
    const attributes = { resource_type: 'orders', resource_id: '1001', data: { label: 'printed' } };
    expect((await shop.post('/api/meta', { data: { type: 'meta', attributes } })).status).toBe(201);
    const { body } = await shop.get('/api/meta');
    expect(body.data).toEqual([expect.objectContaining({ attributes: expect.objectContaining(attributes) })]);
    // The token has only the scopes that the grant screen listed.
    expect((await shop.get(`/api/meta/${body.data[0].id}`)).status).toBe(403);

    // The owner sees that the app is connected, suspends it, and resumes it.
    await page.getByRole('cell', { name: 'Connected' }).waitFor();
    await page.getByRole('link', { name: 'Labels' }).click();
    await page.getByRole('button', { name: 'Suspend', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('“Labels” is suspended').waitFor();
    await until('requests are rejected', async () => (await shop.get('/api/meta')).status === 403);
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Resume' }).click();
    await page.getByText('“Labels” resumed').waitFor();
    await until('requests are served', async () => (await shop.get('/api/meta')).status === 200);

    // The owner limits the app to other networks, and removes the limit.
    for (const [networks, status] of [['203.0.113.0/24', 403] as const, ['', 200] as const]) {
      await page.getByRole('button', { name: 'Edit networks' }).click();
      await page.getByRole('dialog').getByLabel('Allowed networks').fill(networks);
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByText('Networks of “Labels” saved').first().waitFor();
      await until(`the status is ${status}`, async () => (await shop.get('/api/meta')).status === status);
    }

    // The owner requires an approval of new metadata, and approves what the app proposes.
    await page.getByRole('button', { name: 'Select changes' }).click();
    const addMeta = page.getByRole('dialog').getByRole('checkbox', { name: 'add meta data' });
    await addMeta.press('Space');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Approvals of “Labels” saved').waitFor();
    const proposed = { data: { type: 'meta', attributes: { ...attributes, resource_id: '1002' } } };
    await until('writes are proposed', async () => (await shop.post('/api/meta', proposed)).status === 202);
    const count = (await shop.get('/api/meta')).body.data.length as number;
    await page.getByRole('link', { name: 'Proposed changes' }).click();
    await page.getByRole('table').getByRole('link', { name: 'Meta data' }).click();
    await page.getByRole('cell', { name: '1002' }).waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Change applied').waitFor();
    expect((await shop.get('/api/meta')).body.data).toHaveLength(count + 1);

    // The owner uninstalls the app.
    await page.getByRole('link', { name: 'Apps', exact: true }).click();
    await page.getByRole('link', { name: 'Labels' }).click();
    await page.getByRole('button', { name: 'Uninstall', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Uninstall' }).click();
    await page.getByText('“Labels” uninstalled').waitFor();
    await expectRefused(shop);

    // The developer sees that no shop has the app.
    await page.getByRole('link', { name: 'My apps' }).click();
    await page.getByRole('link', { name: 'Labels' }).click();
    await page.getByText('no shop yet').waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(problemsOf(page)).toEqual([]);
  });
});
