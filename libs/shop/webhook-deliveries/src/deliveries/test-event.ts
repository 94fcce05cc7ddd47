import { challenge, type Grant } from '@storewright/access';
import type { JsonText } from '@storewright/entities';
import { resourceOf } from '@storewright/events';
import { ApiError, invalidAttribute, isUuid, type Resource, shown } from '@storewright/json-api';
import { type EventType, isScope } from '@storewright/scopes';
import { baseUrlOf, type RowsOfShop, type Shop } from '@storewright/tenancy';

/**
 * Resources for webhook tests, and the base URL of links. In the base URL, `{shop}` stands for the domain of
 * the shop.
 */
export interface TestMaterial {
  resources: readonly Resource[];
  shopUrl: string;
}
export const TEST_MATERIAL = Symbol('test material');

export function testedResource({ resources }: TestMaterial, type: EventType): Resource {
  const resource = resources.find((each) => each.type === resourceOf(type) && each.events.length > 0);
  if (resource) return resource;
  const made = resources.flatMap((each) => each.events.map((change) => `${each.type}.${change}`));
  throw invalidAttribute(
    'resource_id',
    `A test of ${type} accepts no resource_id. Omit it to send an example object. ` +
      `Tests of these types accept a resource_id: ${made.join(', ')}.`,
  );
}

export function checkReadable(type: EventType, { scopes }: Grant): void {
  const resource_type = resourceOf(type);
  const scope = `${resource_type}.get`;
  if (!scopes || !isScope(scope) || scopes.has(scope)) return;
  throw new ApiError('insufficient_scope', {
    detail: `The test contains a ${resource_type} object, so the token must have the scope "${scope}".`,
    meta: { required_scopes: [scope] },
    headers: { 'www-authenticate': challenge('insufficient_scope', `The scope ${scope} is required`, scope) },
  });
}

/**
 * Returns a resource object as JSON, in the same format as in an event. Throws if the object does not exist.
 */
export async function objectOf(
  rows: Pick<RowsOfShop, 'query'>,
  resource: Resource,
  { shop, id, shopUrl }: { shop: Shop; id: string; shopUrl: string },
): Promise<JsonText> {
  // Uses raw SQL, because the SQL for a resource object contains many literals, which QueryBuilder would
  // parse.
  const text = `SELECT ${resource.sql('o', '$3::text')} AS object
    FROM (SELECT ${resource.select('t')} FROM shop.${resource.type} t WHERE t.shop_id = $1 AND t.id = $2) o`;
  const origin = JSON.stringify(baseUrlOf({ shopUrl }, shop.domain)).slice(1, -1);
  const [row] = isUuid(id)
    ? await rows.query<{ object: JsonText }>({ text, values: [shop.id, id, origin] })
    : [];
  if (row) return row.object;
  throw invalidAttribute('resource_id', `No ${resource.type} object has the id "${shown(id)}".`);
}
