/**
 * Returns the files of a small working app that exchanges its nonce, counts unfulfilled orders, and receives
 * webhooks.
 */
export function appFiles({ name, authUrl }: { name: string; authUrl: string }): Record<string, string> {
  const manifest = {
    ...{ name, version: '0.0.0', private: true, type: 'module' },
    scripts: { start: 'node --env-file=.env app.js' },
    dependencies: { '@storewright/sdk': `${authUrl}/downloads/storewright-sdk.tgz` },
  };
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    '.gitignore': 'node_modules\n.env\ninstallations.json\n',
    '.env': environment(authUrl),
    'app.js': app,
    'README.md': readme(name, authUrl),
  };
}

const environment = (authUrl: string) => `AUTH_URL=${authUrl}
PORT=4000
# The registration of the app prints APP_ID, APP_SECRET and WEBHOOK_SECRET once. Add them below.
`;

const app = `import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import { install, isApiError, Shop, webhooks } from '@storewright/sdk';

const { AUTH_URL: authUrl, APP_ID: id, APP_SECRET: secret, WEBHOOK_SECRET, PORT: port } = process.env;
if (!id || !secret || !WEBHOOK_SECRET) {
  console.error('Put APP_ID, APP_SECRET and WEBHOOK_SECRET into .env: README.md says where they come from.');
  process.exit(1);
}

const file = 'installations.json';

/**
 * Installations by the id of their shop, and hashes of the nonces that were exchanged. An app in production
 * encrypts tokens and uses a database.
 */
const stored = read();
/** Exchanges that run, by the hash of their nonce. */
const exchanges = new Map();

const routes = {
  /** Starts an installation: /begin?shop=demo-shop. The state must come back to the same browser. */
  async 'GET /begin'({ searchParams }) {
    const state = randomBytes(24).toString('base64url');
    const query = new URLSearchParams({ response_type: 'code', client_id: id, shop: searchParams.get('shop') ?? '', state });
    const cookie = \`state=\${state}; Path=/install; HttpOnly; SameSite=Lax; Max-Age=600\`;
    return [303, '', { location: \`\${authUrl}/oauth/authorize?\${query}\`, 'set-cookie': cookie }];
  },

  /**
   * The install URL. The owner agreed, and the browser brings a nonce ("code" after /begin). Exchange it,
   * store the token, redirect.
   */
  async 'GET /install'({ searchParams }, { headers }) {
    // A browser that only loads ahead must not use up the nonce.
    if (headers['sec-purpose']?.includes('prefetch')) return [503];
    const nonce = searchParams.get('nonce') ?? searchParams.get('code');
    if (!nonce) return [400, 'The app was not installed. Open it from your shop.'];
    const hash = createHash('sha256').update(nonce).digest('hex');
    // A reloaded page must not exchange the nonce again: after the first use of its token, that would revoke the token.
    if (!stored.nonces.includes(hash)) {
      const state = searchParams.get('state');
      if (state !== null && !headers.cookie?.split('; ').includes(\`state=\${state}\`))
        return [403, 'Another browser started this installation. Start it again here.'];
      if (!exchanges.has(hash)) exchanges.set(hash, exchange(nonce, hash).finally(() => exchanges.delete(hash)));
      await exchanges.get(hash);
    }
    // The redirect removes the nonce from the address and the history.
    return [303, '', { location: '/' }];
  },

  async 'GET /'() {
    const installations = Object.values(stored.installations);
    if (installations.length === 0) return [200, 'Not installed in a shop.'];
    const lines = [];
    for (const { token, baseUrl } of installations) {
      const orders = new Shop({ token, baseUrl }).orders.list({
        filter: { fulfillment_status: 'unfulfilled' },
        include: ['customer'],
        sort: '-number',
      });
      for (const { number, customer } of await orders.toArray({ max: 10 }))
        lines.push(\`\${number} \${customer?.email ?? ''}\`);
    }
    return [200, lines.join('\\n') || 'No orders to send.'];
  },

  // The body as it came: what was parsed and written again does not verify.
  async 'POST /webhooks'(_url, { headers }, body) {
    const event = await webhooks.verify(body, headers, WEBHOOK_SECRET);
    if (event.type === 'installations.uninstalled') {
      delete stored.installations[event.shop.id];
      write();
    }
    console.log(event.sequence, event.type, event.data.id);
    return [204];
  },
};

/** With the app's secret, a leaked nonce is worth nothing to others. */
async function exchange(nonce, hash) {
  const { token, baseUrl, shop } = await install.exchange(nonce, { authUrl, app: { id, secret } });
  // Stored before its first use: until then the same nonce gives the same token, should this process end here.
  stored.installations[shop.id] = { token, baseUrl };
  stored.nonces.push(hash);
  write();
}

createServer(async (request, response) => {
  const url = new URL(request.url, 'http://localhost');
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const route = routes[\`\${request.method} \${url.pathname}\`] ?? (() => [404, 'There is nothing here.']);
  const [status, text, headers] = await Promise.resolve(route(url, request, Buffer.concat(chunks))).catch(failed);
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(text);
}).listen(port, 'localhost', function () {
  console.log(\`http://localhost:\${this.address().port}\`);
});

function failed(error) {
  console.error(error.message);
  if (error instanceof webhooks.WebhookVerificationError) return [401];
  if (isApiError(error) && error.code.startsWith('nonce_'))
    return [410, 'This link was used or is too old. Open the app from your shop again.'];
  return [502, 'The shop does not respond. Try again later.'];
}

function read() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { installations: {}, nonces: [] };
  }
}

function write() {
  writeFileSync(file, JSON.stringify(stored), { mode: 0o600 });
}
`;

const readme = (name: string, authUrl: string) => {
  const storewright = `npx ${authUrl}/downloads/storewright-cli.tgz`;
  return `# ${name}

1. Sign in, with the address of a shop's API: \`${storewright} login --auth-url ${authUrl} --base-url <address> --email <your email>\`
2. Register the app, here or in the admin panel: \`${storewright} apps create --name ${name} --install-url http://localhost:4000/install --require-secret --scopes orders.collection,orders.get,customers.get >> .env\`. This adds its id and secrets to \`.env\`.
3. \`npm install && npm start\`
4. In another shell: \`${storewright} install <APP_ID> --shop <domain>\` leads to the page where the owner of the shop agrees. A link to http://localhost:4000/begin?shop=<domain> leads there, too.
5. \`export $(grep WEBHOOK_SECRET .env)\`, then \`${storewright} listen --to http://localhost:4000/webhooks\`: it brings the shop's events to this machine, signed with that secret.
`;
};
