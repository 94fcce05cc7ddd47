import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { routeTable } from '@storewright/access';
import type { HttpClient } from '@storewright/testing';

interface Committed {
  paths: Record<string, Record<string, { operationId: string; parameters?: CommittedParameter[] }>>;
  components: { parameters: Record<string, CommittedParameter> };
}
interface CommittedParameter {
  $ref?: string;
  name: string;
  description?: string;
}

/** Tests the OpenAPI document of a service. `name` is that of the committed file. */
export function testOpenapi(
  name: 'auth' | 'shop',
  service: () => { application: INestApplicationContext; http: HttpClient },
): void {
  const file = resolve(__dirname, `../../../../docs/openapi/${name}.json`);
  const committed = JSON.parse(readFileSync(file, 'utf8')) as Committed;

  describe('GET /api/openapi.json', () => {
    it('equals the committed document, which npm run openapi writes', async () => {
      const { status, headers, body } = await service().http.get('/api/openapi.json');
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'application/json',
        'public, max-age=300',
      ]);
      expect(body).toEqual(committed);
    });

    it('returns 304 for a matching ETag', async () => {
      const { http } = service();
      const { headers } = await http.get('/api/openapi.json');
      const again = await http.get('/api/openapi.json', { headers: { 'if-none-match': headers['etag']! } });
      expect([again.status, again.text]).toEqual([304, '']);
    });
  });

  testParameters(committed);

  it('describes every route with a unique operationId', () => {
    const described = Object.entries(committed.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`),
    );
    const routes = routeTable(service().application).map(
      ({ method, path }) => `${method} ${path.replace(/:\w+/g, '{}')}`,
    );
    expect(described.sort()).toEqual(routes.sort());
    const names = Object.values(committed.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(names).size).toBe(names.length);
  });
}

function testParameters({ paths, components }: Committed): void {
  it('describes every parameter of every route', () => {
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, route]) => ({ label: `${method} ${path}`, ...route })),
    );
    const undescribed = routes.flatMap(({ label, parameters = [] }) =>
      parameters
        .filter(({ $ref, description }) => $ref === undefined && !description)
        .map(({ name }) => `${label}: ${name}`),
    );
    expect(undescribed).toEqual([]);
    const shared = Object.values(components.parameters);
    expect(shared.filter(({ description }) => !description)).toEqual([]);
  });
}
