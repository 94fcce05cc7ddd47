import type { ApiDocument, ApiOperation, ApiParameter } from '../api-document';

const JSON_API = 'application/vnd.api+json';
const ATOMIC = `${JSON_API}; ext="https://jsonapi.org/ext/atomic"`;

const query = (name: string, schema: object, description = `Meaning of ${name}.`): ApiParameter => ({
  name,
  in: 'query',
  description,
  schema: { ...schema },
});
const list = (...values: string[]) => ({ type: 'array', items: { type: 'string', enum: values } });
const header = (name: string): ApiParameter => ({ name, in: 'header', schema: { type: 'string' } });
const id: ApiParameter = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const needs = (...scopes: string[]): ApiOperation['security'] => [
  { AccessToken: scopes },
  { OAuthToken: scopes },
];
const content = (schema: object, mediaType = JSON_API) => ({ [mediaType]: { schema: { ...schema } } });
const objectOf = (properties: object, required: string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const document = (data: object) =>
  objectOf({ jsonapi: { type: 'object' }, links: ref('SelfLink'), data, included: { type: 'array' } });

const operation = (operationId: string, summary: string, more: Partial<ApiOperation>): ApiOperation => ({
  operationId,
  summary,
  tags: ['products'],
  responses: { 204: {} },
  ...more,
});

export const productApi: ApiDocument = {
  tags: [
    { name: 'service', description: 'Routes about the API itself.' },
    { name: 'products', description: 'An article in the catalog.' },
  ],
  paths: {
    '/api': { get: operation('getIndex', 'Get index', { security: [] }) },
    '/api/products': {
      get: operation('listProducts', 'List products', {
        security: needs('products.collection'),
        parameters: [
          query('filter[title]', { type: 'string' }),
          query('filter[title][eq]', { type: 'string' }),
          query('filter[tags]', list()),
          query('filter[tags][all]', list()),
          query('filter[meta]', { type: 'string' }),
          query('sort', list('title', '-title')),
          { $ref: '#/components/parameters/page_size' },
          query('page[after]', { type: 'string' }),
          query('page[before]', { type: 'string' }),
          query('page[number]', { type: 'integer' }),
          query('include', list('variants', 'variants.product')),
          query('fields[products]', list('title')),
          header('X-Request-Id'),
          header('Secret-Proof'),
        ],
        responses: {
          200: {
            content: content(
              objectOf({
                jsonapi: { type: 'object' },
                links: ref('PageLinks'),
                data: { type: 'array', items: ref('Product') },
                included: { type: 'array', items: { anyOf: [ref('Variant')] } },
                meta: { type: 'object' },
              }),
            ),
          },
        },
      }),
      post: operation('createProduct', 'Create product', {
        security: needs('products.post'),
        parameters: [header('Idempotency-Key')],
        requestBody: { content: content(ref('CreateProduct')) },
        responses: { 201: { headers: { ETag: {} }, content: content(document(ref('Product'))) } },
      }),
    },
    '/api/products/{id}': {
      get: operation('getProduct', 'Get product', {
        security: needs('products.get'),
        parameters: [id, header('If-None-Match')],
        responses: { 200: { headers: { ETag: {} }, content: content(document(ref('Product'))) } },
      }),
      patch: operation('updateProduct', 'Update product', {
        security: needs('products.patch'),
        parameters: [id, header('If-Match')],
        requestBody: { content: content(ref('UpdateProduct')) },
        responses: { 200: { headers: { ETag: {} }, content: content(document(ref('Product'))) } },
      }),
      delete: operation('deleteProduct', 'Delete product', {
        security: needs('products.delete'),
        parameters: [id, header('If-Match')],
      }),
    },
    '/api/products/{id}/variants': {
      get: operation('listProductVariants', 'List product variants', {
        security: needs('products.get', 'variants.collection'),
      }),
    },
    '/api/installation': {
      get: operation('getInstallation', 'Get installation', {
        security: [{ OAuthToken: [] }],
        responses: { 200: { content: content(document({ type: 'object' })) } },
      }),
    },
    '/api/exports': {
      post: operation('exportObjects', 'Export objects', {
        security: needs(),
        requestBody: { content: content({ type: 'object' }) },
        responses: { 200: { content: content({ type: 'string' }, 'application/x-ndjson') } },
      }),
    },
    '/api/search': {
      get: operation('search', 'Search objects of all types', {
        tags: ['service'],
        security: needs(),
        parameters: [
          { ...query('filter[q]', { type: 'string' }), required: true },
          query('filter[type]', list('orders', 'products')),
        ],
        responses: {
          200: {
            content: content(
              objectOf({
                jsonapi: { type: 'object' },
                links: ref('SelfLink'),
                data: { type: 'array', items: { anyOf: [ref('Product'), ref('Variant')] } },
              }),
            ),
          },
        },
      }),
    },
    '/api/operations': {
      post: operation('performOperations', 'Do several operations, all or none', {
        tags: ['service'],
        security: needs(),
        parameters: [header('Idempotency-Key')],
        requestBody: { content: content(ref('Operations'), ATOMIC) },
        responses: { 200: { content: content(ref('OperationResults'), ATOMIC) } },
      }),
    },
  },
  components: {
    parameters: {
      page_size: query('page[size]', { type: 'integer', default: 25 }),
    },
    schemas: {
      Product: objectOf({
        type: { const: 'products' },
        id: { type: 'string' },
        attributes: ref('ProductAttributes'),
        relationships: objectOf({ variants: objectOf({ links: {}, data: { type: 'array' } }, ['links']) }),
        links: ref('SelfLink'),
      }),
      ProductAttributes: objectOf({ title: { type: 'string', description: 'Title of the product.' } }),
      Variant: objectOf({ type: { const: 'variants' }, product: ref('Product') }),
      CreateProduct: objectOf({
        data: objectOf(
          { type: { const: 'products' }, id: { type: 'string' }, attributes: ref('ProductAttributes') },
          ['type', 'attributes'],
        ),
      }),
      UpdateProduct: objectOf({
        data: objectOf(
          { type: { const: 'products' }, id: { type: 'string' }, attributes: ref('ProductAttributes') },
          ['type', 'id'],
        ),
      }),
      SelfLink: objectOf({ self: { type: 'string' } }),
      PageLinks: objectOf({ next: { type: ['string', 'null'] } }),
      Operations: objectOf({
        'atomic:operations': { type: 'array', minItems: 1, maxItems: 100, items: ref('CreateProduct') },
      }),
      OperationRef: objectOf({ type: { type: 'string' }, id: { type: 'string' } }),
      OperationMeta: objectOf({ version: { type: 'integer' } }),
      OperationResults: objectOf({ jsonapi: { type: 'object' }, 'atomic:results': { type: 'array' } }),
    },
  },
};
