import { describeResource } from '@storewright/json-api';

/** What one installation or access token asked of the shop's API, in all and in a row of hours or days. Its id is the credential's. */
export const requestCounts = describeResource({
  type: 'request_counts',
  path: '/api/shops/:shop_id/request_counts',
  attributes: {
    name: 'string',
    requests: 'number',
    client_errors: 'number',
    server_errors: 'number',
    series: 'json',
  },
  relationships: {
    installation: { type: 'installations', column: 'installation_id' },
    access_token: { type: 'access_tokens', column: 'access_token_id' },
  },
  filters: ['since', 'interval'],
});
