import { challenge, type Grant } from '@storewright/access';
import type { JsonText } from '@storewright/entities';
import { resourceOf } from '@storewright/events';
import { ApiError, invalidAttribute, isUuid, type Resource, shown } from '@storewright/json-api';
import type { EventType } from '@storewright/scopes';
import { baseUrlOf, type RowsOfShop, type Shop } from '@storewright/tenancy';

/** Of what test events can be made, and the address of the API in them: scheme and host, `{shop}` stands for the domain. */
export interface TestMaterial {
  resources: readonly Resource[];
  shopUrl: string;
}
export const TEST_MATERIAL = Symbol('test material');

/** The resource that an event of this type is about; throws where tests are not made of it, or the token may not read it. */
export function testedResource({ resources }: TestMaterial, type: EventType, { scopes }: Grant): Resource {
  const resource = resources.find((each) => each.type === resourceOf(type) && each.events.length > 0);
  if (!resource) {
    const made = resources.flatMap((each) => each.events.map((change) => `${each.type}.${change}`));
    throw invalidAttribute('event_type', `There are no tests of ${type}; there are of ${made.join(', ')}.`);
  }
  const scope = `${resource.type}.get`;
  if (!scopes || scopes.has(scope)) return resource;
  throw new ApiError('insufficient_scope', {
    detail: `The test shows a ${resource.type} object, so this needs the scope "${scope}", which the token does not have.`,
    meta: { required_scopes: [scope] },
    headers: { 'www-authenticate': challenge('insufficient_scope', `The scope ${scope} is needed`, scope) },
  });
}

/** The resource object as a GET shows it now, JSON, by the statement that events have theirs from. Throws where there is none. */
export async function objectOf(
  rows: Pick<RowsOfShop, 'query'>,
  resource: Resource,
  { shop, id, shopUrl }: { shop: Shop; id: string; shopUrl: string },
): Promise<JsonText> {
  // SQL: the text of a resource object is an expression that is full of literals, which go through QueryBuilder in no part.
  const text = `SELECT ${resource.sql('o', '$3::text')} AS object
    FROM (SELECT ${resource.select('t')} FROM shop.${resource.type} t WHERE t.shop_id = $1 AND t.id = $2) o`;
  // Scheme and host, as they stand between quotes of JSON.
  const origin = JSON.stringify(baseUrlOf({ shopUrl }, shop.domain)).slice(1, -1);
  const [row] = isUuid(id)
    ? await rows.query<{ object: JsonText }>({ text, values: [shop.id, id, origin] })
    : [];
  if (row) return row.object;
  throw invalidAttribute('resource_id', `No ${resource.type} object has the id "${shown(id)}".`);
}
