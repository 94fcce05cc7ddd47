import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { authApiSettings, hooksWorkerSettings, shopApiSettings } from '@storewright/config';
import { refusedRanges } from '@storewright/webhooks';
import { read, root } from '@storewright/workspace';
import Ajv from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { knownVariables, secretNames } from './variables';

const chart = 'deploy/helm/storewright';
const rendered = 'deploy/helm/rendered.yaml';
const renderedCitus = 'deploy/helm/rendered-citus.yaml';

interface Variable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string } };
}
interface Container {
  command: string[];
  env: Variable[];
  ports?: { name: string; containerPort: number }[];
  securityContext: object;
  resources: { requests: object; limits: { cpu?: string } };
  [probe: `${string}Probe`]: { httpGet: { path: string; port: string } };
}
interface PodTemplate {
  metadata: { labels: Record<string, string> };
  spec: {
    initContainers?: [Container];
    containers: [Container];
    securityContext: object;
    terminationGracePeriodSeconds?: number;
  };
}
interface Manifest {
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  spec: {
    selector: Record<string, string> & { matchLabels: Record<string, string> };
    podSelector: { matchLabels: Record<string, string> };
    scaleTargetRef: { name: string };
    metrics: { pods?: { metric: { name: string } } }[];
    template: PodTemplate;
    strategy: { rollingUpdate: object };
    ports: { targetPort: string }[];
    ingress: { from?: unknown[]; ports: { port: string }[] }[];
    egress: { to?: { ipBlock?: { cidr: string; except?: string[] } }[]; ports: { port: unknown }[] }[];
    rules: { http: { paths: { backend: { service: { name: string } } }[] } }[];
  };
}

/** Rules of prometheus-adapter. */
interface Rule {
  seriesQuery: string;
  /** Name of the metric. By default the name of the series. */
  name?: { matches: string; as: string };
}

const manifestsOf = (file: string) =>
  parseAllDocuments(read(file))
    .map((document) => document.toJS() as Manifest | null)
    .filter((each) => each !== null);
const manifests = manifestsOf(rendered);
const ofKind = (kind: string) => manifests.filter((each) => each.kind === kind);
const deployments = ofKind('Deployment');
const [migrate] = ofKind('Job') as [Manifest];
const podsOf = ({ spec }: Manifest) => spec.template.metadata.labels;
const selects = (selector: Record<string, string>, pods: Record<string, string>) =>
  Object.entries(selector).every(([label, value]) => pods[label] === value);

/** True if the range contains every address without exceptions. */
const isWide = ({ cidr, except = [] }: { cidr: string; except?: string[] }) =>
  /\/0$/.test(cidr) && except.length === 0;

it.each([rendered, renderedCitus])('rendered chart %s matches the Helm chart (npm run chart)', (file) => {
  const program = `import { chartDigest } from './tools/deploy/chart-digest.mjs'; process.stdout.write(chartDigest());`;
  const digest = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: root });
  expect(read(file).split('\n')[1]).toBe(`# ${digest.toString()}`);
});

describe('values.schema.json of the chart', () => {
  const ajv = new Ajv({ strict: false });
  const validate = ajv.compile(JSON.parse(read(`${chart}/values.schema.json`)) as object);
  const defaults = parse(read(`${chart}/values.yaml`), { merge: true }) as object;
  const example = parse(read('deploy/helm/example-values.yaml')) as object;

  it('accepts the default values and the example values', () => {
    for (const values of [defaults, example]) {
      validate(values);
      expect(validate.errors).toBeNull();
    }
  });

  it.each<[string, object]>([
    ['an unknown setting', { setings: {} }],
    ['an unknown service', { services: { shop: {} } }],
    ['a panel URL without the shop placeholder', { settings: { adminUrl: 'https://panel.example' } }],
    [
      'a service with 0 replicas',
      {
        services: { admin: { ...(defaults as { services: { admin: object } }).services.admin, replicas: 0 } },
      },
    ],
    ['a metrics port that equals the client port', { metrics: { port: 3000 } }],
    ['metrics without allowed peers', { networkPolicies: { metricsFrom: [] } }],
    ['an empty list of name servers', { networkPolicies: { dns: [] } }],
    ['a cluster without shards', { citus: { enabled: true, shards: 0 } }],
    ['a database rule that allows every peer', { networkPolicies: { databases: { to: [{}] } } }],
  ])('rejects %s', (_, values) => {
    expect(validate(values)).toBe(false);
  });
});

describe('rendered chart with citus.enabled', () => {
  const onCitus = manifestsOf(renderedCitus);

  it('runs migrate and then distribute as the administrators of the databases', () => {
    const { initContainers, containers } = onCitus.find(({ kind }) => kind === 'Job')!.spec.template.spec;
    const run = [...initContainers!, ...containers];
    expect(run.map(({ command }) => command.slice(2))).toEqual([
      ['migrate'],
      ['distribute', '--shards', '32'],
    ]);
    for (const { env } of run) {
      const urls = env.filter(({ name }) => name.endsWith('_URL'));
      expect(urls.map(({ name, valueFrom }) => [name, valueFrom?.secretKeyRef.key])).toEqual([
        ['AUTH_ADMIN_URL', 'AUTH_ADMIN_URL'],
        ['SHOP_ADMIN_URL', 'SHOP_ADMIN_URL'],
      ]);
    }
  });

  it('sets SHOP_DATABASE_KIND for the shop API and the worker, and SHOP_READS_FROM_NODES for the shop API', () => {
    const values = onCitus
      .filter(({ kind }) => kind === 'Deployment')
      .flatMap(({ metadata, spec }) =>
        spec.template.spec.containers[0].env.map(({ name, value }) => [metadata.name, name, value]),
      );
    const names = ['SHOP_DATABASE_KIND', 'SHOP_READS_FROM_NODES'];
    expect(values.filter(([, name]) => names.includes(name!))).toEqual([
      ['demo-shop-api', 'SHOP_DATABASE_KIND', 'citus'],
      ['demo-shop-api', 'SHOP_READS_FROM_NODES', 'true'],
      ['demo-hooks-worker', 'SHOP_DATABASE_KIND', 'citus'],
    ]);
  });
});

describe('rendered chart', () => {
  it('has a Service, a disruption budget and a network policy for each of the five services', () => {
    expect(deployments.map(({ metadata }) => metadata.name)).toEqual([
      'demo-shop-api',
      'demo-auth-api',
      'demo-hooks-worker',
      'demo-admin',
      'demo-mcp',
    ]);
    for (const deployment of deployments) {
      const pods = podsOf(deployment);
      expect(selects(deployment.spec.selector.matchLabels, pods)).toBe(true);
      for (const kind of ['Service', 'PodDisruptionBudget', 'NetworkPolicy']) {
        const own = ofKind(kind).filter(({ spec }) =>
          selects(spec.podSelector?.matchLabels ?? spec.selector.matchLabels ?? spec.selector, pods),
        );
        expect([kind, own.length]).toEqual([kind, 1]);
      }
    }
  });

  it.each([...deployments, migrate].map((each) => [each.metadata.name, each] as const))(
    'runs %s with a read-only file system, without root privileges, and without a CPU limit',
    (_, { spec }) => {
      const [container] = spec.template.spec.containers;
      expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources.requests).toBeDefined();
      expect(container.resources.limits.cpu).toBeUndefined();
    },
  );

  it.each([...deployments, migrate].map((each) => [each.metadata.name, each] as const))(
    'passes secrets by reference and only known settings to %s',
    (_, { spec }) => {
      const { env } = spec.template.spec.containers[0];
      const bySecret = env.filter(({ valueFrom }) => valueFrom).map(({ name }) => name);
      expect(env.map(({ name }) => name).filter((name) => secretNames.includes(name))).toEqual(bySecret);
      const unknown = env.map(({ name }) => name).filter((name) => !knownVariables().includes(name));
      expect(unknown.filter((name) => !/_DB_PASSWORD$|^DATABASE_URL$/.test(name))).toEqual([]);
    },
  );

  it.each([
    ['demo-shop-api', shopApiSettings],
    ['demo-auth-api', authApiSettings],
    ['demo-hooks-worker', hooksWorkerSettings],
  ] as const)('passes all required settings to %s and exposes the configured ports', (name, settingsOf) => {
    const deployment = deployments.find(({ metadata }) => metadata.name === name)!;
    const { env, ports } = deployment.spec.template.spec.containers[0];
    const secret = (variable: string) =>
      /_URL$/.test(variable)
        ? 'postgres://a@b/c'
        : `k:${Buffer.alloc(32).toString('base64')}`.replace(variable === 'SECRETS_KEY' ? '' : 'k:', '');
    const settings = settingsOf(
      Object.fromEntries(env.map(({ name, value, valueFrom }) => [name, valueFrom ? secret(name) : value])),
    );
    const port = (name: string) => ports!.find((each) => each.name === name)!.containerPort;
    expect([settings.port, settings.metrics]).toEqual([
      port('http'),
      { host: '0.0.0.0', port: port('metrics') },
    ]);
  });

  it('has liveness and readiness probes and a termination grace period for each process', () => {
    for (const { spec } of deployments) {
      const [container] = spec.template.spec.containers;
      const { startupProbe, livenessProbe, readinessProbe } = container;
      expect([startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet)).toEqual([
        { path: '/healthz', port: 'http' },
        { path: '/healthz', port: 'http' },
        { path: '/readyz', port: 'http' },
      ]);
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(30);
      expect(spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    }
  });

  it('runs only programs that the build creates', () => {
    const apps = readdirSync(`${root}/apps`);
    for (const { spec } of [...deployments, migrate]) {
      const [, program] = spec.template.spec.containers[0].command;
      expect(apps).toContain(/^dist\/apps\/([a-z-]+)\/main\.js$/.exec(program!)![1]);
    }
  });

  it('migrates the database before an installation or upgrade', () => {
    expect(migrate.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
  });

  it('lets only monitoring pods connect to metrics ports, and no pod connect to the worker', () => {
    for (const { metadata, spec } of ofKind('NetworkPolicy')) {
      for (const { from, ports } of spec.ingress) {
        expect(from!.length).toBeGreaterThan(0);
        expect(ports).toHaveLength(1);
      }
      const open = spec.ingress.map(({ ports }) => ports[0]!.port);
      if (metadata.name === 'demo-hooks-worker') expect(open).toEqual(['metrics']);
    }
  });

  it('lets the worker connect to the internet except for the address ranges that webhooks must not reach', () => {
    const policy = ofKind('NetworkPolicy').find(({ metadata }) => metadata.name === 'demo-hooks-worker')!;
    const toApps = policy.spec.egress.filter(({ ports }) => ports.some(({ port }) => port === 443));
    expect(toApps.map(({ to }) => to!.map(({ ipBlock }) => ipBlock))).toEqual([
      Object.values(refusedRanges).map(({ within, refused }) => ({
        cidr: within,
        except: refused.map(({ range }) => range),
      })),
    ]);
  });

  it('limits every egress rule to listed peers or to an address range with exceptions', () => {
    const open = ofKind('NetworkPolicy').flatMap(({ metadata, spec }) =>
      spec.egress
        .filter(({ to }) => !to?.length || to.some(({ ipBlock }) => ipBlock && isWide(ipBlock)))
        .map(({ ports }) => [metadata.name, ports.map(({ port }) => port)]),
    );
    expect(open).toEqual([]);
  });

  it('trusts X-Forwarded-* only from the networks in the values, without a default', () => {
    const { settings } = parse(read(`${chart}/values.yaml`), { merge: true }) as {
      settings: { trustedProxies: string };
    };
    expect(settings.trustedProxies).toBe('');
    for (const { spec } of deployments) {
      const { env } = spec.template.spec.containers[0];
      const proxies = env.find(({ name }) => name === 'TRUSTED_PROXIES');
      expect(proxies?.value).toBe('10.244.0.0/16');
    }
  });

  it('scales by pod metrics that the rules of the Prometheus adapter define', () => {
    const { rules } = parse(read('deploy/prometheus/adapter-values.yaml')) as { rules: { custom: Rule[] } };
    const given = rules.custom.map(({ seriesQuery, name }) => {
      const series = seriesQuery.split('{')[0]!;
      return name ? series.replace(new RegExp(name.matches), name.as.replace('${1}', '$1')) : series;
    });
    const asked = ofKind('HorizontalPodAutoscaler').flatMap(({ spec }) =>
      spec.metrics.flatMap(({ pods }) => (pods ? [pods.metric.name] : [])),
    );
    expect(asked).toEqual(given);
  });

  it('scales only existing deployments, and routes ingress only to existing services', () => {
    const services = ofKind('Service').map(({ metadata }) => metadata.name);
    for (const { spec } of ofKind('HorizontalPodAutoscaler'))
      expect(deployments.map(({ metadata }) => metadata.name)).toContain(spec.scaleTargetRef.name);
    for (const { spec } of ofKind('Ingress'))
      for (const { http } of spec.rules)
        for (const { backend } of http.paths) expect(services).toContain(backend.service.name);
  });
});
