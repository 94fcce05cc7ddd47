import { productApi } from './testing/product-api';
import { toolsOf } from './tools';
import type { Tool } from './tool';

const tools = toolsOf(productApi);
const named = (name: string): Tool => {
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool;
};

describe('toolsOf', () => {
  it('returns tools for operations that require a token and use JSON:API, but none for related objects', () => {
    expect(tools.map(({ name, request }) => [name, `${request.method} ${request.path}`])).toEqual([
      ['list_products', 'GET /api/products'],
      ['create_product', 'POST /api/products'],
      ['get_product', 'GET /api/products/{id}'],
      ['update_product', 'PATCH /api/products/{id}'],
      ['delete_product', 'DELETE /api/products/{id}'],
      ['get_installation', 'GET /api/installation'],
      ['search', 'GET /api/search'],
      ['perform_operations', 'POST /api/operations'],
    ]);
  });

  it('marks read tools as read-only, and tools for updates, deletions and atomic operations as destructive', () => {
    const hints = tools.map(({ name, annotations: { readOnlyHint, destructiveHint, idempotentHint } }) => [
      name,
      readOnlyHint,
      destructiveHint,
      idempotentHint,
    ]);
    expect(hints).toEqual([
      ['list_products', true, false, true],
      ['create_product', false, false, false],
      ['get_product', true, false, true],
      ['update_product', false, true, true],
      ['delete_product', false, true, true],
      ['get_installation', true, false, true],
      ['search', true, false, true],
      ['perform_operations', false, true, false],
    ]);
  });

  it('describes request, resource and pagination of a tool, and explains if_match and idempotency_key', () => {
    expect(named('list_products').description).toBe(
      'List products (GET /api/products). An article in the catalog. Returns one page. For the next page, send ' +
        'next as page.after.',
    );
    expect(named('update_product').description).toContain('Send the etag of the object as if_match');
    expect(named('create_product').description).toContain('Send a new idempotency_key for each change');
    expect(named('search').description).toBe('Search objects of all types (GET /api/search).');
  });

  it('converts query parameters to nested arguments, and omits page[before], page[number] and most headers', () => {
    expect(named('list_products').inputSchema).toEqual({
      type: 'object',
      properties: {
        sort: { ...list('title', '-title'), description: 'Meaning of sort.' },
        include: { ...list('variants'), description: expect.stringContaining('Relationships') as string },
        filter: group({
          meta: expect.objectContaining({ type: 'array', maxItems: 16 }) as object,
          title: group({ eq: { type: 'string' } }),
          tags: group({ all: { ...list(), description: 'Meaning of filter[tags][all].' } }),
        }),
        page: group({
          size: { type: 'integer', default: 25, description: 'Meaning of page[size].' },
          after: { type: 'string', description: 'Meaning of page[after].' },
        }),
        fields: group({ products: { ...list('title'), description: 'Meaning of fields[products].' } }),
      },
      additionalProperties: false,
    });
  });

  it('converts the members of a resource object to arguments with the same schemas', () => {
    expect(named('update_product').inputSchema).toEqual({
      type: 'object',
      properties: {
        id: { type: 'string' },
        attributes: { $ref: '#/$defs/ProductAttributes' },
        if_match: { type: 'string' },
      },
      required: ['id'],
      additionalProperties: false,
      $defs: { ProductAttributes: productApi.components.schemas['ProductAttributes'] },
    });
    expect(named('create_product').inputSchema).toMatchObject({ required: ['attributes'] });
  });

  it('marks a nested argument as required if the query parameter is required', () => {
    expect(named('search').inputSchema).toMatchObject({
      required: ['filter'],
      properties: { filter: { required: ['q'] } },
    });
  });

  it('converts an atomic operations request to the argument "operations" with the same limits', () => {
    const { properties } = named('perform_operations').inputSchema as { properties: Record<string, object> };
    expect(Object.keys(properties)).toEqual(['operations', 'idempotency_key']);
    expect(properties['operations']).toMatchObject({ minItems: 1, maxItems: 100 });
  });

  it('describes results without links and required members, and names the tool that reads one object of a list', () => {
    const { properties, required } = named('list_products').outputSchema as Record<string, object>;
    expect(required).toEqual(['data']);
    expect(Object.keys(properties!)).toEqual(['data', 'meta', 'included', 'next', 'notice']);
    expect(properties).toMatchObject({
      data: { description: 'Objects in the form that the tool get_product returns.' },
    });
    expect((named('get_product').outputSchema as Record<string, object>)['$defs']).toEqual({
      Product: {
        type: 'object',
        properties: {
          type: { const: 'products' },
          id: { type: 'string' },
          attributes: { $ref: '#/$defs/ProductAttributes' },
          relationships: { type: 'object' },
        },
      },
      ProductAttributes: {
        type: 'object',
        properties: { title: { type: 'string', description: 'Title of the product.' } },
      },
    });
  });

  it('lists the field names of the listed type, and omits fields and include from write tools', () => {
    const parameters = [
      ...['products', 'variants'].map((type) => ({
        name: `fields[${type}]`,
        in: 'query',
        schema: list('title'),
      })),
      { name: 'include', in: 'query', schema: list('variants') },
    ];
    const paths = Object.fromEntries(
      Object.entries(productApi.paths).map(([path, operations]) => [
        path,
        Object.fromEntries(
          Object.entries(operations).map(([method, operation]) => [method, { ...operation, parameters }]),
        ),
      ]),
    );
    const given = toolsOf({ ...productApi, paths });
    const anyNames = { type: 'array', items: { type: 'string' } };
    const propertiesOf = (name: string) =>
      given.find((each) => each.name === name)!.inputSchema['properties'] as object;
    expect(propertiesOf('list_products')).toMatchObject({
      fields: { properties: { products: list('title'), variants: anyNames } },
    });
    expect(propertiesOf('get_product')).toMatchObject({ fields: { properties: { products: anyNames } } });
    for (const name of ['create_product', 'update_product', 'delete_product'])
      expect(Object.keys(propertiesOf(name))).not.toEqual(expect.arrayContaining(['fields']));
    expect(propertiesOf('delete_product')).toEqual({});
  });

  it('describes results that have an ETag, no data, several types, or the results of atomic operations', () => {
    const membersOf = (name: string) =>
      Object.keys((named(name).outputSchema as { properties: object }).properties);
    expect(membersOf('get_product')).toEqual(['data', 'included', 'etag', 'notice']);
    expect(named('update_product').outputSchema).not.toHaveProperty('$defs');
    expect(named('delete_product').outputSchema).toMatchObject({ properties: { data: { type: 'null' } } });
    expect(named('search').outputSchema).toMatchObject({
      properties: { data: { type: 'array', items: { type: 'object' } } },
    });
    expect(membersOf('perform_operations')).toEqual(['results', 'notice']);
  });

  it('makes data optional in a result if one of the successful responses has no data', () => {
    const path = '/api/products/{id}';
    const { get } = productApi.paths[path]!;
    const responses = { ...get!.responses, 202: {} };
    const paths = { [path]: { get: { ...get!, responses } } };
    expect(toolsOf({ ...productApi, paths })[0]!.outputSchema).not.toHaveProperty('required');
  });

  it('allows a proposal or null as the result of a deletion that a member of the shop may have to approve', () => {
    const path = '/api/products/{id}';
    const deletion = productApi.paths[path]!['delete']!;
    const responses = { 202: productApi.paths[path]!['get']!.responses['200']!, ...deletion.responses };
    const [tool] = toolsOf({ ...productApi, paths: { [path]: { delete: { ...deletion, responses } } } });
    expect(tool!.outputSchema).toMatchObject({ properties: { data: { type: ['object', 'null'] } } });
    expect(tool!.outputSchema).not.toHaveProperty('required');
  });

  it('throws if an operation refers to a schema that is missing from the OpenAPI document', () => {
    const { Product: _Product, ...schemas } = productApi.components.schemas;
    const components = { ...productApi.components, schemas };
    expect(() => toolsOf({ ...productApi, components })).toThrow('the document has no schema Product');
  });
});

function list(...values: string[]) {
  return { type: 'array', items: { type: 'string', enum: values } };
}

function group(properties: object) {
  return { type: 'object', properties, additionalProperties: false };
}
