import { readFileSync } from 'node:fs';
import { aPng, type HttpClient } from '@storewright/testing';
import type { Locator, Page } from 'playwright-core';
import { anApp, exchange, install } from './apps';
import { holdAnswers } from './held-answers';
import { expectFocus, expectSoon, expectStill, look, Panel, withBrowser } from './panel';

withBrowser('store screens', () => {
  let panel: Panel;
  let shop: HttpClient;
  beforeAll(async () => {
    panel = await Panel.start();
    const { body } = await (
      await panel.api()
    ).post(`/api/shops/${panel.shop.id}/access_tokens`, {
      data: { type: 'access_tokens', attributes: { name: 'Arranges' } },
    });
    shop = panel.shopApi(body.meta.token as string);
  });
  afterEach(() => panel.closePages());
  afterAll(() => panel.stop());

  const widthOf = (image: Element): number => (image as HTMLImageElement).naturalWidth;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
  const rows = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr');

  async function made(type: string, attributes: object, relationships?: object, by = shop): Promise<string> {
    const { body, text } = await by.post(`/api/${type}`, { data: { type, attributes, relationships } });
    if (!body.data) throw new Error(text);
    return body.data.id as string;
  }

  /** Creates an order with one line item of 19.95, and returns its id and number. */
  async function anOrder(email: string, customer?: string, by = shop) {
    const line_items = [{ title: 'Mug – Blue', price_amount: 1995, quantity: 1 }];
    const address = { first_name: 'Zoë', last_name: 'متجر', line1: 'Hauptstraße 1', city: 'Berlin' };
    const attributes = { line_items, currency_code: 'EUR', email, shipping_address: address };
    const buyer = customer && { customer: { data: { type: 'customers', id: customer } } };
    const id = await made('orders', attributes, buyer || undefined, by);
    return { id, number: (await shop.get(`/api/orders/${id}`)).body.data.attributes.number as number };
  }

  it('the order list filters by number, email and status, and the URL contains the filters', async () => {
    const customer = await made('customers', { email: 'zoe@buyer.example', first_name: 'Zoë 👩‍🚀' });
    const first = await anOrder('zoe@buyer.example', customer);
    const api = await panel.api();
    const app = await anApp(api, { name: 'Storefront', scopes: ['orders.post'] });
    const token = await exchange(api, await install(api, panel.shop, app));
    const second = await anOrder('guest@else.example', undefined, panel.shopApi(token));
    await shop.patch(`/api/orders/${second.id}`, {
      data: { type: 'orders', id: second.id, attributes: { payment_status: 'paid' } },
    });
    const page = await panel.open('/admin/orders');
    await expectSoon(
      () => rows(page, 'Orders').getByRole('link').allInnerTexts(),
      [`#${second.number}`, `#${first.number}`],
    );
    await page.getByText('1–2 of 2').waitFor();
    await expectStill(page, 'store-orders');
    const found = () => rows(page, 'Orders').getByRole('link').allInnerTexts();
    await page.keyboard.press('/');
    await page.keyboard.type('zoe');
    await page.keyboard.press('Enter');
    await expectSoon(found, [`#${first.number}`]);
    await page.reload();
    await expectSoon(found, [`#${first.number}`]);
    await page.getByRole('searchbox').fill(`#${second.number}`);
    await page.keyboard.press('Enter');
    await expectSoon(found, [`#${second.number}`]);
    const filters = page.getByRole('dialog', { name: 'Filter' });
    await button(page, 'Filter').click();
    await filters.getByLabel('Payment').selectOption('Payment pending');
    await page.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
    await button(page, 'Show all').click();
    await expectSoon(async () => (await found()).length, 2);

    await button(page, 'Filter').click();
    await filters.getByLabel('App', { exact: true }).selectOption('Storefront');
    await expectSoon(found, [`#${second.number}`]);
    await page.keyboard.press('Escape');
    await button(page, 'Remove filter: App: Storefront').click();
    await expectSoon(async () => (await found()).length, 2);

    const total = page.getByRole('columnheader', { name: 'Total' });
    await total.getByRole('button').click();
    await expectSoon(() => total.getAttribute('aria-sort'), 'ascending');
    await total.getByRole('button').click();
    await expectSoon(() => total.getAttribute('aria-sort'), 'descending');
    await button(page, 'Filter').click();
    await filters.getByLabel('Total up to (EUR)').fill('5');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing found').waitFor();
    await filters.getByLabel('Total up to (EUR)').fill('19.95');
    await page.keyboard.press('Enter');
    await page.getByText('1–2 of 2').waitFor();
    await filters.getByLabel('Date from').fill('2020-02-29');
    await look(page, 'store-filters');
    await page.keyboard.press('Escape');
    await button(page, 'Columns').click();
    await page.getByRole('dialog', { name: 'Columns' }).getByText('Date').click();
    await page.keyboard.press('Escape');
    await expectSoon(() => page.getByRole('columnheader', { name: 'Date' }).count(), 0);
    await page.reload();
    await button(page, 'Remove filter: Date: from 29 Feb 2020').click();
    await button(page, 'Remove filter: Total: up to €19.95').click();
    await page.getByText('1–2 of 2').waitFor();
    expect(new URL(page.url()).search).toBe('?sort=-total_amount&hide=placed');
    await button(page, 'Save view').click();
    await page.getByRole('dialog').getByLabel('Name').fill('Largest first');
    await page.getByRole('dialog').getByText('Share with the shop').click();
    await page.keyboard.press('Enter');
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: 'Largest first' }).waitFor();
    await views.getByRole('link', { name: 'All' }).click();
    await page.getByRole('columnheader', { name: 'Date' }).waitFor();
    await page.reload();
    await views.getByRole('link', { name: 'Largest first' }).click();
    await expectSoon(() => total.getAttribute('aria-sort'), 'descending');
    await look(page, 'store-views');
    await button(page, 'Edit view').click();
    await page.getByRole('dialog').getByLabel('Name').fill('By total');
    await page.keyboard.press('Enter');
    await views.getByRole('link', { name: 'By total' }).waitFor();
    await total.getByRole('button').click();
    await button(page, 'Update “By total”').click();
    await button(page, 'Delete view').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete view' }).click();
    await page.getByText('“By total” deleted').waitFor();
    await expectSoon(() => views.getByRole('link').allInnerTexts(), ['All']);
    await page.goto(`${panel.origin()}/admin/orders?page[after]=nonsense`);
    await page.getByRole('alert').getByRole('button', { name: 'Show all' }).click();
    await rows(page, 'Orders').nth(1).waitFor();
  });

  it('the store screens isolate the text direction of names', async () => {
    const id = await made('customers', {
      email: 'rtl@buyer.example',
      first_name: 'متجر السعادة',
      last_name: '🛍️👩‍🚀 GmbH',
    });
    const page = await panel.open(`/admin/customers/${id}`);
    const name = page.getByRole('heading', { name: 'متجر السعادة 🛍️👩‍🚀 GmbH', level: 1 });
    await name.waitFor();
    const directionOf = (element: Locator) => element.evaluate((node) => getComputedStyle(node).direction);
    expect([await directionOf(name), await directionOf(page.getByRole('main'))]).toEqual(['rtl', 'ltr']);
    await expectSoon(() => page.title(), '\u2068متجر السعادة 🛍️👩‍🚀 GmbH\u2069 · Demo Shop');
    await page.goto(`${panel.origin()}/admin/customers`);
    const cell = rows(page, 'Customers').getByText('متجر السعادة');
    await cell.waitFor();
    expect([await directionOf(cell), await directionOf(page.getByRole('table'))]).toEqual(['rtl', 'ltr']);
  });

  it('the customer page reserves space for orders while they load on a narrow window', async () => {
    const id = await made('customers', { email: 'many@buyer.example' });
    for (let order = 0; order < 4; order += 1) await anOrder('many@buyer.example', id);
    const page = await panel.page();
    await page.setViewportSize({ width: 360, height: 740 });
    await panel.signIn(page);
    const held = await holdAnswers(page, '**/api/orders?*');
    await page.goto(`${panel.origin()}/admin/customers/${id}`);
    await page.getByRole('heading', { name: 'Customer', level: 2 }).waitFor();
    held.release();
    await rows(page, 'Orders').nth(3).waitFor();
    await expectStill(page, 'orders of a customer');
  });

  it('German texts of the store screens fit on a phone and on a desktop', async () => {
    const order = await anOrder('lange@woerter.example');
    const page = await panel.page();
    await panel.signIn(page);
    await page.context().addCookies([{ name: 'storewright_language', value: 'de', url: panel.origin() }]);
    await page.goto(`${panel.origin()}/admin/orders/${order.id}`);
    await heading(page, `Bestellung #${order.number}`).waitFor();
    await page.getByText('19,95').first().waitFor();
    await look(page, 'store-order-german');
  });

  it('the order list exports its filtered rows as a complete CSV file', async () => {
    const customer = await made('customers', {
      email: 'a@export.example',
      first_name: 'Ángela',
      last_name: 'Export',
    });
    const first = await anOrder('first@export.example', customer);
    const second = await anOrder('second@export.example', customer);
    await anOrder('angela@else.example');
    const page = await panel.open('/admin/orders?q=angela%20export');
    await page.getByText('1–2 of 2').waitFor();
    const press = () => button(page, 'Export CSV').click();
    const [download] = await Promise.all([page.waitForEvent('download'), press()]);
    expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
    const [header, ...lines] = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(header).toMatch(/^\ufeffid,.*number/);
    expect(lines.map((line) => line.split(',', 1)[0])).toEqual([second.id, first.id]);
    await page.getByText('2 rows exported').waitFor();

    const held = await holdAnswers(page, '**/api/exports');
    await press();
    await page.getByText('Exporting …').waitFor();
    await look(page, 'store-export');
    held.fail();
    await page.getByText('No file was saved.').waitFor();
    await look(page, 'store-export-failed');
    await held.end();
    await Promise.all([page.waitForEvent('download'), button(page, 'Try again').click()]);
  });

  it('the order list marks an incomplete search result, and a button continues the search', async () => {
    const { number } = await anOrder('partial@buyer.example');
    const page = await panel.page();
    await page.route(/\/api\/orders\?(?!.*after)/, async (route) => {
      const next = `${route.request().url()}&page%5Bafter%5D=there`;
      await route.fulfill({ json: { data: [], links: { next }, meta: { page: { partial: true } } } });
    });
    await page.route(/\/api\/orders\?.*after/, async (route) => {
      await route.continue({
        url: route
          .request()
          .url()
          .replace(/&page%5Bafter%5D=there/, ''),
      });
    });
    await panel.signIn(page);
    await page.goto(`${panel.origin()}/admin/orders?q=partial`);
    await page.getByText('Not everything has been searched yet.').waitFor();
    await look(page, 'store-partial');
    await button(page, 'Keep searching').click();
    await rows(page, 'Orders')
      .getByRole('link', { name: `#${number}` })
      .waitFor();
  });

  it('the order page records payment, fulfillment and a partial refund, and shows the timeline', async () => {
    const { id, number } = await anOrder('steps@buyer.example');
    const page = await panel.open(`/admin/orders/${id}`);
    await heading(page, `Order #${number}`).waitFor();
    await page.getByText('متجر').waitFor();
    await button(page, 'Mark as paid').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }).click();
    await button(page, 'Refund').click();
    const dialog = page.getByRole('dialog');
    await expectSoon(() => dialog.getByLabel('Amount (EUR)').inputValue(), '19.95');
    await dialog.getByLabel('Amount (EUR)').fill('20');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await dialog.getByText('Enter an amount up to €19.95.').waitFor();
    await dialog.getByLabel('Amount (EUR)').fill('5,50');
    await dialog.getByLabel('Reason (optional)').fill('Scratched');
    await look(page, 'store-refund');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await page.getByText('Partially refunded').waitFor();
    // `meta.next` allows no other payment step.
    expect(await button(page, 'Mark as paid').count()).toBe(0);
    await page.getByLabel('Add a comment').fill('Offered a voucher');
    await button(page, 'Post comment').click();
    const entries = () =>
      page.getByRole('listitem').filter({ hasText: '20' }).locator('span:first-child').allInnerTexts();
    await expectSoon(
      async () => (await entries()).join('\n'),
      expect.stringMatching(
        /Offered a voucher.*Refund · €5.50.*Scratched.*Payment received · €19.95.*placed/s,
      ),
    );
    await button(page, 'Fulfill items').click();
    await dialog.getByLabel('Carrier (optional)').fill('DHL');
    await dialog.getByLabel('Tracking number (optional)').fill('JD014600');
    await look(page, 'store-fulfill');
    await dialog.getByRole('button', { name: 'Fulfill items' }).click();
    await page.getByText('1 fulfilled').waitFor();
    await expectStill(page, 'store-order');
    await button(page, 'Cancel fulfillment').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel fulfillment' }).click();
    await page.getByText('1 fulfilled').waitFor({ state: 'detached' });
    await button(page, 'More actions').click();
    await look(page, 'store-order-menu');
    await page.getByRole('menuitem', { name: 'Cancel order' }).click();
    await page.getByText('The items go back into stock').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click();
    await page.getByText('Cancelled', { exact: true }).first().waitFor();
    await button(page, 'More actions').click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
      ...['Print order', 'Copy as JSON', 'View meta data'],
    ]);
  });

  it('the print page shows an order as a summary with prices or as a packing slip without prices', async () => {
    const { id, number } = await anOrder('print@buyer.example');
    await (
      await panel.api()
    ).patch(`/api/shops/${panel.shop.id}`, {
      data: { type: 'shops', id: panel.shop.id, attributes: { address: 'Am Markt 2\n20095 Hamburg' } },
    });
    const logo = { body: aPng(200, 80), headers: { 'content-type': 'image/png' } };
    await (await panel.api()).send('PUT', `/api/shops/${panel.shop.id}/logo`, logo);
    const page = await panel.open(`/admin/orders/${id}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Copy as JSON' }).click();
    await page.getByText(`Order #${number} copied as JSON`).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(JSON.parse(copied)).toMatchObject({ type: 'orders', id, attributes: { number } });
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Print order' }).click();
    const sheet = page.getByRole('article');
    await sheet.getByText('€19.95').first().waitFor();
    await expectSoon(() => sheet.locator('img').evaluate(widthOf), 200);
    await page.emulateMedia({ media: 'print' });
    const printed = () => page.locator('body').innerText();
    for (const text of ['Demo Shop', 'Am Markt 2\n20095 Hamburg', 'Hauptstraße 1', 'Mug – Blue', 'Balance'])
      expect(await printed()).toContain(text);
    for (const screenOnly of ['Orders', 'Print order', 'Packing slip', 'copied'])
      expect(await printed()).not.toContain(screenOnly);
    await page.emulateMedia({ media: null });
    await page.getByRole('radio', { name: 'Packing slip' }).click();
    await sheet.getByRole('heading', { name: 'Packing slip' }).waitFor();
    await look(page, 'store-packing-slip');
    await page.emulateMedia({ media: 'print' });
    expect(await printed()).toContain('Mug – Blue');
    expect(await printed()).not.toMatch(/€|@/);
    expect(new URL(page.url()).search).toBe('?sheet=packing');
  });

  it('the store screens reject a change if another user has changed the object', async () => {
    const { id } = await anOrder('two@buyer.example');
    const change = (attributes: object) =>
      shop.patch(`/api/orders/${id}`, { data: { type: 'orders', id, attributes } });
    const page = await panel.open(`/admin/orders/${id}`);
    await page.getByLabel('Note').fill('Ring twice');
    await change({ note: 'Leave it at the door' });
    await button(page, 'Save').click();
    await page.getByText('Somebody else has changed this').waitFor();
    await page.getByText('Leave it at the door').waitFor();
    // The notice appears once, and the input is kept.
    expect(await page.getByText('Not done: somebody else was faster').count()).toBe(0);
    await look(page, 'store-conflict');
    await button(page, 'Keep mine').click();
    await button(page, 'Save').click();
    await page.getByText(/^“.*” saved$/).waitFor();
    expect((await shop.get(`/api/orders/${id}`)).body.data.attributes.note).toBe('Ring twice');
    const entries = (what: string) => page.getByRole('listitem').filter({ hasText: what }).allInnerTexts();
    await expectSoon(async () => (await entries('Note changed')).length, 2);
    const [mine, theirs] = await entries('Note changed');
    expect(theirs).toContain('Token “Arranges”');
    expect(mine).not.toContain('Arranges');
    expect((await entries('Order placed')).join('\n')).toContain('Token “Arranges”');

    // The API rejects a step that was selected for an older version of the order.
    await change({ fulfillment_status: 'fulfilled' });
    await button(page, 'Mark as paid').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByText('Not done: somebody else was faster').waitFor();
    await page.getByText('Fulfilled', { exact: true }).first().waitFor();
    expect((await shop.get(`/api/orders/${id}`)).body.data.attributes.payment_status).toBe('pending');
  });

  it('a bulk action tags several orders and shows the error of a failed order in its row', async () => {
    const customer = await made('customers', { email: 'bulk@buyer.example', first_name: 'Bulkhead' });
    const first = await anOrder('one@bulk.example', customer);
    const late = await anOrder('two@bulk.example', customer);
    const last = await anOrder('three@bulk.example', customer);
    const page = await panel.open('/admin/orders?q=bulkhead');
    await page.getByText('1–3 of 3').waitFor();
    await page.getByRole('checkbox', { name: `Select #${last.number}` }).press('Space');
    await page.getByText('1 selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space');
    await page.getByText('3 selected').waitFor();
    await shop.patch(`/api/orders/${late.id}`, {
      data: { type: 'orders', id: late.id, attributes: { tags: ['theirs'] } },
    });

    const held = await holdAnswers(page, '**/api/operations');
    await button(page, 'Add tags').click();
    await page.getByRole('dialog').getByLabel('Tags').fill('wholesale, spring');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('0 of 3').waitFor();
    held.release();
    const outcome = page.getByRole('alert').filter({ hasText: 'Add tags: 3 orders. 2 of 3 updated' });
    await outcome.waitFor();
    expect(await outcome.getByRole('listitem').allInnerTexts()).toEqual([
      `#${late.number}: Not done: somebody else has changed it in the meantime.`,
    ]);
    // The failed row remains selected.
    await page.getByText('1 selected').waitFor();
    await button(page, 'Try again').click();
    await page.getByText('1 order updated').waitFor();
    const tags = async ({ id }: { id: string }) =>
      (await shop.get(`/api/orders/${id}`)).body.data.attributes.tags as string[];
    expect(await Promise.all([first, late, last].map(tags))).toEqual([
      ['wholesale', 'spring'],
      ['theirs', 'wholesale', 'spring'],
      ['wholesale', 'spring'],
    ]);
  });

  it('the product page edits a product and its variants, and keeps unsaved input', async () => {
    const page = await panel.open('/admin/products');
    await button(page, 'Add product').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add product' }).click();
    await page.getByText('Fill this in.').waitFor();
    await page.getByRole('dialog').getByLabel('Title').fill('Stoneware 🫖 Mug');
    await page.getByRole('dialog').getByLabel('Tags').fill('tea, tea, winter');
    await page.keyboard.press('Enter');
    await heading(page, 'Stoneware 🫖 Mug').waitFor();
    await addsImages(page);
    await button(page, 'Add variant').click();
    await page.getByRole('dialog').getByLabel('Title').fill('Blue');
    await page.getByRole('dialog').getByLabel('Price (EUR)', { exact: true }).fill('19.95');
    await page.getByRole('dialog').getByLabel('Compare-at price (EUR)').fill('15');
    await page.getByText('Not higher than the price, so it shows no discount.').waitFor();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Stock' }).fill('-2');
    await page.getByText('2 more sold than in stock.').waitFor();
    await page.keyboard.press('Enter');
    const stock = page.getByLabel('Stock of “Blue”');
    await stock.fill('12');
    await page.keyboard.press('Enter');
    await page.getByText(/^“.*” saved$/).waitFor();
    const [variant] = (await shop.get('/api/variants?sort=-id')).body.data;
    expect(variant.attributes).toMatchObject({ title: 'Blue', price_amount: 1995, inventory_quantity: 12 });
    await expectStill(page, 'store-product');
    await page.getByLabel('Status').selectOption('Active');
    await page.getByText('Unsaved changes').waitFor();
    await look(page, 'store-product-unsaved');
    await page.getByRole('link', { name: 'All products' }).click();
    await button(page, 'Stay on page').click();
    await page.getByRole('link', { name: 'All products' }).click();
    await button(page, 'Leave page').click();
    await heading(page, 'Products').waitFor();
    await page.goBack();
    await page.getByText('Your unsaved changes were restored').waitFor();
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    await page.getByText('Your unsaved changes were restored').waitFor();
    expect(await page.getByLabel('Status').inputValue()).toBe('active');
    const held = await holdAnswers(page, '**/api/products/*');
    await button(page, 'Save').click();
    const saving = page.getByRole('button', { name: 'Save' });
    await saving.and(page.locator('[data-pending][aria-busy="true"]')).getByText('Save').waitFor();
    held.release();
    await saving.waitFor({ state: 'detached' });
    await held.end();
    await button(page, 'Edit “Blue”').click();
    await page.getByRole('dialog').getByText('+14, now 12 · Changed').waitFor();
    await page.getByRole('dialog').getByRole('radio', { name: 'From the side' }).press('Space');
    await page.getByText('Image of “Blue” saved').waitFor();
    const sku = page.getByRole('dialog').getByLabel('SKU');
    await sku.fill('MUG-1');
    await page.keyboard.press('Escape');
    await button(page, 'Keep editing').click();
    await expectFocus(sku);
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'All products' }).click();
    const row = rows(page, 'Products').filter({ hasText: 'Stoneware' });
    await row.getByText('Active').waitFor();
    await row.locator('img[src^="/api/image_files/"]').waitFor();
    await page.goto(`${panel.origin()}/admin/variants/${variant.id}`);
    await heading(page, 'Stoneware 🫖 Mug').waitFor();
    await panel.query(
      `INSERT INTO shop.variants (shop_id, id, product_id, title, price_amount, currency_code,
         inventory_policy, position, created_at, updated_at)
       SELECT shop_id, gen_random_uuid(), product_id, 'Size ' || n, 1995, 'EUR', 'deny', 100 + n, now(), now()
       FROM shop.variants, generate_series(1, 119) n WHERE id = $1`,
      [variant.id],
    );
    await page.reload();
    await page.getByText('120 variants').waitFor();
    // The page loads its images first, because images that appear later would move the variants.
    expect(await page.locator('img[src^="/api/image_files/"]').first().isVisible()).toBe(true);
    await button(page, 'Next').click();
    await rows(page, 'Variants').filter({ hasText: 'Size 50' }).waitFor();
    await button(page, 'Next').click();
    await rows(page, 'Variants').filter({ hasText: 'Size 119' }).waitFor();
  });

  /** Adds two images and two files that are no images, then describes, moves and deletes images. */
  async function addsImages(page: Page): Promise<void> {
    const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });
    await page
      .locator('input[type=file]')
      .setInputFiles([
        file('front.png', 'image/png', aPng(320)),
        file('drawing.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
        file('broken.png', 'image/png', aPng(64).subarray(0, 60)),
        file('side.png', 'image/png', aPng(200, 320)),
      ]);
    await page.getByText('2 files were not added').waitFor();
    await page.getByText('“drawing.svg”: Choose a JPEG, PNG or WebP file.').waitFor();
    await page.getByText('“broken.png”: The file is damaged').waitFor();
    const tiles = page.getByRole('list', { name: 'Images' }).getByRole('listitem');
    await button(page, 'Edit image 2').click();
    await page.getByRole('dialog').getByLabel('Description').fill('From the side');
    await page.keyboard.press('Enter');
    await page.getByText('Image saved').waitFor();
    const isFrom = (at: number, name: string) =>
      tiles.nth(at).getByRole('img', { name, exact: true }).waitFor();
    await isFrom(1, 'From the side');
    await button(page, 'Move image 2 earlier').press('Enter');
    await isFrom(0, 'From the side');
    await page.locator('ol[aria-busy=false]').waitFor();
    await tiles.nth(1).dragTo(tiles.nth(0));
    await isFrom(1, 'From the side');
    await page.locator('ol[aria-busy=false]').waitFor();
    await look(page, 'store-product-images');
    await button(page, 'Edit image 1').click();
    await button(page, 'Delete image').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete image' }).click();
    await page.getByText('Image deleted').waitFor();
    await isFrom(0, 'From the side');
    const { body } = await shop.get('/api/product_images?sort=-id');
    expect(body.data.map(({ attributes }: { attributes: object }) => attributes)).toMatchObject([
      { alt_text: 'From the side', position: 2 },
    ]);
  }

  it('the product list counts ten thousand products, pages through them and exports them', async () => {
    const { id, domain } = await panel.aShop();
    await panel.query(
      `INSERT INTO shop.products SELECT $1::uuid, gen_random_uuid(), 'Mug ' || to_char(n, 'FM00000'),
        'mug-' || n, '', 'active', '{}', now(), 1, now(), now()
       FROM generate_series(1, 10000) n`,
      [id],
    );
    const page = await panel.page();
    await panel.signIn(page, panel.owner, domain);
    await page.goto(`${panel.origin(domain)}/admin/products`);
    await page.getByText('1–25 of 10,000').waitFor();
    await page.getByRole('link', { name: 'Mug 00001' }).waitFor();
    await button(page, 'Next').click();
    await page.getByRole('link', { name: 'Mug 00026' }).waitFor();
    await page.getByText('26–50 of 10,000').waitFor();
    const saved = page.waitForEvent('download');
    await button(page, 'Export CSV').click();
    const lines = readFileSync(await (await saved).path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(10_001);
  });

  it('the customer page downloads and erases a customer’s data, and shows the apps’ confirmations', async () => {
    const api = await panel.api();
    const app = await anApp(api, { name: 'Newsletter', scopes: ['customers.get'] });
    const token = await exchange(api, await install(api, panel.shop, app));
    const attributes = { email: 'forget@buyer.example', first_name: 'Mia', last_name: 'Nagel' };
    const id = await made('customers', attributes);
    const { number } = await anOrder('forget@buyer.example', id);
    const page = await panel.open('/admin/customers?q=forget');
    await page.getByRole('link', { name: 'Mia Nagel' }).click();
    await page.getByRole('link', { name: `#${number}` }).waitFor();
    await expectStill(page, 'store-customer');
    const saved = page.waitForEvent('download');
    await button(page, 'Download data').click();
    const archive = readFileSync(await (await saved).path(), 'utf8');
    for (const text of ['Nagel', '"orders"', '"events"', '"complete":true']) expect(archive).toContain(text);
    await button(page, 'Redact').click();
    await page.getByText('copies of these in events').waitFor();
    await look(page, 'store-redact');
    await button(page, 'Erase personal data').click();
    await page.getByText('This customer is redacted').waitFor();
    await expectSoon(() => page.getByText('Nagel').count(), 0);
    expect((await shop.get(`/api/customers/${id}`)).body.data.attributes.email).toBeNull();
    const asked = rows(page, 'Apps that must confirm').filter({ hasText: 'Newsletter' });
    await asked.getByText(/^(?:Due|Not reachable)$/).waitFor();
    await page.getByRole('link', { name: 'Details', exact: true }).click();
    await heading(page, 'Erasure of a customer').waitFor();
    const erasure_id = new URL(page.url()).pathname.split('/').at(-1)!;
    const receipt = { data: { type: 'erasure_receipts', attributes: { erasure_id } } };
    expect((await api.as(token).post('/api/erasure_receipts', receipt)).status).toBe(201);
    await page.reload();
    await asked.getByText('Confirmed', { exact: true }).waitFor();
    const certificate = page.waitForEvent('download');
    await button(page, 'Download certificate').click();
    const file = readFileSync(await (await certificate).path(), 'utf8');
    const { jws, certificate: content } = JSON.parse(file) as { jws: string; certificate: object };
    expect(JSON.parse(Buffer.from(jws.split('.')[1]!, 'base64url').toString())).toEqual(content);
    await look(page, 'store-erasure');
    await page.emulateMedia({ media: 'print' });
    const printed = await page.locator('body').innerText();
    for (const text of ['Newsletter', erasure_id, jws]) expect(printed).toContain(text);
    expect(printed).not.toContain('Download certificate');
    await page.emulateMedia({ media: null });
    await page.getByRole('link', { name: 'Erasure requests' }).click();
    await rows(page, 'Erasure requests').getByRole('link', { name: 'Data of a customer' }).first().waitFor();
  });

  it('the codes screen creates a discount code from a preset, and explains rejected values', async () => {
    const page = await panel.open('/admin/codes');
    await button(page, 'Add code').first().click();
    await page.getByRole('dialog').getByLabel('Code', { exact: true }).fill('SPRING');
    const percentage = page.getByRole('dialog').getByLabel('Percentage', { exact: true });
    await percentage.fill('120');
    await page.keyboard.press('Enter');
    await page.getByText('Enter a percentage from 0.01 to 100.').waitFor();
    await percentage.fill('12.5');
    const refusal = (attribute: string, code = 'invalid_attribute') => ({
      ...{ code, title: 'Invalid', detail: `${attribute} of the API.` },
      source: { pointer: `/data/attributes/${attribute}` },
    });
    const errors = [refusal('value'), refusal('code', 'already_exists'), refusal('usage_limit')];
    await page.route('**/api/codes', (route) => route.fulfill({ status: 422, json: { errors } }));
    await page.keyboard.press('Enter');
    for (const text of [
      ...['Enter a percentage from 0.01 to 100.', 'This exists already. Enter another value.'],
      'Enter a whole number from 1 to 1,000,000,000.',
    ])
      await page.getByText(text).waitFor();
    expect(await page.getByText('of the API').count()).toBe(0);
    await page.unroute('**/api/codes');
    await page.keyboard.press('Enter');
    await heading(page, 'SPRING').waitFor();
    await page.getByText('12.5%').waitFor();
    await expectStill(page, 'store-code');
    await button(page, 'Disable').click();
    await button(page, 'Enable').waitFor();
    const attributes = { resource_type: 'orders', resource_id: '1001', data: {} };
    await page.goto(`${panel.origin()}/admin/meta/${await made('meta', attributes)}`);
    await page.getByRole('link', { name: 'orders 1001' }).click();
    await heading(page, 'Orders').waitFor();
    await expectSoon(() => page.getByRole('searchbox').inputValue(), '1001');
    await page.goto(`${panel.origin()}/admin/orders/no-id`);
    await page.getByText('This does not exist').waitFor();
  });

  it('a bulk action tags the matching rows of all pages, and reports a row that another user has changed', async () => {
    const title = 'Harbour mug';
    const ids: string[] = [];
    for (let at = 0; at < 27; at += 1) ids.push(await made('products', { title: `${title} ${at}` }));
    const page = await panel.open('/admin/products?q=harbour');
    await page.getByRole('row', { name: /Harbour mug 26/ }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space');
    await page.getByRole('button', { name: 'Select all that match' }).click();
    await page.getByText('27 selected', { exact: true }).waitFor();
    // A row of the second page, which the browser has not loaded.
    const late = { type: 'products', id: ids[8]!, attributes: { title: `${title} of another` } };
    expect((await shop.patch(`/api/products/${ids[8]}`, { data: late })).status).toBe(200);
    await page.getByRole('button', { name: 'Add tags' }).click();
    await page.getByRole('dialog').getByLabel('Tags').fill('harbour-sale');
    await page.getByRole('dialog').getByRole('button', { name: 'Add tags' }).click();
    const outcome = page.getByRole('alert').filter({ hasText: '26 of 27 updated' });
    await outcome.getByRole('link', { name: `${title} 8` }).waitFor();
    await outcome.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('1 product updated').waitFor();
    const { body } = await shop.get('/api/products?filter[tags]=harbour-sale&page[size]=100');
    expect(body.data).toHaveLength(27);
  });

  it('the import screen previews the columns and errors of a file, then shows progress and results', async () => {
    const file =
      'handle,title,sku,price,colour\nimp-1,Imported mug,IMP-1,19.95,blue\nimp-2,Imported plate,IMP-2,x,red\n';
    const page = await panel.open('/admin/products');
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await page.getByText('No imports yet').waitFor();
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'spring.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await heading(page, 'spring.csv').waitFor();
    await page.getByText('1 row will be imported, 1 left out.').waitFor();
    await expectSoon(
      () => rows(page, 'Columns of the file').last().innerText(),
      expect.stringMatching(/colour[^]*Not imported/),
    );
    await expectSoon(
      () => rows(page, 'Rows with errors').first().innerText(),
      expect.stringMatching(/3[^]*Price Enter an amount such as 19.95/),
    );
    await expectStill(page, 'import-checked');
    const download = page.waitForEvent('download');
    await button(page, 'Download errors').click();
    expect(readFileSync(await (await download).path(), 'utf8')).toContain('3,price_amount,invalid_attribute');
    await button(page, 'Start import').click();
    await page.getByText('The import is finished.').waitFor();
    await page.goto(`${panel.origin()}/admin/imports`);
    await expectSoon(
      () => rows(page, 'Recent imports').first().innerText(),
      expect.stringMatching(/spring.csv[^]*Finished/),
    );
    await look(page, 'imports');
    await page.goto(`${panel.origin()}/admin/products?q=imported`);
    await page.getByRole('link', { name: 'Imported mug' }).waitFor();
    expect(await page.getByRole('link', { name: 'Imported plate' }).count()).toBe(0);
  });
});
