import type { ApiDescription } from '@storewright/openapi';
import examples from './api-examples.json';

export const apiDescription: ApiDescription = {
  examples,
  title: 'Storewright shop API',
  version: '1',
  description:
    'The API of one shop, a JSON:API 1.1 service. HEAD responds like GET, without a body. With ' +
    '`fields[…]`, a response contains only the named fields. A response to a write contains only ' +
    'the sent attributes if the token may not read the resource.',
  errors: ['shop_not_found'],
};
