/**
 * Tests the SDK that a platform of `npm start` serves. Runs `story.mjs` on Node.js and on the runtimes in DENO, BUN,
 * WORKERD and CHROMIUM_PATH. Exits with 1 if a check failed.
 *
 * Usage: npm run sdk:runtimes
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openGate } from './gate.mjs';

const demo = demoValues();
const folder = mkdtempSync(join(tmpdir(), 'storewright-runtimes-'));
const gate = await openGate(demo.BASE_URL);
const nonceOnPages = 'exchanges a nonce';
const localNames = 'knows names below localhost';
const runtimes = [
  { name: 'node', program: process.execPath, run: (node) => told(node, ['main.mjs']) },
  { name: 'deno', program: process.env.DENO, run: (deno) => told(deno, ['run', '--allow-net', 'main.mjs']) },
  { name: 'bun', program: process.env.BUN, run: (bun) => told(bun, ['main.mjs']) },
  // workerd uses the system's resolver, which may not resolve names below localhost.
  {
    name: 'workerd',
    program: process.env.WORKERD,
    run: ofWorker,
    leftOut: (await systemKnows()) ? [] : [localNames],
  },
  // Skips the nonce exchange in Chromium, because the auth API rejects a nonce exchange from web pages.
  { name: 'chromium', program: process.env.CHROMIUM_PATH, run: ofPage, leftOut: [nonceOnPages] },
];
const wanted = process.argv.slice(2);
let failed = 0;
try {
  await unpackSdk();
  for (const { name, program, run, leftOut = [] } of runtimes) {
    if (wanted.length && !wanted.includes(name)) continue;
    if (!program) console.log(`${name}: left out, for no variable names it`);
    else {
      const { nonce, remove } = await anApp();
      writeProgram({ leftOut, nonce });
      show(`${name} (${versionOf(program)})`, await run(program).finally(remove), leftOut);
    }
  }
} finally {
  gate.close();
  rmSync(folder, { recursive: true });
}
process.exitCode = failed ? 1 : 0;

function demoValues() {
  const file = '.storewright/demo.env';
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
}

async function unpackSdk() {
  const answer = await fetch(`${demo.AUTH_URL}/downloads/storewright-sdk.tgz`);
  writeFileSync(join(folder, 'sdk.tgz'), Buffer.from(await answer.arrayBuffer()));
  execFileSync('tar', ['-xzf', 'sdk.tgz'], { cwd: folder });
  copyFileSync(join(import.meta.dirname, 'story.mjs'), join(folder, 'story.mjs'));
}

/**
 * Registers a test app and installs it in the demo shop. Returns the installation nonce and a function that deletes
 * the app.
 */
async function anApp() {
  const send = async (method, path, token, data) => {
    const headers = {
      accept: mediaType,
      'content-type': mediaType,
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const body = data && JSON.stringify({ data });
    const answer = await fetch(demo.AUTH_URL + path, { method, headers, body });
    const document = answer.status === 204 ? undefined : await answer.json();
    if (!answer.ok) throw new Error(JSON.stringify(document));
    return document;
  };
  const mediaType = 'application/vnd.api+json';
  const owner = { email: demo.OWNER_EMAIL, password: demo.OWNER_PASSWORD };
  const session = await send('POST', '/api/sessions', undefined, { type: 'sessions', attributes: owner });
  const { token } = session.data.attributes;
  const shops = await send('GET', '/api/shops', token);
  const shop = shops.data.find(({ attributes }) => attributes.domain === 'demo-shop');
  const app = {
    name: 'SDK story',
    install_url: 'http://localhost:4000/install',
    scopes: ['orders.collection'],
  };
  const { data } = await send('POST', '/api/apps', token, { type: 'apps', attributes: app });
  const wanted = { type: 'installations', attributes: { app_id: data.id } };
  const { meta } = await send('POST', `/api/shops/${shop.id}/installations`, token, wanted);
  const nonce = new URL(meta.redirect_to).searchParams.get('nonce');
  return { nonce, remove: () => send('DELETE', `/api/apps/${data.id}`, token) };
}

/** Returns a webhook with a signature in the format of the platform (Standard Webhooks). */
function aMessage() {
  const key = randomBytes(32);
  const body = JSON.stringify({ type: 'meta.created', data: { title: 'Ärmelkanal ☕' } });
  const [id, time] = ['msg_1', String(Math.floor(Date.now() / 1000))];
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  const headers = { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` };
  return { body, headers, secret: `whsec_${key.toString('base64')}` };
}

function writeProgram({ leftOut, nonce }) {
  const { AUTH_URL: authUrl, BASE_URL: direct, ACCESS_TOKEN: token } = demo;
  const given = { authUrl, direct, token, nonce, leftOut, gate: gate.url, message: aMessage() };
  const imports = `import * as sdk from './package/index.js';\nimport { tell } from './story.mjs';\n`;
  const call = `tell(sdk, ${JSON.stringify(given)})`;
  writeFileSync(join(folder, 'main.mjs'), `${imports}console.log(JSON.stringify(await ${call}));\n`);
  writeFileSync(join(folder, 'page.mjs'), `${imports}globalThis.told = await ${call};\n`);
  const handler = `export default { fetch: async () => Response.json(await ${call}) };\n`;
  writeFileSync(join(folder, 'worker.mjs'), imports + handler);
}

async function told(program, words) {
  const { stdout } = await promisify(execFile)(program, words, { cwd: folder });
  return JSON.parse(stdout);
}

async function ofWorker(workerd) {
  const port = await freePort();
  const modules = ['worker.mjs', 'story.mjs', 'package/index.js'].map(
    (name) => `(name = "${name}", esModule = embed "${name}")`,
  );
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      compatibilityDate = "2026-01-01",
      compatibilityFlags = ["nodejs_compat"],
      modules = [${modules.join(', ')}],
      globalOutbound = "outside")),
    (name = "outside", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;
  writeFileSync(join(folder, 'config.capnp'), config);
  const words = ['serve', 'config.capnp', '--control-fd=3'];
  const child = spawn(workerd, words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit', 'pipe'] });
  try {
    // Waits for the line that workerd prints when it starts to listen.
    await once(child.stdio[3], 'data');
    return await (await fetch(`http://127.0.0.1:${port}`)).json();
  } finally {
    child.kill();
  }
}

/** Runs the SDK checks in Chromium, on a web page whose origin the demo shops allow (CORS_ORIGINS). */
async function ofPage(executablePath) {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath });
  try {
    const context = await browser.newContext({ permissions: ['local-network-access'] });
    const page = await context.newPage();
    const site = `${demo.AUTH_URL}/story/`;
    const types = { html: 'text/html', mjs: 'text/javascript', js: 'text/javascript' };
    writeFileSync(join(folder, 'index.html'), '<script type="module" src="page.mjs"></script>');
    await page.route(`${site}**`, (route) => {
      const name = route.request().url().slice(site.length);
      return route.fulfill({ path: join(folder, name), contentType: types[name.split('.').at(-1)] });
    });
    await page.goto(`${site}index.html`);
    const found = await page.waitForFunction(() => globalThis.told);
    return await found.jsonValue();
  } finally {
    await browser.close();
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

function versionOf(program) {
  return execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n', 1)[0];
}

function show(runtime, checks, leftOut) {
  const faulty = checks.filter(({ why }) => why);
  failed += faulty.length;
  const without = leftOut.map((name) => `, without: ${name}`).join('');
  console.log(`${runtime}: ${checks.length - faulty.length} of ${checks.length}${without}`);
  for (const { name, why } of faulty) console.log(`  ${name}: ${why}`);
}

async function systemKnows() {
  return lookup(new URL(demo.BASE_URL).hostname).then(
    () => true,
    () => false,
  );
}
