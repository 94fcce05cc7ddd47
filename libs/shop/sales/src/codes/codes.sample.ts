import { aProduct, changed, identifiers, newCode } from '@storewright/api-testing';
import type { Sample } from '@storewright/conformance';
import { codes } from './codes.resource';

export const codesSample: Sample = {
  resource: codes,
  document: async (http) => newCode({}, { products: identifiers('products', [(await aProduct(http)).id]) }),
  change: (id, count) => changed('codes', id, { usage_limit: count + 1_000 }),
  same: ({ id, response }) => [
    changed('codes', id, {}),
    changed('codes', id, { value: 1_000, enabled: true, usage_limit: null }),
    changed('codes', id, {}, { relationships: { customer: response.body.data.relationships.customer } }),
  ],
};
