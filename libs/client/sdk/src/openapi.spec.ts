import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ResourceClient } from './resource-client';
import { Shop } from './shop';

it('generated SDK types match the OpenAPI document', () => {
  const program = resolve(__dirname, '../generate-types.mjs');
  const generated = execFileSync(process.execPath, [program, '--print'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  expect(readFileSync(resolve(__dirname, 'openapi.ts'), 'utf8')).toBe(generated);
});

it('Shop has a member for every collection of the API', () => {
  const text = readFileSync(resolve(__dirname, '../../../../docs/openapi/shop.json'), 'utf8');
  const { paths } = JSON.parse(text) as { paths: Record<string, { get?: { operationId: string } }> };
  const listed = Object.entries(paths).flatMap(([path, { get }]) =>
    get?.operationId.startsWith('list') ? (/^\/api\/(\w+)$/.exec(path)?.[1] ?? []) : [],
  );
  const members = Object.values(new Shop({ baseUrl: 'https://a-shop.example', token: 'swa_x' }));
  const types = members.flatMap((member) =>
    member instanceof ResourceClient ? (member.type as string) : [],
  );
  expect(listed.length).toBeGreaterThan(5);
  expect(types.sort()).toEqual(listed.sort());
});
