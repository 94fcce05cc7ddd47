import { hash } from 'node:crypto';
import { aPng, HttpClient } from '@storewright/testing';
import type { Block } from './blocks';
import { demoValues } from './demo-platform';

/**
 * Returns the shell variables of a reader of the documentation page. A page that starts by loading demo.env has only
 * its own variables. Other pages also have the values of the demo and of previous pages, such as a session, a nonce
 * and ids of objects.
 */
export async function readerOf(page: string, blocks: Block[]): Promise<Record<string, string>> {
  const text = blocks.map((block) => block.text).join('\n');
  if (text.includes('. .storewright/demo.env')) return {};
  const demo = demoValues();
  const auth = clientOf(demo['AUTH_URL']!);
  const session = await auth.post('/api/sessions', {
    data: {
      type: 'sessions',
      attributes: { email: demo['OWNER_EMAIL'], password: demo['OWNER_PASSWORD'] },
    },
  });
  const SESSION = session.body.data.attributes.token as string;
  const owner = auth.as(SESSION);
  const SHOP_ID = (await owner.get('/api/shops?filter[domain]=demo-shop')).body.data[0].id as string;
  const installed = await owner.post(`/api/shops/${SHOP_ID}/installations`, {
    data: { type: 'installations', attributes: { app_id: demo['APP_ID'] } },
  });
  const NONCE = new URL(installed.body.meta!['redirect_to'] as string).searchParams.get('nonce')!;
  const exchanged = await auth.get(`/api/oauth_tokens/nonce/${NONCE}`);
  const OAUTH_TOKEN = exchanged.body.data.attributes.token as string;
  const TOKEN_ID = exchanged.body.data.id as string;
  const made = await owner.post(`/api/shops/${SHOP_ID}/access_tokens`, {
    data: { type: 'access_tokens', attributes: { name: 'Rotated' } },
  });
  const ICON_DIGEST = hash('sha256', anIcon);
  const values = {
    ...demo,
    ICON_DIGEST,
    SESSION,
    SHOP_ID,
    NONCE,
    OAUTH_TOKEN,
    TOKEN_ID,
    ACCESS_TOKEN_ID: made.body.data.id as string,
    ...(await objects(demo)),
  };
  return { ...values, ID: firstId[page] ? values[firstId[page] as keyof typeof values] : values.META_ID };
}

export const anIcon = aPng();

/** Variables with the id of the example object, keyed by page. At the start of the page, `$ID` has the same value. */
const firstId: Record<string, string> = {
  'reference/auth/app-statistics': 'APP_ID',
  'reference/auth/oauth-tokens': 'TOKEN_ID',
  'reference/shop/order-statistics': 'ORDER_STATISTICS_ID',
  'reference/shop/webhook-statistics': 'WEBHOOK_STATISTICS_ID',
};

/** Returns the ids of objects in the demo store, and creates a meta object for the examples. */
async function objects(demo: Record<string, string>) {
  const shop = clientOf(demo['BASE_URL']!, demo['ACCESS_TOKEN']);
  const data = { colour: 'blue', priority: 7 };
  const meta = await shop.post('/api/meta', {
    data: { type: 'meta', attributes: { resource_type: 'orders', resource_id: '1001', data } },
  });
  const first = async (path: string) =>
    ((await shop.get(`${path}page[size]=1`)).body.data as { id: string }[])[0]?.id ?? '';
  return {
    META_ID: meta.body.data.id as string,
    PRODUCT_ID: await first('/api/products?'),
    VARIANT_ID: await aVariantForSale(shop),
    CUSTOMER_ID: await first('/api/customers?filter[status]=active&'),
    ORDER_ID: await anOpenOrder(shop),
    CODE_ID: await first('/api/codes?'),
    ORDER_STATISTICS_ID: await first('/api/order_statistics?'),
    INSTALLATION_ID: await first('/api/webhook_streams?'),
    WEBHOOK_STATISTICS_ID: await first('/api/webhook_statistics?'),
  };
}

async function aVariantForSale(shop: HttpClient): Promise<string> {
  const { body } = await shop.get('/api/products?filter[handle]=stoneware-mug&include=variants');
  const variants = body.included as { id: string; attributes: { inventory_quantity: number } }[];
  return variants.find(({ attributes }) => attributes.inventory_quantity > 1)!.id;
}

/** Places an unpaid order without fulfillments. */
async function anOpenOrder(shop: HttpClient): Promise<string> {
  const line_items = [{ title: 'Gift box', price_amount: 1_500, quantity: 10 }];
  const { body } = await shop.post('/api/orders', {
    data: { type: 'orders', attributes: { line_items, currency_code: 'EUR' } },
  });
  return body.data.id as string;
}

function clientOf(address: string, token?: string): HttpClient {
  const { hostname, port } = new URL(address);
  return new HttpClient(Number(port), hostname, token);
}
