import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { routeTable } from '@storewright/access';
import { authApi, type TestService } from './test-service';

const committed = JSON.parse(readFileSync(resolve(__dirname, '../../../docs/openapi/auth.json'), 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string }>>;
};

let service: TestService;
beforeAll(async () => {
  service = await authApi();
});
afterAll(() => service.stop());

describe('GET /api/openapi.json', () => {
  it('is the committed document: npm run openapi writes it', async () => {
    const { status, headers, body } = await service.api.get('/api/openapi.json');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/json',
      'public, max-age=300',
    ]);
    expect(body).toEqual(committed);
  });

  it('is sent once to whoever has it', async () => {
    const { headers } = await service.api.get('/api/openapi.json');
    const again = await service.api.get('/api/openapi.json', {
      headers: { 'if-none-match': headers['etag']! },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

it('describes every route, each by a name of its own', () => {
  const described = Object.entries(committed.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`),
  );
  const routes = routeTable(service.application).map(
    ({ method, path }) => `${method} ${path.replace(/:\w+/g, '{}')}`,
  );
  expect(described.sort()).toEqual(routes.sort());
  const names = Object.values(committed.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(new Set(names).size).toBe(names.length);
});
