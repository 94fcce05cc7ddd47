import { createHash } from 'node:crypto';
import { until } from '@storewright/testing';
import type { Page } from 'playwright-core';
import { AppServer } from './app-server';
import { exchange, expectRefused } from './apps';
import { Panel, problemsOf, withBrowser } from './panel';

/** Tests an app and an agent in the browser. Only their own requests use HTTP directly. */
withBrowser('lifecycle of an app', () => {
  let panel: Panel;
  let server: AppServer;
  let page: Page;
  beforeAll(async () => {
    [panel, server] = await Promise.all([Panel.start(), AppServer.start()]);
  });
  afterAll(() => Promise.all([panel.stop(), server.stop()]));

  it('a developer registers an app, installs it, sends its first request, and uninstalls it', async () => {
    // A developer signs in and registers an app.
    page = await panel.page();
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

    // The owner restricts the app to other networks, and removes the restriction.
    for (const [networks, status] of [['203.0.113.0/24', 403] as const, ['', 200] as const]) {
      await page.getByRole('button', { name: 'Edit networks' }).click();
      await page.getByRole('dialog').getByLabel('Allowed networks').fill(networks);
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByText('Networks of “Labels” saved').first().waitFor();
      await until(`the status is ${status}`, async () => (await shop.get('/api/meta')).status === status);
    }

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

  it('an owner connects an agent and approves its proposed price from an email link, and both are logged', async () => {
    // An agent sends the browser to the grant screen, which shows its domain. The owner deselects a permission.
    const verifier = 'a-verifier-of-at-least-forty-three-characters-0';
    const client = { client_id: server.clientUrl, redirect_uri: server.installUrl };
    const request = new URLSearchParams({
      ...{ ...client, response_type: 'code', state: 'from-the-agent', scope: 'variants.patch variants.get' },
      resource: `http://${panel.shop.domain}.localhost/mcp`,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    await page.goto(`${panel.authUrl}/oauth/authorize?${request.toString()}`);
    const { host } = new URL(server.origin);
    await page.getByText(`An AI agent of ${host} asks for access`).waitFor();
    await page.getByRole('checkbox', { name: 'read single variants' }).press('Space');
    await page.getByRole('button', { name: 'Install', exact: true }).click();
    await page.getByRole('heading', { name: 'Welcome to Labels' }).waitFor();
    const { searchParams } = server.visits.at(-1)!.url;
    expect(searchParams.get('state')).toBe('from-the-agent');
    const proof = {
      grant_type: 'authorization_code',
      code: searchParams.get('code')!,
      code_verifier: verifier,
    };
    const exchanged = await fetch(`${panel.authUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...client, ...proof }),
    });
    const { access_token, scope } = (await exchanged.json()) as Record<string, string>;
    expect(scope).toBe('variants.patch');

    // The owner finds the agent with its domain in the list, requires approvals and lowers its daily write
    // limit.
    await page.goto(`${panel.origin()}/admin/apps`);
    await page.getByText(`AI agent · ${host}`).waitFor();
    await page.getByRole('link', { name: 'Shelf agent' }).click();
    await page.getByRole('button', { name: 'Select changes' }).click();
    await page.getByRole('dialog').getByRole('checkbox', { name: 'change variants' }).press('Space');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Approvals of “Shelf agent” saved').waitFor();
    await page.getByText('0 of 10,000 used today').waitFor();
    await page.getByRole('button', { name: 'Edit limits' }).click();
    await page.getByRole('dialog').getByLabel('Changes per day').fill('1');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('0 of 1 used today').waitFor();

    // The agent proposes a price, which exhausts its daily write limit.
    const product = { type: 'products', attributes: { title: 'Mug' } };
    const owner = await panel.tokenApi();
    const { id: product_id } = (await owner.post('/api/products', { data: product })).body.data as {
      id: string;
    };
    const variant = {
      ...{ type: 'variants', attributes: { title: 'Blue', price_amount: 1200 } },
      relationships: { product: { data: { type: 'products', id: product_id } } },
    };
    const { id } = (await owner.post('/api/variants', { data: variant })).body.data as { id: string };
    const shop = panel.shopApi(access_token!);
    const price = { data: { type: 'variants', id, attributes: { price_amount: 990 } } };
    expect((await shop.patch(`/api/variants/${id}`, price)).status).toBe(202);
    expect((await shop.patch(`/api/variants/${id}`, price)).body.errors[0].code).toBe('daily_limit_exceeded');

    // The link in the email opens the sign-in for a signed-out user, and then the proposal.
    const link = await panel.linkTo(panel.owner.email);
    await page.context().clearCookies();
    await page.goto(link);
    await page.getByLabel('Email').fill(panel.owner.email);
    await page.getByLabel('Password', { exact: true }).fill(panel.owner.password);
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: '1200' }).waitFor();
    await page.getByRole('cell', { name: '990' }).waitFor();
    expect(page.url()).toBe(link);
    expect((await owner.get(`/api/variants/${id}`)).body.data.attributes.price_amount).toBe(1200);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Change applied').waitFor();
    expect((await owner.get(`/api/variants/${id}`)).body.data.attributes.price_amount).toBe(990);

    // The audit log names the owner and the agent.
    await page.goto(`${panel.origin()}/admin/activity?filter[kind]=proposals.approved`);
    await page.getByText('Demo Owner approved a change of Shelf agent').waitFor();
    expect(problemsOf(page)).toEqual([]);
  });
});
