/** A small app that works: it comes to its token, counts the orders that are not sent, and hears what happens. */
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
# Of the app: it is shown once, when the app is registered.
WEBHOOK_SECRET=whsec_
`;

const app = `import { createServer } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import { install, Shop, webhooks } from '@storewright/sdk';

const { AUTH_URL: authUrl, WEBHOOK_SECRET: secret, PORT: port } = process.env;
const file = 'installations.json';

/** By the shop's id. An app in production keeps tokens sealed, in a database. */
const installations = readInstallations();

const routes = {
  // The owner has agreed, and the browser comes with a nonce.
  async 'GET /install'({ searchParams }) {
    const { token, baseUrl, shop } = await install.exchange(searchParams.get('nonce') ?? '', { authUrl });
    installations[shop.id] = { token, baseUrl };
    writeFileSync(file, JSON.stringify(installations), { mode: 0o600 });
    return [200, \`Installed in \${shop.name}.\`];
  },

  async 'GET /'() {
    const lines = [];
    for (const { token, baseUrl } of Object.values(installations)) {
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
    const event = await webhooks.verify(body, headers, secret);
    if (event.type === 'installations.uninstalled') {
      delete installations[event.shop.id];
      writeFileSync(file, JSON.stringify(installations), { mode: 0o600 });
    }
    console.log(event.sequence, event.type, event.data.id);
    return [204];
  },
};

createServer(async (request, response) => {
  const url = new URL(request.url, 'http://localhost');
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const route = routes[\`\${request.method} \${url.pathname}\`] ?? (() => [404, 'There is nothing here.']);
  try {
    const [status, text] = await route(url, request, Buffer.concat(chunks));
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
  } catch (error) {
    console.error(error.message);
    response.writeHead(error instanceof webhooks.WebhookVerificationError ? 401 : 502).end();
  }
}).listen(port, 'localhost', function () {
  console.log(\`http://localhost:\${this.address().port}\`);
});

function readInstallations() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
`;

const readme = (name: string, authUrl: string) => {
  const storewright = `npx ${authUrl}/downloads/storewright-cli.tgz`;
  return `# ${name}

1. Sign in, with the address of a shop's API: \`${storewright} login --auth-url ${authUrl} --base-url <address> --email <your email>\`
2. Register the app, here or in the admin panel: \`${storewright} apps create --name ${name} --install-url http://localhost:4000/install --scopes orders.collection,orders.get,customers.get\`. Put its \`WEBHOOK_SECRET\` into \`.env\`.
3. \`npm install && npm start\`
4. In another shell: \`${storewright} install <APP_ID> --shop <domain>\` leads to the page where the owner of the shop agrees.
5. \`export $(grep WEBHOOK_SECRET .env)\`, then \`${storewright} listen --to http://localhost:4000/webhooks\`: it brings the shop's events to this machine, signed with that secret.
`;
};
