import { describeResource, timestampSchema } from '@storewright/json-api';

const count = { type: 'integer', minimum: 0 };
const seriesSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: { start: timestampSchema, requests: count, client_errors: count, server_errors: count },
    required: ['start', 'requests', 'client_errors', 'server_errors'],
  },
};

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
  description:
    'How much one installation or access token asked of the API of the shop; the id is that of the credential.',
  described: {
    name: { description: 'Of the app, or of the access token; null of one that is gone.', isNullable: true },
    requests: { description: 'All of them.' },
    client_errors: { description: 'Those that were answered 4xx.' },
    server_errors: { description: 'Those that were answered 5xx.' },
    series: {
      description:
        'Days (in the time zone of the shop; an hour belongs to that in which it begins) or hours (UTC) that had requests.',
      schema: seriesSchema,
    },
  },
  filters: {
    installation: { description: 'Of this installation alone.', schema: { type: 'string', format: 'uuid' } },
    since: {
      description: 'Hours that begin then or later; without it today and the six days before.',
      schema: { type: 'string', format: 'date-time' },
    },
    interval: {
      description: 'What a part of the series is.',
      schema: { type: 'string', enum: ['day', 'hour'], default: 'day' },
    },
  },
});
