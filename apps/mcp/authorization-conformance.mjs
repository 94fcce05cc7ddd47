/**
 * Runs the authorization scenarios of `@modelcontextprotocol/conformance` against the auth API. The package
 * acts as the agent, and this module grants access as the shop owner.
 */
import { spawn } from 'node:child_process';
import { createServer, request } from 'node:http';

/** Port on which the conformance package waits for the redirect after the consent. */
const CALLBACK_PORT = 33_417;

/**
 * Returns the number of failed conformance checks.
 *
 * @param {{ package: string, authUrl: string, mcpUrl: string, email: string, password: string }} options
 */
export async function authorizationFailures(options) {
  const documents = await startDocumentServer();
  const client = `http://localhost:${documents.address().port}/client.json`;
  const child = spawn(
    'npx',
    ['--yes', options.package, 'authorization', '--url', options.authUrl, '--client-id', client].concat([
      ...['--resource', options.mcpUrl, '--port', String(CALLBACK_PORT)],
    ]),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let text = '';
  let consent;
  for await (const part of child.stdout) {
    text += part;
    const [url] = /^http\S+\/oauth\/authorize\?\S+$/m.exec(text) ?? [];
    if (url) consent ??= agree(url, options);
  }
  await consent;
  documents.close();
  const results = [...text.matchAll(/^\W*([a-z][a-z-]+): (\d+) passed, (\d+) failed/gm)];
  for (const [, scenario, passed, failed] of results)
    process.stdout.write(`authorization ${scenario}: ${passed} passed, ${failed} failed\n`);
  return results.length === 0 ? 1 : results.reduce((sum, [, , , failed]) => sum + Number(failed), 0);
}

async function startDocumentServer() {
  const server = createServer((_, response) => {
    const client_id = `http://localhost:${server.address().port}/client.json`;
    const redirect_uris = [`http://127.0.0.1:${CALLBACK_PORT}/callback`];
    response.end(JSON.stringify({ client_id, client_name: 'Conformance', redirect_uris }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function agree(url, { authUrl, mcpUrl, email, password }) {
  const screen = new URL((await send('GET', url)).headers.location);
  const type = { 'content-type': 'application/vnd.api+json' };
  const credentials = { data: { type: 'sessions', attributes: { email, password } } };
  const session = await send('POST', `${authUrl}/api/sessions`, type, JSON.stringify(credentials));
  const { csrf_token, token } = JSON.parse(session.text).data.attributes;
  const shops = await send('GET', `${authUrl}/api/shops`, { authorization: `Bearer ${token}` });
  const [domain] = new URL(mcpUrl).hostname.split('.');
  const shop = JSON.parse(shops.text).data.find(({ attributes }) => attributes.domain === domain);
  const fields = {
    ...{ csrf_token, shop_id: shop.id, app_id: screen.pathname.split('/').at(-1) },
    ...Object.fromEntries(screen.searchParams),
    scopes: 'products.collection',
  };
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    cookie: session.headers['set-cookie'][0].split(';')[0],
    ...{ origin: 'null', 'sec-fetch-site': 'same-origin' },
  };
  const form = new URLSearchParams(fields).toString();
  const granted = await send('POST', `${authUrl}/oauth/grants`, headers, form);
  await send('GET', granted.headers.location);
}

function send(method, url, headers = {}, body) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, async (response) => {
      let text = '';
      for await (const part of response) text += part;
      resolve({ headers: response.headers, text });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
