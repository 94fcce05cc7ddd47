import { join } from 'node:path';
import { ApiDocument } from '../openapi/document';
import { postmanCollection } from './postman';

interface Collection {
  variable: { key: string }[];
  item: { name: string; item: { name: string; request: Record<string, Json> }[] }[];
}
type Json = any; // oxlint-disable-line typescript/no-explicit-any -- the format of Postman
const root = join(__dirname, '../../../..');

describe.each(['shop', 'auth'] as const)('the Postman collection of the %s API', (name) => {
  const description = ApiDocument.read(root, name);
  const { item, variable } = postmanCollection(description) as Collection;
  const requests = item.flatMap((folder) => folder.item);

  it('contains each operation of the API once', () => {
    expect(requests).toHaveLength(description.operations.length);
    const addresses = requests.map(({ request }) => `${request['method']} ${request['url'].raw}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('declares each variable, and contains no shell variable', () => {
    const text = JSON.stringify(item);
    const used = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, key]) => key!));
    expect([...used].sort()).toEqual(
      variable
        .map(({ key }) => key)
        .filter((key) => used.has(key))
        .sort(),
    );
    expect(JSON.stringify(requests.map(({ request }) => request['body']))).not.toMatch(/"\$[A-Z]/);
  });
});

it('a request of the Postman collection has path parameters, a bearer token and a body with variables', () => {
  const { item } = postmanCollection(ApiDocument.read(root, 'shop')) as Collection;
  const [create] = item
    .find(({ name }) => name === 'variants')!
    .item.filter(({ request }) => request['method'] === 'POST');
  expect(create!.request['auth'].bearer[0].value).toBe('{{access_token}}');
  expect(JSON.parse(create!.request['body'].raw).data.relationships.product.data.id).toBe('{{product_id}}');
  const [change] = item
    .find(({ name }) => name === 'products')!
    .item.filter(({ request }) => request['method'] === 'PATCH');
  expect(change!.request['url']).toMatchObject({
    raw: '{{base_url}}/api/products/:id',
    variable: [{ key: 'id', value: '' }],
  });
});
