import { randomBytes } from 'node:crypto';
import {
  type HttpClient,
  Receiver,
  ServiceProcess,
  testDatabase,
  type TestDatabase,
  testSecretsKey,
  until,
} from '@storewright/testing';
import { Platform } from './platform/platform';
import { programOf } from './platform/programs';
import { accepted, anInstallation, aStore, newObject, type Store } from './platform/store';
import { type ReceivedSpan, TraceReceiver } from './platform/trace-receiver';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const aCaller = () => {
  const [trace, span] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { trace, span, headers: { traceparent: `00-${trace}-${span}-01` } };
};

describe('with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  let collector: TraceReceiver;
  let platform: Platform;
  let receiver: Receiver;
  let api: HttpClient;
  let token: string;
  let store: Store;
  let installation: string;

  beforeAll(async () => {
    [collector, receiver] = [await TraceReceiver.start(), await Receiver.start()];
    const OTEL = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '50' };
    platform = await Platform.start(database, { environment: { ...OTEL, LOG_LEVEL: 'info' } });
    await platform.startWorker();
    store = await aStore(platform);
    const installed = await anInstallation(platform, store, {
      scopes: ['meta.collection', 'meta.get', 'meta.post', 'webhook_deliveries.post'],
      webhook_url: receiver.url,
      webhook_events: ['meta.created', 'installations.uninstalled'],
    });
    [token, installation] = [installed.token, installed.installation];
    [api] = store.apis(token) as [HttpClient];
  });
  afterAll(async () => {
    await platform.stop();
    collector.stop();
    await receiver.stop();
  });

  const spansOf = (trace: string, ...names: string[]) =>
    until(`the spans ${names.join(', ')}`, async () => {
      const spans = collector.spans.filter((each) => each.trace === trace);
      return names.every((name) => spans.some((each) => each.name === name)) && spans;
    });
  const pathTo = (spans: ReceivedSpan[], name: string) => {
    const path: string[] = [];
    for (let span = spans.find((each) => each.name === name); span;) {
      path.unshift(span.name);
      const { parent } = span;
      span = spans.find(({ id }) => id === parent);
    }
    return path.join(' > ');
  };

  it("a request is a span of the caller's trace, with child spans for host, token, scope and SQL", async () => {
    const caller = aCaller();
    const { status } = await api.send('GET', '/api/meta?page[size]=1', { headers: caller.headers });
    expect(status).toBe(200);
    const spans = await spansOf(caller.trace, 'GET /api/meta', 'verify-oauth_token');
    const request = spans.find(({ name }) => name === 'GET /api/meta')!;
    expect(request).toMatchObject({
      service: 'shop-api',
      parent: caller.span,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/meta',
        'http.response.status_code': 200,
      },
    });
    expect(pathTo(spans, 'shop-by-domain')).toBe('GET /api/meta > host > shop > shop-by-domain');
    expect(pathTo(spans, 'verify-oauth_token')).toBe('GET /api/meta > token > verify-oauth_token');
    expect(pathTo(spans, 'scope')).toBe('GET /api/meta > scope');
    const statements = spans.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql');
    expect(statements.length).toBeGreaterThan(2);
  });

  it('a request without trace context starts a trace, whose id is in the log line', async () => {
    const { headers } = await api.get('/api/meta/00000000-0000-4000-8000-000000000000');
    const id = headers['x-request-id'] as string;
    const span = await until('its span', async () =>
      collector.spans.find(({ attributes }) => attributes['storewright.request_id'] === id),
    );
    expect(span.parent).toBe('');
    const line = await until('its line', async () =>
      platform.shopApis[0]!.said.split('\n').find((each) => each.includes(id)),
    );
    expect(JSON.parse(line)).toMatchObject({ trace_id: span.trace, span_id: span.id, status: 404 });
  });

  it('a webhook continues the trace of the write that caused it, and sends the trace context', async () => {
    const caller = aCaller();
    const attributes = { resource_type: 'orders', resource_id: '1', data: { a: 1 } };
    const sent = { headers: { 'content-type': 'application/vnd.api+json', ...caller.headers } };
    const body = JSON.stringify(newObject('meta', attributes));
    await accepted(api.send('POST', '/api/meta', { ...sent, body }));
    const spans = await spansOf(caller.trace, 'POST /api/meta', 'webhook');
    const webhook = spans.find(({ name }) => name === 'webhook')!;
    expect(webhook.service).toBe('hooks-worker');
    const received = await until('the webhook', async () => receiver.received.at(-1));
    expect(received.headers['traceparent']).toBe(`00-${caller.trace}-${webhook.id}-01`);
    expect(received.text).not.toContain(caller.trace);

    const again = { kind: 'again', event_id: received.headers['webhook-id'] };
    await accepted(api.post('/api/webhook_deliveries', newObject('webhook_deliveries', again)));
    const replayed = await until('the webhook once more', async () => receiver.received[1]);
    expect(replayed.headers['traceparent']).toMatch(`00-${caller.trace}-`);
    expect(replayed.headers['traceparent']).not.toBe(received.headers['traceparent']);
  });

  it('no span contains a token, a nonce or a raw request URL', async () => {
    const secret = 'swnonce-never-in-a-span';
    await platform.auth.get(`/api/oauth_tokens/nonce/${secret}`);
    await api.get(`/api/${secret}?${secret}`);
    const caller = aCaller();
    await api.send('GET', '/api/meta', { headers: caller.headers });
    await spansOf(caller.trace, 'GET /api/meta');
    await until('the exchange', async () =>
      collector.spans.some(({ name }) => name === 'GET /api/oauth_tokens/nonce/:nonce'),
    );
    expect(collector.raw).not.toContain(secret);
    expect(collector.raw).not.toContain(token);
  });

  it('a webhook about a change in the auth API continues the trace of that change', async () => {
    const caller = aCaller();
    const address = `${store.path}/installations/${installation}`;
    const { status } = await store.owner.send('DELETE', address, { headers: caller.headers });
    expect(status).toBe(204);
    const webhook = await until('its webhook', async () =>
      receiver.received.find(({ text }) => text.includes('installations.uninstalled')),
    );
    expect(webhook.headers['traceparent']).toMatch(`00-${caller.trace}-`);
  });
});

/** Prints the loaded modules of OpenTelemetry when the process exits. */
const watching = `import { createRequire } from 'node:module';
  process.on('exit', () => {
    const modules = Object.keys(createRequire('/x')('node:module')._cache);
    console.log('loaded: ' + modules.filter((each) => /@opentelemetry.(?!api.)/.test(each)).length);
  });`;

it.each([
  ['is not loaded without a collector', {}, /loaded: 0$/m],
  ['is loaded with a collector', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, /loaded: [1-9]\d*$/m],
])('OpenTelemetry %s', async (_, environment, printed) => {
  const url = database.url('shop');
  const service = await ServiceProcess.start(programOf('apps/shop-api'), {
    ...{ AUTH_DATABASE_URL: url, SHOP_DATABASE_URL: url, SECRETS_KEY: testSecretsKey },
    ...{ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(watching)}`, ...environment },
  });
  expect(await service.stop()).toBe(0);
  expect(service.said).toMatch(printed);
});

it('an invalid OTEL_EXPORTER_OTLP_ENDPOINT is reported in one line with exit code 1', async () => {
  const url = database.url('shop');
  await expect(
    ServiceProcess.start(programOf('apps/shop-api'), {
      ...{ AUTH_DATABASE_URL: url, SHOP_DATABASE_URL: url, SECRETS_KEY: testSecretsKey },
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
    }),
  ).rejects.toThrow('OTEL_EXPORTER_OTLP_ENDPOINT must be a URL that starts with http:// or https://.');
});
