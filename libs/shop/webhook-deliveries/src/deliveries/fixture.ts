import { type JsonText } from '@storewright/entities';
import { resourceOf } from '@storewright/events';
import { type DocumentRow, isToMany, type Resource } from '@storewright/json-api';
import { type EventType, exampleOf } from '@storewright/scopes';
import { baseUrlOf, type Shop, shops } from '@storewright/tenancy';
import { v7 as uuidv7 } from 'uuid';
import type { TestMaterial } from './test-event';

interface Recipient {
  shop: Shop;
  installation_id: string;
}

/**
 * Returns the resource object of a webhook test without an existing object. Uses the example that the
 * resource declares (`*.scopes.ts`). All ids are new, except the ids of the shop and the installation.
 */
export function fixtureOf(
  { resources, shopUrl }: TestMaterial,
  event_type: EventType,
  { shop, installation_id }: Recipient,
): JsonText {
  const type = resourceOf(event_type);
  const example = { ...exampleOf(type)! };
  if ('installation_id' in example) example['installation_id'] = installation_id;
  const origin = baseUrlOf({ shopUrl }, shop.domain);
  if (type === 'shops')
    return shops.render(
      { ...example, id: shop.id, domain: shop.domain, name: shop.domain },
      origin,
    ) as JsonText;
  const resource = resources.find((each) => each.type === type);
  if (resource) return resource.render(rowOf(resource, example), escaped(origin)) as JsonText;
  // This service has no resource for installations, because the auth API serves installations.
  const relationships = { shop: { data: { type: 'shops', id: shop.id } } };
  return JSON.stringify({ type, id: installation_id, attributes: example, relationships }) as JsonText;
}

const escaped = (origin: string) => JSON.stringify(origin).slice(1, -1);

/**
 * Converts the example of a resource to a database row. The to-one relationships refer to objects that do not
 * exist.
 */
function rowOf(resource: Resource, example: Readonly<Record<string, unknown>>): DocumentRow {
  const kinds = { ...resource.attributes, ...resource.meta };
  const values = Object.entries(example).map(([name, value]) => [
    name,
    kinds[name] === 'json' && value !== null ? JSON.stringify(value) : value,
  ]);
  const targets = Object.values(resource.relationships).flatMap((relationship) =>
    isToMany(relationship) ? [] : [[relationship.column, uuidv7()]],
  );
  const now = new Date().toISOString().replace('Z', '000Z');
  return {
    ...{ id: uuidv7(), created_at: now, updated_at: now, version: 1 },
    ...Object.fromEntries([...targets, ...values]),
  };
}
