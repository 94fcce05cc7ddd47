import type { JsonSchema, Resource } from '@storewright/json-api';
import { events, isEventType } from '@storewright/scopes';
import { pascal, schemaName } from './names';
import { object, ref } from './resource-schema';

/** What apps are sent of the resources of a service, by the type of the event. */
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
  if (!isEventType(type)) throw new Error(`${type} is no type of event that an app may ask for`);
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
      '2XX': { description: 'Taken, within 15 seconds. Anything else is tried again.' },
      '410': { description: 'The installation is paused at once.' },
    },
  };
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function payload(type: string, resource: Resource): JsonSchema {
  return object({
    type: { type: 'string', const: type },
    timestamp: { ...ref('Timestamp'), description: 'When it happened.' },
    data: ref(schemaName(resource)),
    changed: {
      type: 'array',
      items: { type: 'string' },
      description: 'The attributes that an update changed; empty of others.',
    },
    shop: object({ id: { type: 'string', format: 'uuid' }, domain: { type: 'string' } }),
    sequence: {
      type: ['integer', 'null'],
      description: 'Its place in the order of the shop’s events; null of a test.',
    },
    epoch: {
      type: ['integer', 'null'],
      description: 'Greater after each restore of the platform from a backup; null of a test.',
    },
  });
}

/** The headers of every delivery (Standard Webhooks). */
export const webhookParameters: Readonly<Record<string, JsonSchema>> = {
  webhook_id: header(
    'webhook-id',
    'The event’s, the same for each attempt: ignore those that you have seen.',
  ),
  webhook_timestamp: header('webhook-timestamp', 'When it was sent, in seconds since 1970.'),
  webhook_signature: header(
    'webhook-signature',
    'One signature, or two while a secret rotates: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`.',
  ),
};

function header(name: string, description: string): JsonSchema {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}
