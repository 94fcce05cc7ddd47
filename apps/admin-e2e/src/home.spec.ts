import type { HttpClient } from '@storewright/testing';
import { holdAnswers } from './held-answers';
import { expectSoon, expectStill, look, Panel, type PanelShop, skeleton, withBrowser } from './panel';

/** Installs an app that then requests a further scope. */
async function growingApp(api: HttpClient, shop: PanelShop): Promise<void> {
  const attributes = { name: 'Growing', install_url: 'http://localhost:1/install', scopes: ['meta.get'] };
  const { id } = (await api.post('/api/apps', { data: { type: 'apps', attributes } })).body.data;
  await api.post(`/api/shops/${shop.id}/installations`, {
    data: { type: 'installations', attributes: { app_id: id } },
  });
  const data = { type: 'apps', id, attributes: { scopes: ['meta.get', 'meta.post'] } };
  expect((await api.patch(`/api/apps/${id}`, { data })).status).toBe(200);
}

withBrowser('Home screen', () => {
  let panel: Panel;
  beforeAll(async () => {
    panel = await Panel.start();
  });
  afterEach(() => panel.closePages());
  afterAll(() => panel.stop());

  /** Inserts request counts for an hour in the past, as the services would write them. */
  async function counted(
    shop: string,
    credential: { type: string; id: string },
    hoursAgo: number,
    counts: [number, number, number],
  ): Promise<void> {
    await panel.query(
      `INSERT INTO auth.request_counts (shop_id, credential, credential_id, hour, requests, client_errors,
        server_errors)
       VALUES ($1, $2, $3, date_trunc('hour', now() - $4 * interval '1 hour', 'UTC'), $5, $6, $7)`,
      [shop, credential.type, credential.id, hoursAgo, ...counts],
    );
  }

  /** Creates orders with one line item, placed the given number of days ago. */
  async function ordered(
    shopApi: HttpClient,
    orders: [currency_code: string, price_amount: number, daysAgo: number][],
  ): Promise<void> {
    for (const [currency_code, price_amount, daysAgo] of orders) {
      const line_items = [{ title: 'Engraving', price_amount, quantity: 1 }];
      const { status, body } = await shopApi.post('/api/orders', {
        data: { type: 'orders', attributes: { currency_code, line_items } },
      });
      expect(status).toBe(201);
      await panel.query(`UPDATE shop.orders SET created_at = now() - $2 * interval '1 day' WHERE id = $1`, [
        ...[body.data.id, daysAgo],
      ]);
    }
  }

  it('the home screen lists a new owner’s next steps and removes each step after its completion', async () => {
    const page = await panel.open('/admin/');
    const steps = page.getByRole('listitem');
    await steps
      .filter({ hasText: 'Generate an access token' })
      .getByRole('img', { name: 'Not done yet' })
      .waitFor();
    await page.getByText('0 of 3 done').waitFor();
    await page.getByText('No requests in the last 7 days').waitFor();
    await page.getByText('Nothing to do right now.').waitFor();
    await look(page, 'home-new');

    const api = await panel.api();
    const attributes = { name: 'Nightly export' };
    await api.post(`/api/shops/${panel.shop.id}/access_tokens`, {
      data: { type: 'access_tokens', attributes },
    });
    await page.getByRole('link', { name: 'API access' }).last().click();
    await page.getByRole('rowheader', { name: 'Nightly export' }).waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByText('1 of 3 done').waitFor();
    await steps.filter({ hasText: 'Generate an access token' }).getByRole('img', { name: 'Done' }).waitFor();
  });

  it('the home screen shows apps, access tokens, requests and errors of the last days', async () => {
    const shop = await panel.aShop('busy-shop', 'Busy Shop');
    const api = await panel.api();
    const made = await api.post(`/api/shops/${shop.id}/access_tokens`, {
      data: { type: 'access_tokens', attributes: { name: 'Nightly export' } },
    });
    const app = await api.post('/api/apps', {
      data: {
        type: 'apps',
        attributes: {
          name: 'Label printer',
          install_url: 'http://localhost:1/install',
          scopes: ['meta.get'],
        },
      },
    });
    const installation = await api.post(`/api/shops/${shop.id}/installations`, {
      data: { type: 'installations', attributes: { app_id: app.body.data.id } },
    });
    const nonce = new URL(installation.body.meta.redirect_to as string).searchParams.get('nonce');
    await api.as().get(`/api/oauth_tokens/nonce/${nonce}`);
    const shopApi = panel.shopApi(made.body.meta.token as string, shop);
    await shopApi.post('/api/meta', {
      data: { type: 'meta', attributes: { resource_type: 'orders', resource_id: '1', data: {} } },
    });
    await ordered(shopApi, [
      ...([2, 2, 9, 30, 70].map((daysAgo) => ['EUR', 123_450, daysAgo]) as ['EUR', number, number][]),
      ...([1, 2].map((daysAgo) => ['JPY', 5_000, daysAgo]) as ['JPY', number, number][]),
    ]);
    for (const [at, requests] of [400, 620, 510, 0, 930, 700].entries()) {
      await counted(shop.id, installation.body.data, 24 * (6 - at), [requests, Math.round(requests / 12), 0]);
      await counted(shop.id, made.body.data, 24 * (6 - at), [at * 30, 0, at === 4 ? 12 : 0]);
    }

    const page = await panel.page();
    await panel.signIn(page, panel.owner, shop.domain);
    await page.goto(`${panel.origin(shop.domain)}/admin/`);
    const row = page.getByRole('row', { name: /^Label printer/ });
    await row.waitFor();
    await expectSoon(
      () => row.getByRole('cell').allInnerTexts(),
      ['', '3,160', '264', '0'].map((text) => expect.stringContaining(text)),
    );
    await page
      .getByRole('row', { name: /^Nightly export/ })
      .getByText('Access token')
      .waitFor();
    await expectSoon(
      () => page.getByRole('definition').allInnerTexts(),
      [
        ...['1', 'View all apps'],
        ...['2', '1 of your own, 1 of apps'],
        ...[expect.stringMatching(/^3,61\d$/), 'in the last 7 days'],
        ...[expect.stringMatching(/^27\d$/), expect.stringMatching(/% of all requests$/)],
      ],
    );
    // All steps are done, so the list of next steps disappears.
    await expectSoon(() => page.getByText('Next steps').count(), 0);
    await page.getByText('€3,703.50 from 3 orders').waitFor();
    await page.locator('.recharts-bar-rectangle path').first().waitFor();
    await expectStill(page, 'home');

    // Operates the chart by keyboard, and shows the same numbers as a table.
    const chart = page.locator('.recharts-surface').first();
    const tooltip = page.locator('.recharts-tooltip-wrapper').first().getByText('Turnover: €0.00');
    // Tries again, because the chart loses the focus if late numbers replace it.
    await expectSoon(async () => {
      await chart.blur();
      await chart.focus();
      await page.keyboard.press('ArrowRight');
      return tooltip.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      );
    }, true);
    await page.getByRole('radio', { name: 'JPY' }).click();
    await page.getByText('JP¥10,000 from 2 orders').waitFor();
    await page.getByRole('radio', { name: '7 days' }).click();
    await page.getByRole('radio', { name: 'Table' }).first().click();
    const days = page.getByRole('table', { name: 'Orders of the last 7 days' });
    await expectSoon(
      async () => (await days.getByRole('row').allInnerTexts()).map((row) => row.split(/\s*\t\s*/).slice(1)),
      [
        ['Turnover', 'Refunded', 'Orders'],
        ...[0, 1, 1, 0, 0, 0, 0].map((orders) => [`JP¥${orders ? '5,000' : 0}`, 'JP¥0', String(orders)]),
      ],
    );
  });

  it('the home screen counts the user’s tasks and links each count to the filtered list', async () => {
    const shop = await panel.aShop('tasks-shop', 'Tasks Shop');
    const api = await panel.api();
    const token = async (name: string) =>
      (
        await api.post(`/api/shops/${shop.id}/access_tokens`, {
          data: { type: 'access_tokens', attributes: { name } },
        })
      ).body;
    const [old, used] = [await token('Old export'), await token('Nightly export')];
    const shopApi = panel.shopApi(used.meta.token as string, shop);
    await ordered(shopApi, [
      ['EUR', 500, 1],
      ['EUR', 700, 1],
    ]);
    const product = await shopApi.post('/api/products', {
      data: { type: 'products', attributes: { title: 'Teapot' } },
    });
    const [, stocked] = await Promise.all(
      [0, 3].map(async (inventory_quantity) => {
        const created = await shopApi.post('/api/variants', {
          data: {
            type: 'variants',
            attributes: { title: `Pot ${inventory_quantity}`, price_amount: 100, inventory_quantity },
            relationships: { product: { data: { type: 'products', id: product.body.data.id } } },
          },
        });
        return created.body.data.id as string;
      }),
    );
    await panel.query(`UPDATE auth.access_tokens SET created_at = now() - interval '91 days' WHERE id = $1`, [
      old.data.id,
    ]);
    await growingApp(api, shop);

    const page = await panel.page();
    await panel.signIn(page, panel.owner, shop.domain);
    const home = `${panel.origin(shop.domain)}/admin/`;
    await page.goto(home);
    const tasks = page.getByRole('list').filter({ hasText: 'unpaid' });
    await expectSoon(
      async () => (await tasks.getByRole('link').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')),
      [
        '2 orders to fulfill',
        '2 unpaid orders',
        '1 variant out of stock',
        '1 app requests more permissions',
        '1 access token was not used for a long time',
      ],
    );
    await look(page, 'home-tasks');
    await tasks.getByRole('link', { name: 'orders to fulfill' }).click();
    await page.getByText('Fulfillment: Unfulfilled, Partial').waitFor();
    await page.getByText('1–2 of 2').waitFor();
    await page.goto(home);
    await tasks.getByRole('link', { name: 'out of stock' }).click();
    await page.getByRole('link', { name: 'Teapot – Pot 0' }).waitFor();
    await expectSoon(() => page.getByRole('link', { name: 'Pot 3' }).count(), 0);
    await page.goto(home);
    await tasks.getByRole('link', { name: 'not used for a long time' }).click();
    await page.getByRole('rowheader', { name: 'Old export' }).waitFor();

    await page.getByRole('button', { name: 'Notifications: 1 unread' }).click();
    const request = page.getByRole('link', { name: '“Growing” requests more permissions' });
    await request.waitFor();
    await look(page, 'notifications');
    await request.click();
    await page.getByText('“Growing” asks for different permissions').waitFor();
    await page.getByRole('button', { name: 'Notifications', exact: true }).click();
    await page.getByRole('link', { name: 'Choose notifications' }).click();
    const mail = page.getByRole('checkbox', { name: 'By mail: An app lost events' });
    await mail.press(' ');
    await page.getByText('Notifications saved').waitFor();
    await page.reload();
    await expectSoon(() => mail.isChecked(), false);
    const about = 'Somebody places an order, at most once an hour';
    await expectSoon(() => page.getByRole('checkbox', { name: `In the panel: ${about}` }).isChecked(), false);

    const attributes = { inventory_quantity: 0 };
    await shopApi.patch(`/api/variants/${stocked}`, { data: { type: 'variants', id: stocked, attributes } });
    const written = () => panel.query('SELECT kind FROM auth.notifications WHERE subject_id = $1', [stocked]);
    await expectSoon(written, [{ kind: 'variant_out_of_stock' }]);
    await page.reload();
    await page.getByRole('button', { name: 'Notifications: 1 unread' }).click();
    await page.getByRole('link', { name: 'Pot 3 is out of stock' }).click();
    await page.waitForURL(`**/variants/${stocked}`);
  });

  it('the home screen shows all other cards if one card fails to load', async () => {
    const page = await panel.page();
    await panel.signIn(page);
    await page.route('**/request_counts*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(`${panel.origin()}/admin/`);
    await page.getByText('This could not be loaded').waitFor();
    await page.getByText('Active tokens').waitFor();
    await page.unroute('**/request_counts*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No requests in the last 7 days').waitFor();

    await page.route('**/order_statistics*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('radio', { name: '90 days' }).click();
    await page.getByText('This could not be loaded').waitFor();
    await page.unroute('**/order_statistics*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No orders in the last 90 days').waitFor();
  });

  it('the home screen shows data of the auth API while the shop API does not respond', async () => {
    const page = await panel.page();
    await panel.signIn(page);
    const answers = await holdAnswers(page, '**/api/webhook_streams*');
    await page.clock.install();
    const asked = page.waitForRequest('**/api/webhook_streams*');
    await page.goto(`${panel.origin()}/admin/`);
    await skeleton(page).waitFor();
    await asked;
    await page.clock.runFor(1_500);
    await page.getByText('Waiting for the shop API').waitFor();
    await page.getByText('Active tokens').waitFor();
    await expectStill(page, 'home-late');
    await page.clock.runFor(8_500);
    await page.getByText('Apps that do not receive their events: could not be loaded').waitFor();
    await expectSoon(() => page.getByText('Waiting for the shop API').count(), 0);
    await look(page, 'home-unknown');
    answers.fail();
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: 'Apps', exact: true }).click();
    await page.clock.runFor(5_000);
    await page.getByText('it is not known whether apps receive their events').waitFor();
    await answers.end();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectSoon(() => page.getByText('it is not known').count(), 0);
  });
});
