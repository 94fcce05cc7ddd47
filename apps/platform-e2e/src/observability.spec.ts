import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  HttpClient,
  Receiver,
  ServiceProcess,
  testDatabase,
  type TestDatabase,
  until,
} from '@storewright/testing';
import { mintNonce } from '@storewright/tokens';
import { parse } from 'yaml';
import { Platform } from './platform/platform';
import { programOf } from './platform/programs';
import { type Query, readQuery } from './platform/queries';
import { addScrape, type Scrape } from './platform/scrape';
import { accepted, anInstallation, aStore, newObject } from './platform/store';

const root = resolve(__dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}
const { groups } = parse(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Alert[] }[] };
const alerts = groups.flatMap(({ rules }) => rules);
const pages = readdirSync(join(root, 'docs/runbook')).filter((file) => file !== 'README.md');
const pageOf = (alert: string) => `${alert.replaceAll(/(?<!^)([A-Z])/g, '-$1').toLowerCase()}.md`;

interface Dashboard {
  uid: string;
  panels: { title: string; targets: { expr: string; legendFormat: string }[] }[];
  templating: { list: { name: string; type: string; query: string }[] };
}
const dashboards = readdirSync(join(root, 'deploy/grafana')).map((file) => ({
  file: `deploy/grafana/${file}`,
  ...(JSON.parse(read(`deploy/grafana/${file}`)) as Dashboard),
}));

/** Labels that Prometheus adds to scraped metrics. */
const targetLabels = ['job', 'instance'];

describe('alerts', () => {
  it('have one runbook page each, and each runbook page has an alert', () => {
    expect(alerts.length).toBeGreaterThan(10);
    expect(alerts.map(({ annotations }) => annotations.runbook)).toEqual(
      alerts.map(({ alert }) => `docs/runbook/${pageOf(alert)}`),
    );
    expect(pages.toSorted()).toEqual(alerts.map(({ alert }) => pageOf(alert)).toSorted());
  });

  it.each(alerts)('$alert has the query of its runbook page and a line in the runbook index', (rule) => {
    const page = read(rule.annotations.runbook);
    expect(page).toContain(`# ${rule.alert}\n`);
    expect(page).toContain(`\`\`\`promql\n${rule.expr}\n\`\`\``);
    for (const part of ['## Look at\n\n- ', '## Do\n\n- ']) expect(page).toContain(part);
    expect(read('docs/runbook/README.md')).toContain(`(${pageOf(rule.alert)}) (${rule.labels.severity})`);
  });
});

describe('Prometheus queries', () => {
  let database: TestDatabase;
  let platform: Platform;
  let panelFolder: string;
  const seen: Scrape = new Map();

  const metricsOf = async ({ said }: ServiceProcess) => {
    const url = / has metrics at (\S+)/.exec(said)![1]!;
    return (await fetch(url)).text();
  };

  beforeAll(async () => {
    database = await testDatabase();
    const receiver = await Receiver.start(({ body }) => (body.type === 'meta.created' ? 204 : 500));
    const environment = { METRICS_PORT: '0', RATE_LIMIT_PER_MINUTE: '5' };
    platform = await Platform.start(database, { environment });
    const worker = await platform.startWorker();
    const [shopApi] = platform.shopApis as [ServiceProcess];
    panelFolder = mkdtempSync(join(tmpdir(), 'storewright-panel-'));
    writeFileSync(join(panelFolder, 'index.html'), '<!doctype html>');
    const panel = await ServiceProcess.start(programOf('apps/admin-server'), {
      METRICS_PORT: '0',
      PANEL_FOLDER: panelFolder,
    });
    // The request fails with 503, because no API runs behind the panel.
    await new HttpClient(panel.port, 'localhost').get('/api/meta');
    for (const { port } of [panel, shopApi]) await fetch(`http://127.0.0.1:${port}/readyz`);
    const store = await aStore(platform);
    const { token } = await anInstallation(platform, store, {
      scopes: ['meta.collection', 'meta.get', 'meta.post', 'meta.delete'],
      webhook_url: receiver.url,
      webhook_events: ['meta.created', 'meta.deleted'],
    });
    const [api] = store.apis(token);
    const made = newObject('meta', { resource_type: 'orders', resource_id: '1', data: {} });
    const { body } = await accepted(api!.post('/api/meta', made));
    await accepted(api!.delete(`/api/meta/${body.data.id}`));
    for (let times = 0; times < 5; times += 1) await api!.get('/api/meta');
    await platform.auth.get(`/api/oauth_tokens/nonce/${mintNonce()}`);
    const services = [platform.authApi, shopApi, worker, panel];
    await until('both outcomes of a webhook', async () =>
      /outcome="delivered"[^]*outcome="failed"/.test(await metricsOf(worker)),
    );
    for (const service of services) addScrape(seen, await metricsOf(service));
    await Promise.all([panel.stop(), receiver.stop()]);
  });
  afterAll(async () => {
    await platform.stop();
    await database.drop();
    rmSync(panelFolder, { recursive: true });
  });

  const dashboardQueries = (): Query[] =>
    dashboards.flatMap(({ file, panels }) =>
      panels.flatMap(({ title, targets }) =>
        targets.map(({ expr }) => ({ text: expr, where: `${file}, ${title}` })),
      ),
    );
  const pageQueries = (): Query[] =>
    pages.flatMap((file) => {
      const page = read(`docs/runbook/${file}`);
      const inline = [...page.matchAll(/`([^`\n]*(?:storewright|process|nodejs)_[^`\n]*)`/g)].map(
        ([, text]) => text!,
      );
      return inline.map((text) => ({ text, where: `docs/runbook/${file}` }));
    });

  /** Returns the metrics, labels and values of a query that no running service has. */
  function unknownTo(scrape: Scrape, query: Query): string[] {
    const { selectors, grouped } = readQuery(query);
    const known = new Set([...targetLabels, 'le']);
    const problems = selectors.flatMap(({ metric, matchers }) => {
      if (metric === 'up') return [];
      const labels = scrape.get(metric);
      if (!labels) return [`${query.where}: there is no ${metric}`];
      for (const label of labels.keys()) known.add(label);
      return matchers
        .filter(({ label }) => !targetLabels.includes(label))
        .filter(({ label, operator, value }) => {
          const values = labels.get(label);
          return !values || (operator === '=' && !values.has(value));
        })
        .map(({ label, value }) => `${query.where}: ${metric} has no ${label}="${value}"`);
    });
    const groups = grouped.filter((label) => !known.has(label));
    return [...problems, ...groups.map((label) => `${query.where}: nothing in it has the label ${label}`)];
  }

  it('in alerts, dashboards and runbook pages use only existing metrics and labels', () => {
    const ofAlerts = alerts.map(({ alert, expr }) => ({ text: expr, where: alert }));
    const queries = [...ofAlerts, ...dashboardQueries(), ...pageQueries()];
    expect(queries.length).toBeGreaterThan(50);
    expect(queries.flatMap((query) => unknownTo(seen, query))).toEqual([]);
  });

  it('have legends and summaries that contain only labels of the query result', () => {
    const legends = dashboards.flatMap(({ file, panels }) =>
      panels.flatMap(({ title, targets }) =>
        targets.map(({ expr, legendFormat }) => ({
          text: expr,
          where: `${file}, ${title}`,
          shown: legendFormat,
        })),
      ),
    );
    const summaries = alerts.map(({ alert, expr, annotations }) => ({
      ...{ text: expr, where: alert, shown: annotations.summary.replaceAll('$labels.', '') },
    }));
    for (const { shown, ...query } of [...legends, ...summaries]) {
      const labels = [...shown.matchAll(/\{\{ ?(\w+) ?\}\}/g)].map(([, label]) => label!);
      const { grouped, selectors } = readQuery(query);
      const own = selectors.flatMap(({ metric }) => [...(seen.get(metric)?.keys() ?? [])]);
      const left = /\bby\b/.test(query.text) ? grouped : [...own, ...targetLabels];
      expect([query.where, labels.filter((label) => !left.includes(label))]).toEqual([query.where, []]);
    }
  });

  it('use only existing labels in dashboard variables', () => {
    for (const { templating } of dashboards)
      for (const { query } of templating.list.filter(({ type }) => type === 'query')) {
        const [, metric, label] = /^label_values\((\w+), (\w+)\)$/.exec(query)!;
        expect([...targetLabels, ...seen.get(metric!)!.keys()]).toContain(label);
      }
  });

  it('are rejected by this spec for an unknown metric, label or value', () => {
    const problems = (text: string) => unknownTo(seen, { text, where: 'here' });
    expect(problems('rate(storewright_http_requests_totals[5m])')).toHaveLength(1);
    expect(problems('storewright_requests{kind="running"}')).toHaveLength(1);
    expect(problems('storewright_requests{state="sleeping"}')).toHaveLength(1);
    expect(problems('sum by (shop) (storewright_requests)')).toHaveLength(1);
    expect(() => problems('sum by (')).toThrow('no PromQL');
  });

  it('use no label that contains a shop, a token or an address', () => {
    const labels = new Set([...seen.values()].flatMap((each) => [...each.keys()]));
    for (const label of ['shop', 'shop_id', 'domain', 'token', 'path', 'url', 'address'])
      expect(labels).not.toContain(label);
    const routes = [...seen.get('storewright_http_requests_total')!.get('route')!];
    expect(routes.filter((route) => /[0-9a-f]{8}-|\?/.test(route))).toEqual([]);
  });
});
