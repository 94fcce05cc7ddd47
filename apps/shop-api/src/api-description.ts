import type { ApiDescription } from '@storewright/openapi';
import examples from './api-examples.json';

export const apiDescription: ApiDescription = {
  examples,
  title: 'Storewright shop API',
  version: '1',
  description:
    'The API of one shop: a JSON:API 1.1 service. HEAD answers like GET, without a body. With `fields[…]` an answer lacks the fields that are not named, and one to a write with a token that may not read has only what was sent.',
  errors: ['shop_not_found'],
};
