import { describeResource } from '@storewright/json-api';

const count = { type: 'integer', minimum: 0 };
const usesSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      scope: { type: 'string' },
      last_used_on: { type: ['string', 'null'], format: 'date' },
      requests_30_days: count,
      requests_90_days: count,
      methods: { type: 'array', items: { type: 'string' } },
    },
    required: ['scope', 'last_used_on', 'requests_30_days', 'requests_90_days', 'methods'],
  },
};

const names = { type: 'array', items: { type: 'string' } };
const proposalsSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      unused_days: { type: 'integer', enum: [30, 90] },
      removed_scopes: names,
      remaining_scopes: names,
      refused_requests_30_days: count,
    },
    required: ['unused_days', 'removed_scopes', 'remaining_scopes', 'refused_requests_30_days'],
  },
};

export const scopeUses = describeResource({
  type: 'scope_uses',
  path: '/api/shops/:shop_id/scope_uses',
  attributes: {
    name: 'string',
    observed_since: 'timestamp',
    uses: 'json',
    unused_30_days: 'string[]',
    unused_90_days: 'string[]',
    proposals: 'json',
  },
  relationships: {
    installation: { type: 'installations', column: 'installation_id' },
    access_token: { type: 'access_tokens', column: 'access_token_id' },
  },
  description:
    'How often an installed app or an active access token used each of its scopes. The id is that of the ' +
    'installation or token.',
  described: {
    name: { description: 'Name of the app or access token.' },
    observed_since: {
      description:
        'Time since which uses of the current scopes are counted: the time at which scopes were last added, ' +
        'or later. null if no request of the shop was counted yet.',
      isNullable: true,
    },
    uses: {
      description:
        'Granted scopes with the number of requests that required them in the last 30 and 90 days, the methods ' +
        'of these requests, and the last day (UTC) of use. The first use of a scope on a day is counted ' +
        'within a second, and the numbers are up to five seconds late.',
      schema: usesSchema,
    },
    unused_30_days: {
      description:
        'Granted scopes that no request required in the last 30 days. Empty if scope uses were counted for fewer days.',
    },
    unused_90_days: {
      description:
        'Granted scopes that no request required in the last 90 days. Empty if scope uses were counted for fewer days.',
    },
    proposals: {
      description:
        'Smaller sets of scopes, one for each period in which scopes were unused. POST …/scope_reductions applies ' +
        'one. `refused_requests_30_days` is the number of requests of the last 30 days that required a removed scope.',
      schema: proposalsSchema,
    },
  },
  filters: {
    unused_days: {
      description:
        'Returns only apps and access tokens with a scope that was unused for this number of days.',
      schema: { type: 'string', enum: ['30', '90'] },
    },
  },
});
