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
    'Number of requests that one installation or access token sent to the shop API. The id is that ' +
    'of the installation or token.',
  described: {
    name: { description: 'Name of the app or access token. null if it was deleted.', isNullable: true },
    requests: { description: 'Number of requests in the requested time range.' },
    client_errors: { description: 'Number of requests with a 4xx response.' },
    server_errors: { description: 'Number of requests with a 5xx response.' },
    series: {
      description:
        'Counts per day (in the time zone of the shop) or hour (UTC). Intervals without requests are ' +
        'omitted. An hour belongs to the day in which it starts.',
      schema: seriesSchema,
    },
  },
  filters: {
    installation: {
      description: 'Counts only requests of the installation with this id.',
      schema: { type: 'string', format: 'uuid' },
    },
    since: {
      description:
        'Counts only hours that start at this time or later. Defaults to today and the six days before.',
      schema: { type: 'string', format: 'date-time' },
    },
    interval: {
      description: 'Interval length in the series of request counts.',
      schema: { type: 'string', enum: ['day', 'hour'], default: 'day' },
    },
  },
});
