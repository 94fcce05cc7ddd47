import type { ApiDescription } from '@storewright/openapi';
import examples from './api-examples.json';

export const apiDescription: ApiDescription = {
  examples,
  title: 'Storewright auth API',
  version: '1',
  description:
    'The central API: apps exchange their nonce for a token and end it, developers register apps, owners install them. A JSON:API 1.1 service, but for `/oauth`. HEAD answers like GET, without a body, but for the exchange of a nonce. With `fields[…]` an answer lacks the fields that are not named.',
  errors: ['misdirected_request'],
};
