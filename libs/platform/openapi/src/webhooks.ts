import type { JsonSchema, Resource } from '@storewright/json-api';
import { events, isEventType } from '@storewright/scopes';
import { pascal, schemaName } from './names';
import { object, ref } from './resource-schema';

export function webhooksOf(resources: readonly Resource[]): Record<string, JsonSchema> {
  const all = resources.flatMap((resource) =>
    resource.events.map((change): [string, JsonSchema] => {
      const type = `${resource.type}.${change}`;
      return [type, { post: webhook(type, resource) }];
    }),
  );
  return Object.fromEntries(all.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function webhook(type: string, resource: Resource): JsonSchema {
  if (!isEventType(type)) throw new Error(`${type} is not an event type for apps`);
  return {
    operationId: `on${pascal(type.replace('.', '_'))}`,
    summary: sentence(events[type]!),
    tags: [resource.type],
    security: [],
    parameters: ['webhook_id', 'webhook_timestamp', 'webhook_signature'].map((name) => ({
      $ref: `#/components/parameters/${name}`,
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: payload(type, resource) } },
    },
    responses: {
      '2XX': {
        description:
          'The delivery was accepted within 15 seconds. After any other response, the delivery is retried.',
      },
      '410': {
        description: 'The receiver rejects all further deliveries. The installation is paused immediately.',
      },
    },
  };
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function payload(type: string, resource: Resource): JsonSchema {
  return object({
    type: { type: 'string', const: type },
    timestamp: { ...ref('Timestamp'), description: 'Time at which the event occurred.' },
    data: ref(schemaName(resource)),
    changed: {
      type: 'array',
      items: { type: 'string' },
      description: 'Names of the attributes that an update changed. Empty if the event is not an update.',
    },
    shop: object({ id: { type: 'string', format: 'uuid' }, domain: { type: 'string' } }),
    sequence: {
      type: ['integer', 'null'],
      description: 'Sequence number of the event in the shop’s event log. null for a webhook test.',
    },
    epoch: {
      type: ['integer', 'null'],
      description:
        'Epoch of the sequence number. It increases with each restore of the platform from a backup. ' +
        'null for a webhook test.',
    },
  });
}

/** Request headers that every webhook delivery has (Standard Webhooks). */
export const webhookParameters: Readonly<Record<string, JsonSchema>> = {
  webhook_id: header(
    'webhook-id',
    'Event id, which is the same for all delivery attempts. Ignore a webhook whose id you have already processed.',
  ),
  webhook_timestamp: header('webhook-timestamp', 'Time of the delivery attempt, in seconds since 1970.'),
  webhook_signature: header(
    'webhook-signature',
    'Signature of the webhook, or two signatures while a secret rotates: `v1,` and the base64 ' +
      'HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`.',
  ),
};

function header(name: string, description: string): JsonSchema {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}
