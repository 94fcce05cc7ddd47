import { read, root } from '@storewright/workspace';
import { execFileSync } from 'node:child_process';
import { breakingChanges } from './breaking-changes';

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- documents are changed at will

const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: 'pipe' });

/** The OpenAPI document of the newest release, or undefined before the first release. */
function released(name: string): Json | undefined {
  try {
    const tag = git('describe', '--tags', '--abbrev=0').trim();
    return JSON.parse(git('show', `${tag}:docs/openapi/${name}.json`)) as Json;
  } catch {
    return undefined;
  }
}

it.each(['shop', 'auth'])(
  'CHANGELOG.md lists every breaking change of docs/openapi/%s.json since the last release',
  (name) => {
    const older = released(name);
    const changelog = read('CHANGELOG.md');
    const changes = older
      ? breakingChanges(older, JSON.parse(read(`docs/openapi/${name}.json`)) as Json)
      : [];
    expect(changes.filter((change) => !changelog.includes(`Breaking: ${change}`))).toEqual([]);
  },
);

describe('breakingChanges()', () => {
  const document = () => JSON.parse(read('docs/openapi/shop.json')) as Json;
  it.each<[string, (newer: Json) => void]>([
    ['DELETE /api/meta/{id} was removed', ({ paths }) => delete paths['/api/meta/{id}'].delete],
    ['the webhook orders.created was removed', ({ webhooks }) => delete webhooks['orders.created']],
    [
      'ProductAttributes: handle was removed',
      ({ components }) => delete components.schemas.ProductAttributes.properties.handle,
    ],
    [
      'CreateProductAttributes requires handle',
      ({ components }) => components.schemas.CreateProductAttributes.required.push('handle'),
    ],
    [
      'CodeAttributes.usage_count: null is new',
      ({ components }) =>
        (components.schemas.CodeAttributes.properties.usage_count.type = ['integer', 'null']),
    ],
    [
      'UpdateOrderAttributes.status no longer accepts completed',
      ({ components }) =>
        (components.schemas.UpdateOrderAttributes.properties.status.enum = ['open', 'cancelled']),
    ],
    ['GET /api/meta has another operationId', ({ paths }) => (paths['/api/meta'].get.operationId = 'meta')],
  ])('reports the change "%s"', (expected, change) => {
    const newer = document();
    change(newer);
    expect(breakingChanges(document(), newer)).toEqual([expected]);
  });

  it('ignores added attributes and routes', () => {
    const newer = document();
    newer.components.schemas.ProductAttributes.properties.colour = { type: 'string' };
    newer.components.schemas.ProductAttributes.required.push('colour');
    newer.components.schemas.CreateProductAttributes.properties.colour = { type: 'string' };
    newer.paths['/api/colours'] = newer.paths['/api/meta'];
    expect(breakingChanges(document(), newer)).toEqual([]);
  });
});
