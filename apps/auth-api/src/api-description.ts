import type { ApiDescription } from '@storewright/openapi';
import examples from './api-examples.json';

export const apiDescription: ApiDescription = {
  examples,
  title: 'Storewright auth API',
  version: '1',
  description:
    'The central API of the platform. Apps exchange nonces for tokens and revoke tokens, developers ' +
    'register apps, and owners of shops install them. It follows JSON:API 1.1, except for `/oauth`. ' +
    'HEAD returns the headers of GET without a body, except for the exchange of a nonce. ' +
    'With `fields[…]`, a response contains only the named fields.',
  errors: ['misdirected_request'],
};
