import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { install, isApiError, Shop, webhooks } from '@storewright/sdk';
import type { InstallationFile } from './installation-file.js';

/** Registration of the app, read from environment variables. */
export interface Registration {
  authUrl: string;
  id: string;
  secret: string;
  webhookSecret: string;
}

interface Reply {
  status: number;
  text?: string;
  headers?: Record<string, string>;
}
type Route = (url: URL, request: IncomingMessage) => Reply | Promise<Reply>;

export function createApp(registration: Registration, installations: InstallationFile): RequestListener {
  const routes: Record<string, Route> = {
    'GET /': () => firstPage(installations),
    'GET /begin': (url) => begin(registration, url),
    'GET /install': installRoute(registration, installations),
    'POST /webhooks': (_url, request) => webhook(registration, installations, request),
  };
  return (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const route = routes[`${request.method} ${url.pathname}`] ?? notFound;
    void Promise.resolve()
      .then(() => route(url, request))
      .catch(failed)
      .then(({ status, text = '', headers }) =>
        response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(text),
      );
  };
}

/**
 * Starts an installation from the app, for example at `/begin?shop=demo-shop`. The state must come back in
 * the same browser.
 */
function begin({ authUrl, id }: Registration, { searchParams }: URL): Reply {
  const state = randomBytes(24).toString('base64url');
  const shop = searchParams.get('shop') ?? '';
  const query = new URLSearchParams({ response_type: 'code', client_id: id, shop, state });
  const cookie = `state=${state}; Path=/install; HttpOnly; SameSite=Lax; Max-Age=600`;
  return redirect(`${authUrl}/oauth/authorize?${query}`, { 'set-cookie': cookie });
}

/**
 * Handles the install URL. After the owner's consent, the browser requests this URL with a nonce in `nonce`
 * or, after `/begin`, in `code`. The app exchanges the nonce, stores the token and redirects.
 */
function installRoute(registration: Registration, installations: InstallationFile): Route {
  const exchanges = new Map<string, Promise<void>>();
  return async ({ searchParams }, { headers }) => {
    // Rejects a browser's prefetch, which must not use up the nonce.
    if (headers['sec-purpose']?.includes('prefetch')) return { status: 503 };
    const nonce = searchParams.get('nonce') ?? searchParams.get('code');
    if (!nonce) return { status: 400, text: 'The app was not installed. Open it from your shop.' };
    // Skips the exchange if the visitor reloads the page. After the first use of the token, a second exchange
    // would revoke the token.
    if (!installations.isExchanged(nonce)) {
      const state = searchParams.get('state');
      if (state !== null && !headers.cookie?.split('; ').includes(`state=${state}`))
        return { status: 403, text: 'Another browser started this installation. Start it again here.' };
      const running = exchanges.get(nonce) ?? exchange(nonce, registration, installations);
      exchanges.set(nonce, running);
      await running.finally(() => exchanges.delete(nonce));
    }
    // Removes the nonce from the URL and the browser history by a redirect.
    return redirect('/');
  };
}

/**
 * Exchanges the nonce for a token. The exchange requires the app's secret, so that a leaked nonce is useless.
 */
async function exchange(
  nonce: string,
  { authUrl, id, secret }: Registration,
  installations: InstallationFile,
): Promise<void> {
  const { token, baseUrl, shop } = await install.exchange(nonce, { authUrl, app: { id, secret } });
  // Stores the token before its first use. If the app crashes before storing the token, it can exchange the
  // same nonce again.
  installations.add(nonce, shop.id, { token, baseUrl, domain: shop.domain });
}

/**
 * Shows the unfulfilled orders. Every visitor can open this page, so the page must not contain customer data.
 */
async function firstPage(installations: InstallationFile): Promise<Reply> {
  const lines: string[] = [];
  for (const { token, baseUrl, domain } of installations.all()) {
    const list = new Shop({ token, baseUrl }).orders.list({
      filter: { fulfillment_status: 'unfulfilled' },
      sort: '-number',
    });
    const orders = await list.toArray({ max: 10 });
    lines.push(`${domain}: ${orders.length === 0 ? 'no unfulfilled orders' : 'unfulfilled orders'}`);
    lines.push(...orders.map(({ number }) => `  ${number}`));
  }
  return { status: 200, text: lines.join('\n') || 'The app is not installed in a shop.' };
}

async function webhook(
  { webhookSecret }: Registration,
  installations: InstallationFile,
  request: IncomingMessage,
): Promise<Reply> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  // Verifies the received bytes, because the signature of a parsed and serialized body would differ.
  const event = await webhooks.verify(Buffer.concat(chunks), request.headers, webhookSecret);
  if (event.type === 'installations.uninstalled') installations.remove(event.shop.id);
  console.log('verified', event.type, event.data.id);
  return { status: 204 };
}

const notFound: Route = () => ({ status: 404, text: 'Not found.' });

const redirect = (location: string, headers: Record<string, string> = {}): Reply => ({
  status: 303,
  headers: { location, ...headers },
});

function failed(error: Error): Reply {
  console.error(error.message);
  if (error instanceof webhooks.WebhookVerificationError) return { status: 401 };
  if (isApiError(error) && error.code.startsWith('nonce_'))
    return { status: 410, text: 'This link was used or has expired. Open the app from your shop again.' };
  return { status: 502, text: 'The shop does not respond. Try again later.' };
}
