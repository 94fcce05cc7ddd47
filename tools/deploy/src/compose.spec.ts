import { read } from '@storewright/workspace';
import { parse } from 'yaml';
import { knownVariables } from './variables';

interface Service {
  image?: string;
  command?: string[];
  environment?: Record<string, string | number>;
  ports?: string[];
  networks?: string[];
  depends_on?: Record<string, { condition: string }>;
  deploy?: { replicas: number };
  read_only?: boolean;
  cap_drop?: string[];
}
interface Compose {
  services: Record<string, Service>;
}
const composeOf = (file: string) => parse(read(file), { merge: true, logLevel: 'error' }) as Compose;
const one = composeOf('docker-compose.yml').services;
const cluster = composeOf('docker-compose.cluster.yml').services;
const ours = ['auth-api', 'shop-api', 'hooks-worker', 'admin', 'mcp'];

describe('docker-compose.yml', () => {
  it.each(ours)('runs %s with known settings, a read-only file system and internal metrics', (name) => {
    const { environment, read_only, cap_drop, ports = [] } = one[name]!;
    const unknown = Object.keys(environment!).filter((variable) => !knownVariables().includes(variable));
    expect(unknown).toEqual([]);
    expect([read_only, cap_drop]).toEqual([true, ['ALL']]);
    expect(environment).toMatchObject({ METRICS_HOST: '0.0.0.0', METRICS_PORT: 9464 });
    for (const port of ports) expect(port).toMatch(/:3000$/);
  });

  it('uses only variables that .env.example contains', () => {
    const named = read('.env.example').match(/^[A-Z_]+(?==)/gm)!;
    const asked = [...read('docker-compose.yml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name!);
    expect(asked.filter((name) => !named.includes(name))).toEqual([]);
  });
});

describe('docker-compose.cluster.yml', () => {
  it('runs two instances of each service behind the proxy', () => {
    for (const name of ours) {
      expect(cluster[name]).toMatchObject({ ports: [], deploy: { replicas: 2 } });
      const variables = Object.keys(cluster[name]!.environment ?? {});
      expect(variables.filter((variable) => !knownVariables().includes(variable))).toEqual([]);
      expect(one[name]).toBeDefined();
    }
    const open = Object.entries(cluster).filter(([, { ports = [] }]) => ports.length > 0);
    expect(open.map(([name]) => name)).toEqual(['proxy']);
  });

  it('runs distribute before services start, and isolates Citus workers from services', () => {
    expect(cluster['citus-coordinator']!.networks).toEqual(['default', 'shards']);
    const command = cluster['citus-nodes']!.command!.join(' ');
    for (const worker of ['citus-worker-1', 'citus-worker-2']) {
      expect(cluster[worker]!.networks).toEqual(['shards']);
      expect(command).toContain(`'${worker}'`);
    }
    for (const name of ['shop-api', 'hooks-worker']) {
      const { environment, depends_on } = cluster[name]!;
      expect(environment!['SHOP_DATABASE_KIND']).toBe('citus');
      expect(environment!['SHOP_DATABASE_URL']).toContain('@citus-coordinator:5432/');
      expect(depends_on).toEqual({ distributor: { condition: 'service_completed_successfully' } });
    }
    for (const name of ['migrator', 'distributor'])
      expect(cluster[name]!.environment!['SHOP_ADMIN_URL']).toContain('@citus-coordinator:5432/');
  });

  it('has a proxy that overwrites X-Forwarded-* headers and routes to existing services', () => {
    const conf = read('deploy/compose/nginx.conf.template');
    for (const header of ['Host $http_host', 'X-Forwarded-Host $http_host', 'X-Forwarded-For $remote_addr'])
      expect(conf).toContain(`proxy_set_header ${header};`);
    expect(conf).not.toContain('$proxy_add_x_forwarded_for');
    const variables = [...conf.matchAll(/\$\{([A-Z_]+)\}/g)].map(([, name]) => name!);
    const given = Object.keys(cluster['proxy']!.environment!);
    expect(variables.filter((name) => !given.includes(name))).toEqual([]);
    const upstreams = [...conf.matchAll(/set \$upstream ([a-z-]+);/g)].map(([, name]) => name!);
    for (const upstream of upstreams) expect(ours).toContain(upstream);
  });
});

describe('Dockerfile', () => {
  it('uses one LTS version of Node, and does not run as root', () => {
    const lines = read('Dockerfile').split('\n');
    const bases = new Set(lines.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ')[1]));
    expect([...bases]).toEqual(['node:24-bookworm-slim']);
    expect(lines.filter((line) => line.startsWith('USER '))).toEqual(['USER node']);
  });

  it('exposes metrics at the documented port', () => {
    expect(read('Dockerfile')).toContain('EXPOSE 3000 9464\n');
    const { scrape_configs } = parse(read('deploy/prometheus/prometheus.yml')) as {
      scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    const found = scrape_configs.flatMap(({ dns_sd_configs }) => dns_sd_configs);
    expect(found.map(({ names, port }) => [names[0], port]).toSorted()).toEqual(
      ours.toSorted().map((name) => [name, 9464]),
    );
  });
});
