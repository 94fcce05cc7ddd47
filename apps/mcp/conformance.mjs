/**
 * Runs the conformance scenarios of `@modelcontextprotocol/conformance` (`npm run mcp:conformance`). The
 * server scenarios test the MCP server, and the authorization scenarios test the auth API. Requires Node 22,
 * as the package does, and the variables in .storewright/demo.env.
 */
import { spawn } from 'node:child_process';
import { createServer, request } from 'node:http';
import { authorizationFailures } from './authorization-conformance.mjs';

const PACKAGE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const SCENARIOS = {
  '2026-07-28': [
    ...['server-stateless', 'http-header-validation', 'caching', 'tools-list', 'dns-rebinding-protection'],
    ...['input-required-result-unsupported-methods', 'sep-2164-resource-not-found'],
    'server-sse-multiple-streams',
  ],
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
};

/**
 * Conformance checks that cannot pass, because the MCP server has no such capability or the check needs a
 * tool that the server does not have.
 */
const NOT_APPLICABLE = {
  'sep-2575-server-rejects-undeclared-capability': 'needs the tool test_missing_capability',
  'sep-2575-missing-capability-http-400': 'needs the tool test_missing_capability',
  'sep-2575-http-server-no-independent-requests-on-stream': 'needs the tool test_streaming_elicitation',
  'sep-2575-server-no-log-without-loglevel': 'needs the tool test_logging_tool',
  'sep-2575-server-sends-subscription-ack': 'the server has no notifications',
  'sep-2575-server-tags-subscription-id': 'the server has no notifications',
  'sep-2549-prompts-list-caching-hints': 'the server has no prompts',
  'sep-2549-resources-list-caching-hints': 'the server has no resources',
  'sep-2549-resources-templates-list-caching-hints': 'the server has no resources',
};

const { MCP_URL, ACCESS_TOKEN, AUTH_URL, OWNER_EMAIL, OWNER_PASSWORD } = process.env;
const isComplete = [MCP_URL, ACCESS_TOKEN, AUTH_URL, OWNER_EMAIL, OWNER_PASSWORD].every(Boolean);
if (!isComplete || Number(process.versions.node.split('.')[0]) < 22) {
  process.stderr.write('mcp:conformance requires Node 22 and the variables of .storewright/demo.env.\n');
  process.exit(1);
}

/**
 * A proxy that adds the access token, which the conformance package cannot send, and removes the package's
 * own Origin header. Forwards a foreign Host or Origin header, because some scenarios test them.
 */
function startProxy() {
  const { host, hostname, port, pathname } = new URL(MCP_URL);
  const address = hostname.endsWith('.localhost') ? '127.0.0.1' : hostname;
  const proxy = createServer((received, response) => {
    const isLocal = /^(?:localhost|127\.0\.0\.1)(?::|$)/.test(received.headers.host ?? '');
    const { origin, ...others } = received.headers;
    const headers = {
      ...others,
      ...(origin && !isOwn(origin) && { origin }),
      authorization: `Bearer ${ACCESS_TOKEN}`,
      host: isLocal ? host : received.headers.host,
    };
    const target = { host: address, port, path: pathname, method: received.method, headers };
    const sent = request(target, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    sent.on('error', (error) => response.destroy(error));
    received.pipe(sent);
  });
  const isOwn = (origin) => new URL(origin).port === String(proxy.address().port);
  return new Promise((resolve) => proxy.listen(0, '127.0.0.1', () => resolve(proxy)));
}

async function run(args) {
  const child = spawn('npx', ['--yes', PACKAGE, 'server', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const part of child.stdout) text += part;
  // oxlint-disable-next-line no-control-regex -- removes colors
  return text.replaceAll(/\u001B\[\d+m/g, '');
}

/**
 * Returns the status of each conformance check. Parses lines such as `2026-11-27T11:01:38.556Z [tools-list ]
 * SUCCESS …`.
 */
function checksIn(output) {
  return [...output.matchAll(/^\S+Z \[(\S+) *\] ([A-Z]+)/gm)].map(([, id, status]) => ({ id, status }));
}

const proxy = await startProxy();
const url = `http://127.0.0.1:${proxy.address().port}/mcp`;
let failures = 0;
for (const [revision, scenarios] of Object.entries(SCENARIOS))
  for (const scenario of scenarios) {
    const output = await run(['--url', url, '--scenario', scenario, '--spec-version', revision]);
    const checks = checksIn(output);
    const failed = checks.filter(({ status }) => status === 'FAILURE');
    const passed = checks.filter(({ status }) => status === 'SUCCESS');
    process.stdout.write(`${revision} ${scenario}: ${passed.length} passed, ${failed.length} failed\n`);
    for (const { id } of failed) process.stdout.write(`  ${id}: ${NOT_APPLICABLE[id] ?? 'FAILED'}\n`);
    failures += failed.filter(({ id }) => !(id in NOT_APPLICABLE)).length + (checks.length === 0 ? 1 : 0);
  }
proxy.close();
failures += await authorizationFailures({
  package: PACKAGE,
  ...{ authUrl: AUTH_URL, mcpUrl: MCP_URL, email: OWNER_EMAIL, password: OWNER_PASSWORD },
});
process.stdout.write(`${failures} failures of checks that apply\n`);
process.exitCode = failures === 0 ? 0 : 1;
