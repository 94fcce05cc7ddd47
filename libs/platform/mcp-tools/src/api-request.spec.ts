import { apiRequest, ArgumentError, type Arguments } from './api-request';
import { productApi } from './testing/product-api';
import { toolsOf } from './tools';

const tools = toolsOf(productApi);
const requestOf = (name: string, given: Arguments) =>
  apiRequest(
    tools.find((tool) => tool.name === name)!,
    given,
  );
const JSON_API = 'application/vnd.api+json';

describe('apiRequest', () => {
  it('converts nested arguments to query parameters, and escapes commas in list elements', () => {
    const { path } = requestOf('list_products', {
      filter: { title: { eq: 'Tea & more' }, tags: { all: ['a,b', 'c'] } },
      sort: ['-title', 'title'],
      page: { size: 5, after: 'x' },
    });
    const [place, search] = path.split('?');
    expect(place).toBe('/api/products');
    expect([...new URLSearchParams(search)]).toEqual([
      ['filter[title][eq]', 'Tea & more'],
      ['filter[tags][all]', 'a\\,b,c'],
      ['sort', '-title,title'],
      ['page[size]', '5'],
      ['page[after]', 'x'],
    ]);
  });

  it('sends an object argument as JSON text if the query parameter is a string', () => {
    const condition = { key: 'colour', operator: '=', value: 'blue' };
    const { path } = requestOf('list_products', { filter: { meta: condition } });
    expect(new URLSearchParams(path.split('?')[1]).get('filter[meta]')).toBe(JSON.stringify(condition));
  });

  it('sends invalid filter values unchanged, because the shop API validates them', () => {
    const { path } = requestOf('list_products', { filter: { colour: 'red' } });
    expect(decodeURIComponent(path)).toBe('/api/products?filter[colour]=red');
  });

  it('sends a resource object in the body, and the argument if_match in the header If-Match', () => {
    const given = { id: 'a/b', attributes: { title: 'Tea' }, if_match: '"1"' };
    expect(requestOf('update_product', given)).toEqual({
      method: 'PATCH',
      path: '/api/products/a%2Fb',
      headers: { accept: JSON_API, 'content-type': JSON_API, 'if-match': '"1"' },
      body: JSON.stringify({ data: { type: 'products', id: 'a/b', attributes: { title: 'Tea' } } }),
    });
  });

  it('replaces an unpaired surrogate in an id, because it cannot be percent-encoded', () => {
    expect(requestOf('get_product', { id: '\ud800' }).path).toBe('/api/products/%EF%BF%BD');
  });

  it('sends atomic operations with the media type of the extension and with an Idempotency-Key', () => {
    const operations = [{ op: 'remove', ref: { type: 'products', id: '1' } }];
    const { headers, body } = requestOf('perform_operations', { operations, idempotency_key: 'k' });
    const atomic = `${JSON_API}; ext="https://jsonapi.org/ext/atomic"`;
    expect(headers).toEqual({ accept: atomic, 'content-type': atomic, 'idempotency-key': 'k' });
    expect(JSON.parse(body!)).toEqual({ 'atomic:operations': operations });
  });

  it.each([
    ['get_product', {}, 'The argument "id" must be the id of an object.'],
    ['get_product', { id: '' }, 'The argument "id" must be the id of an object.'],
    ['get_product', { id: '..' }, 'The argument "id" must be the id of an object.'],
    ['get_product', { id: 7 }, 'The argument "id" must be the id of an object.'],
    ['delete_product', { id: '1', force: true }, 'delete_product has no argument "force".'],
    ['delete_product', { id: '1', if_match: 'a\r\nb' }, 'The argument "if_match" must consist of'],
  ])('throws for the tool %s with the arguments %j: %s', (name, given, message) => {
    expect(() => requestOf(name, given)).toThrow(ArgumentError);
    expect(() => requestOf(name, given)).toThrow(message);
  });
});
