import { describeResource } from '@storewright/json-api';

/** States of an erasure, derived from the states of the requests to apps. */
export const erasureStates = ['open', 'overdue', 'completed'] as const;
export const requestStates = ['due', 'unreachable', 'overdue', 'confirmed', 'cancelled'] as const;

const timestamp = { type: ['string', 'null'], format: 'date-time' };
const appsSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      app_id: { type: 'string', format: 'uuid' },
      installation_id: { type: 'string', format: 'uuid' },
      name: { type: 'string' },
      status: { type: 'string', enum: [...requestStates] },
      sends: { type: 'integer', minimum: 0 },
      last_sent_at: timestamp,
      last_status: { type: ['integer', 'null'] },
      last_error: { type: ['string', 'null'] },
      delivered_at: timestamp,
      confirmed_at: timestamp,
    },
    required: ['app_id', 'installation_id', 'name', 'status', 'sends', 'confirmed_at'],
  },
};

export const erasures = describeResource({
  type: 'erasures',
  path: '/api/shops/:shop_id/erasures',
  attributes: {
    subject: 'string',
    customer_id: 'string',
    status: 'string',
    requested_at: 'timestamp',
    due_at: 'timestamp',
    cleared_at: 'timestamp',
    apps: 'json',
  },
  description:
    'A request to erase the data of a customer, or of the shop in an uninstalled app, with the confirmations of ' +
    'all apps that may have the data.',
  described: {
    subject: {
      description: 'Whether the data of a customer or of the whole shop is erased.',
      values: ['customer', 'shop'],
    },
    customer_id: {
      description: 'Id of the customer whose data is erased. null if the data of the shop is erased.',
      isNullable: true,
    },
    status: {
      description:
        '`completed` when every app has confirmed, `overdue` when an app has not confirmed by `due_at`, else `open`.',
      values: erasureStates,
    },
    requested_at: { description: 'Time at which the erasure was requested.' },
    due_at: {
      description: 'Time until which every app must confirm the erasure, 30 days after the request.',
    },
    cleared_at: {
      description:
        'Time at which the platform had cleared its own copies of the customer’s data. null until then, and for ' +
        'the data of the shop.',
      isNullable: true,
    },
    apps: {
      description:
        'Apps that must confirm, with the last attempt to reach each app. `unreachable` apps have no webhook, so ' +
        'their developers get emails. A new installation of the app changes `shop` erasures to `cancelled`.',
      schema: appsSchema,
    },
  },
  filters: {
    status: {
      description: 'Returns only erasures with this status.',
      schema: { type: 'string', enum: [...erasureStates] },
    },
    customer_id: {
      description: 'Returns only erasures of this customer.',
      schema: { type: 'string', format: 'uuid' },
    },
    installation_id: {
      description: 'Returns only erasures that this installation must confirm.',
      schema: { type: 'string', format: 'uuid' },
    },
  },
});
