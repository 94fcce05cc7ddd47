import { randomUUID } from 'node:crypto';
import type { HttpClient, Receiver } from '@storewright/testing';
import { anApp, exchange, install, installations } from './apps';
import { expectSoon, type Panel } from './panel';

/** Ids of objects in the test shop whose texts and amounts have the maximum length that the API accepts. */
export interface FilledShop {
  order: string;
  product: string;
  customer: string;
  code: string;
  meta: string;
  app: string;
  installation: string;
  delivery: string;
  deviceUrl: string;
}

const LONG_TITLE =
  'Handgefertigte Steingut-Teekanne „Hafenblick“ mit Bambusgriff, 1,2 Liter, spülmaschinenfest';
const LONG_EMAIL =
  'maximiliane.von-und-zu-hohenlohe-langenburg@einkauf.internationale-handelsgesellschaft.example';
const LARGE_AMOUNT = 1_234_567_890;
const tags = ['wholesale', 'spring-summer-2027', 'fragile', 'gift', 'returning customer'];

/** Fills the panel's test shop through the API. The platform sends webhooks of the installed app to `receiver`. */
export async function fillShop(panel: Panel, receiver: Receiver, orders = 3): Promise<FilledShop> {
  const api = await panel.api();
  const { body } = await api.post(`/api/shops/${panel.shop.id}/access_tokens`, {
    data: { type: 'access_tokens', attributes: { name: 'Nightly export to the warehouse of Rotterdam' } },
  });
  const shop = panel.shopApi(body.meta.token as string);
  const store = await fillStore(shop, orders);
  const installed = await installApp(panel, api, receiver);
  const meta = await create(shop, 'meta', {
    resource_type: 'orders',
    resource_id: store.order,
    data: { label: LONG_TITLE, size: 2.5, printed: true, carrier: 'DHL', weight_in_grams: 1250 },
  });
  await receiver.has(1);
  const delivery = await firstDelivery(shop, installed.installation);
  await addPeople(panel, api);
  return { ...store, ...installed, meta, delivery, deviceUrl: await askForDevice(panel) };
}

async function create(
  shop: HttpClient,
  type: string,
  attributes: object,
  relationships?: object,
): Promise<string> {
  const { body, text } = await shop.post(`/api/${type}`, { data: { type, attributes, relationships } });
  if (!body.data) throw new Error(text);
  return body.data.id as string;
}

async function fillStore(shop: HttpClient, orderCount: number) {
  const product = await create(shop, 'products', { title: LONG_TITLE, tags, status: 'active' });
  for (const [at, title] of ['Blau-weiß gestreift, groß', 'Rot', 'Grün'].entries())
    await create(
      shop,
      'variants',
      { title, sku: `TEAPOT-HAFENBLICK-2027-${at}`, price_amount: LARGE_AMOUNT, currency_code: 'EUR' },
      { product: { data: { type: 'products', id: product } } },
    );
  const name = { first_name: 'Maximiliane Friederike', last_name: 'von und zu Hohenlohe-Langenburg' };
  const customer = await create(shop, 'customers', {
    email: LONG_EMAIL,
    phone: '+4930123456',
    tags,
    ...name,
  });
  const address = { ...name, line1: 'Gewerbepark Süd 1234, Halle 5', city: 'Bad Mergentheim' };
  const line = (title: string) => ({ title, price_amount: LARGE_AMOUNT, quantity: 12 });
  const orders = [];
  for (let at = 0; at < orderCount; at += 1)
    orders.push(
      await create(
        shop,
        'orders',
        {
          ...{ line_items: [line(LONG_TITLE), line('Tasse')], currency_code: 'EUR', email: LONG_EMAIL, tags },
          ...{ shipping_address: address, billing_address: address, note: `${LONG_TITLE}. `.repeat(3) },
        },
        { customer: { data: { type: 'customers', id: customer } } },
      ),
    );
  const code = await create(shop, 'codes', {
    ...{ code: 'FRUEHJAHRSAKTION-2027-GROSSHANDEL', kind: 'discount', value_type: 'percentage', value: 1250 },
    ...{ usage_limit: 1_000_000, ends_at: '2027-12-31T23:59:59Z' },
  });
  return { order: orders[0]!, product, customer, code };
}

async function installApp(panel: Panel, api: HttpClient, receiver: Receiver) {
  const app = await anApp(api, {
    name: 'Versandetiketten & Zollerklärungen für internationale Händler',
    scopes: ['meta.get', 'meta.collection', 'orders.get', 'orders.patch'],
    webhook_url: receiver.url,
    webhook_events: ['meta.created', 'installations.uninstalled'],
  });
  const token = await exchange(api, await install(api, panel.shop, app));
  await panel.shopApi(token).get('/api/installation');
  const [{ id } = { id: '' }] = await installations(api, panel.shop);
  await panel.query(
    `WITH hours AS (INSERT INTO auth.request_counts (shop_id, credential, credential_id, hour, requests,
      client_errors, server_errors)
       SELECT shop_id, 'installations', id, date_trunc('hour', now()) - day * interval '1 day',
         1234567 * (day + 1), 20345 * (day + 1), 7 FROM auth.installations, generate_series(0, 5) AS day
       WHERE app_id = $1 RETURNING *)
     INSERT INTO auth.request_days SELECT shop_id, credential_id, date_trunc('day', hour, 'UTC'), requests,
       client_errors, server_errors FROM hours`,
    [app.id],
  );
  return { app: app.id, installation: id };
}

async function firstDelivery(shop: HttpClient, installation: string): Promise<string> {
  const path = `/api/webhook_deliveries?filter[installation]=${installation}&filter[status]=retrying`;
  const ids = async () => ((await shop.get(path)).body.data as { id: string }[]).map(({ id }) => id);
  await expectSoon(async () => (await ids()).length, 1);
  return (await ids())[0]!;
}

async function addPeople(panel: Panel, api: HttpClient): Promise<void> {
  const { email } = await panel.anOwner(`${randomUUID()}.${LONG_EMAIL}`.slice(0, 120));
  await panel.query(
    `INSERT INTO auth.members (shop_id, owner_id, role) SELECT $1, id, 'read_only' FROM auth.owners
     WHERE email = $2`,
    [panel.shop.id, email],
  );
  await api.post(`/api/shops/${panel.shop.id}/invitations`, {
    data: {
      type: 'invitations',
      attributes: { email: LONG_EMAIL, role: 'staff', areas: ['orders', 'products', 'customers'] },
    },
  });
  await api.post('/api/test_shops', {
    data: {
      type: 'test_shops',
      attributes: { domain: `test-${panel.shop.domain}`, name: LONG_TITLE.slice(0, 60) },
    },
  });
}

async function askForDevice(panel: Panel): Promise<string> {
  const body = new URLSearchParams({ client_id: 'storewright-cli', device_name: 'Mira’s laptop' });
  const response = await fetch(`${panel.authUrl}/oauth/device_authorization`, { method: 'POST', body });
  return ((await response.json()) as { verification_uri_complete: string }).verification_uri_complete;
}
