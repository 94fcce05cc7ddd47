import { type HttpClient, until } from '@storewright/testing';
import { expectSoon, look, Panel, problemsOf, withBrowser } from './panel';
import { SampleApp } from './sample-app';

/** Runs the built sample app on the built platform. */
withBrowser('sample app', () => {
  let panel: Panel;
  let app: SampleApp;
  let shop: HttpClient;
  beforeAll(async () => {
    panel = await Panel.start();
    const api = await panel.api();
    app = await SampleApp.start(api, panel.authUrl, panel.origin('{shop}'));
    const { body } = await api.post(`/api/shops/${panel.shop.id}/access_tokens`, {
      data: { type: 'access_tokens', attributes: { name: 'Arranges' } },
    });
    shop = panel.shopApi(body.meta.token as string);
  });
  afterAll(() => Promise.all([panel.stop(), app?.stop()]));

  async function anOrder(): Promise<{ id: string; number: number }> {
    const shipping_address = {
      first_name: 'Zoë',
      line1: 'Hauptstraße 1',
      city: 'Berlin',
      country_code: 'DE',
    };
    const line_items = [{ title: 'Mug', price_amount: 1995, quantity: 1 }];
    const attributes = { line_items, currency_code: 'EUR', shipping_address };
    const { body } = await shop.post('/api/orders', { data: { type: 'orders', attributes } });
    return { id: body.data.id as string, number: body.data.attributes.number as number };
  }

  it('the sample app prints labels, fulfills orders, and deletes its data after an uninstall', async () => {
    const [first, second] = [await anOrder(), await anOrder()];

    // The owner starts at the app and consents in the shop's panel.
    const page = await panel.page();
    await panel.signIn(page);
    await page.goto(app.url);
    await look(page, 'sample-app-begin');
    await page.getByLabel('Your shop').fill(panel.shop.domain);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Install “Parcel labels”?' }).waitFor();
    await page.getByRole('button', { name: 'Install', exact: true }).click();
    // The page reloads itself until all orders are copied.
    await page.getByRole('button', { name: 'Print labels' }).waitFor();
    const orders = () => page.locator('.orders strong').allInnerTexts();
    await expectSoon(orders, [String(first.number), String(second.number)]);
    expect(page.url()).toBe(`${app.url}/`);
    await look(page, 'sample-app-orders');

    // A webhook adds a new order to the page.
    const third = await anOrder();
    await until('the app has heard of it', () => Promise.resolve(app.kept().orders === 3));
    await page.getByRole('link', { name: 'all' }).click();
    await page.getByRole('checkbox', { name: String(third.number) }).uncheck();

    // Prints labels as a PDF and writes their tracking numbers to the meta of the orders.
    const printed = page.context().waitForEvent('response', (answer) => answer.url().endsWith('/labels'));
    await page.getByRole('button', { name: 'Print labels' }).click();
    expect((await printed).headers()['content-type']).toBe('application/pdf');
    const again = await page.request.post(`${app.url}/labels`, {
      form: { order: first.id },
      headers: { origin: app.url },
    });
    expect((await again.body()).subarray(0, 5).toString()).toBe('%PDF-');
    const { body } = await shop.get(`/api/meta?filter[resource_id]=${second.id}`);
    expect(body.data).toMatchObject([
      { attributes: { data: { tracking_number: expect.stringMatching(/^SW\d{15}$/) } } },
    ]);

    // Cancels an order with another client.
    const cancelled = { data: { type: 'orders', id: second.id, attributes: { status: 'cancelled' } } };
    await page.route('**/fulfil', async (route) => {
      await shop.patch(`/api/orders/${second.id}`, cancelled);
      await route.continue();
    });
    await page.getByRole('button', { name: 'Mark as fulfilled' }).click();
    await page.getByText('1 order is fulfilled.').waitFor();
    const stateOf = async ({ id }: { id: string }) =>
      (await shop.get(`/api/orders/${id}`)).body.data.attributes.fulfillment_status as string;
    expect([await stateOf(first), await stateOf(second)]).toEqual(['fulfilled', 'unfulfilled']);
    await expectSoon(orders, [String(third.number)]);

    // After the uninstallation, the app stores no data of the shop.
    await page.goto(`${panel.origin()}/admin/apps`);
    await page.getByRole('button', { name: 'Uninstall “Parcel labels”' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Uninstall' }).click();
    await page.getByText('“Parcel labels” uninstalled').waitFor();
    await expectSoon(() => Promise.resolve(app.kept()), { shops: 0, orders: 0 });
    await page.goto(app.url);
    await page.getByLabel('Your shop').waitFor();
    expect(problemsOf(page)).toEqual([]);
  });
});
