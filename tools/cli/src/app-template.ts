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
  console.error('Set APP_ID, APP_SECRET and WEBHOOK_SECRET in .env (see README.md).');
  process.exit(1);
}

const file = 'installations.json';

/**
 * Installations by shop id, and hashes of exchanged nonces. An app in production encrypts tokens and uses a
 * database.
 */
const stored = read();
/** Running exchanges by the hash of their nonce. */
const exchanges = new Map();

const routes = {
  /** Starts an installation: /begin?shop=demo-shop. The redirect back must reach the same browser with the state. */
  async 'GET /begin'({ searchParams }) {
    const state = randomBytes(24).toString('base64url');
    const shop = searchParams.get('shop') ?? '';
    const query = new URLSearchParams({ response_type: 'code', client_id: id, shop, state });
    const cookie = \`state=\${state}; Path=/install; HttpOnly; SameSite=Lax; Max-Age=600\`;
    return [303, '', { location: \`\${authUrl}/oauth/authorize?\${query}\`, 'set-cookie': cookie }];
  },

  /**
   * The install URL. After the owner's consent, the browser arrives with a nonce ("code" after /begin).
   * Exchanges the nonce, stores the token and redirects.
   */
  async 'GET /install'({ searchParams }, { headers }) {
    // A prefetch must not use up the nonce.
    if (headers['sec-purpose']?.includes('prefetch')) return [503];
    const nonce = searchParams.get('nonce') ?? searchParams.get('code');
    if (!nonce) return [400, 'The app was not installed. Open it from your shop.'];
    const hash = createHash('sha256').update(nonce).digest('hex');
    // A reload must not exchange the nonce again. After the first use of the token, that would revoke the token.
    if (!stored.nonces.includes(hash)) {
      const state = searchParams.get('state');
      if (state !== null && !headers.cookie?.split('; ').includes(\`state=\${state}\`))
        return [403, 'Another browser started this installation. Start it again here.'];
      if (!exchanges.has(hash)) exchanges.set(hash, exchange(nonce, hash).finally(() => exchanges.delete(hash)));
      await exchanges.get(hash);
    }
    // The redirect removes the nonce from the URL and the history.
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
    return [200, lines.join('\\n') || 'No unfulfilled orders.'];
  },

  // The signature covers the received bytes. A parsed and serialized body does not verify.
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

/** The exchange requires the app's secret, so a leaked nonce alone is useless. */
async function exchange(nonce, hash) {
  const { token, baseUrl, shop } = await install.exchange(nonce, { authUrl, app: { id, secret } });
  // Stores the token before its first use. Until then, the nonce returns the same token again after a crash.
  stored.installations[shop.id] = { token, baseUrl };
  stored.nonces.push(hash);
  write();
}

createServer(async (request, response) => {
  const url = new URL(request.url, 'http://localhost');
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const route = routes[\`\${request.method} \${url.pathname}\`] ?? (() => [404, 'No route matches this path.']);
  const [status, text, headers] = await Promise.resolve(route(url, request, Buffer.concat(chunks))).catch(failed);
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(text);
}).listen(port, 'localhost', function () {
  console.log(\`http://localhost:\${this.address().port}\`);
});

function failed(error) {
  console.error(error.message);
  if (error instanceof webhooks.WebhookVerificationError) return [401];
  if (isApiError(error) && error.code.startsWith('nonce_'))
    return [410, 'This link was used or has expired. Open the app from your shop again.'];
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

1. Sign in with the URL of a shop's API:
   \`${storewright} login --auth-url ${authUrl} --base-url <address> --email <your email>\`
2. Register the app, and add its id and secrets to \`.env\`:
   \`${storewright} apps create --name ${name} --install-url http://localhost:4000/install --require-secret \\
     --scopes orders.collection,orders.get,customers.get >> .env\`
3. Start the app: \`npm install && npm start\`
4. Install the app in a shop: \`${storewright} install <APP_ID> --shop <domain>\` opens the page where the
   owner consents. A link to http://localhost:4000/begin?shop=<domain> opens it, too.
5. Forward the shop's events to this machine, signed with the app's secret: \`export $(grep WEBHOOK_SECRET .env)\`,
   then \`${storewright} listen --to http://localhost:4000/webhooks\`
`;
};
