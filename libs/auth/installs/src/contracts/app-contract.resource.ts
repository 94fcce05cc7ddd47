import type { ResourceUses } from '@storewright/contracts';
import { anyObjectSchema, Description, describeResource, isObject, Rule } from '@storewright/json-api';

const isArray = (value: unknown): boolean => Array.isArray(value);

export class CreateAppContract {
  @Rule('isObject', isObject, 'an object with the uses of each resource type, as in the contract file', {
    ...anyObjectSchema,
  })
  @Description(
    'API features that the app uses (operations, reads, filters), keyed by resource type, as in the contract file.',
  )
  resources: Record<string, ResourceUses>;

  @Rule('isArray', isArray, 'a list of event types such as "orders.created"', {
    ...{ type: 'array', items: { type: 'string' } },
  })
  @Description('Event types that the app handles, such as orders.created.')
  events: string[];
}

const findingSchema = {
  type: 'object',
  properties: {
    kind: { type: 'string', enum: ['undeclared', 'deprecated'] },
    name: { type: 'string' },
    feature: { type: 'string' },
    text: { type: 'string' },
  },
  required: ['kind', 'name', 'text'],
};

export const appContracts = describeResource({
  type: 'app_contracts',
  description:
    'Names of the shop API that an app uses: operations, fields, filters and events. An app has at most one ' +
    'contract. A new contract replaces the previous contract.',
  path: '/api/apps/:app_id/contracts',
  attributes: { resources: 'json', events: 'string[]', findings: 'json', published_at: 'timestamp' },
  described: {
    resources: {
      description: 'API features that the app uses, keyed by resource type, as in the contract file.',
      schema: anyObjectSchema,
    },
    events: { description: 'Event types that the app handles.' },
    findings: {
      description:
        'Names of the contract that the current API does not declare (undeclared) or that are deprecated, each with ' +
        'a sentence. feature is the deprecated feature, as in deprecated_requests.',
      schema: { type: 'array', items: findingSchema },
    },
    published_at: { description: 'Time at which the developer published the contract.' },
  },
  relationships: { app: { type: 'apps', column: 'app_id' } },
  create: CreateAppContract,
});
