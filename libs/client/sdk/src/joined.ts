import type { Recording } from './recording';

export interface ResourceObject {
  type: string;
  id: string;
  attributes?: Record<string, unknown>;
  relationships?: Record<string, { data?: Linkage; links?: { next?: unknown } }>;
  meta?: Record<string, unknown>;
}

export interface Identifier<Type extends string = string> {
  type: Type;
  id: string;
}
type Linkage = Identifier | Identifier[] | null;

export interface ResourceDocument {
  data: ResourceObject | ResourceObject[];
  included?: ResourceObject[];
}

/**
 * A resource as the SDK returns it: attributes, meta and included resources are direct members, such as
 * `order.number`, `order.created_at` and `order.customer.email`.
 */
export type Joined = Identifier & Record<string, unknown>;

/**
 * Returns the resources of a JSON:API document with their included resources as direct members. Copies a
 * resource that several resources include, so that the result has no cycles.
 */
export function joined(
  document: ResourceDocument,
  include: readonly string[] = [],
  recorder?: Recording,
): Joined[] {
  const all = [...(document.included ?? []), ...[document.data].flat()];
  const known = new Map(all.map((object) => [keyOf(object), object]));
  return [document.data].flat().map((object) => join(object, include, { known, recorder }));
}

interface Context {
  known: Map<string, ResourceObject>;
  recorder: Recording | undefined;
}

function join(object: ResourceObject, include: readonly string[], context: Context): Joined {
  const { known, recorder } = context;
  const { type, id, attributes, relationships = {}, meta } = object;
  const flat: Joined = { ...meta, ...attributes, type, id };
  const names = new Set(include.map((path) => path.split('.', 1)[0]!));
  for (const name of new Set([...Object.keys(relationships), ...names])) {
    const linkage = relationships[name]?.data;
    const follow = (each: Identifier): unknown => {
      const target = names.has(name) ? known.get(keyOf(each)) : undefined;
      return target ? join(target, below(include, name), context) : each;
    };
    if (linkage !== undefined)
      flat[name] = Array.isArray(linkage) ? linkage.map(follow) : linkage && follow(linkage);
  }
  return recorder ? recorder.resource(flat) : flat;
}

/**
 * Returns the include paths that start with a relationship, without the name of this relationship: `product`
 * for `variants.product`.
 */
function below(include: readonly string[], name: string): string[] {
  return include.flatMap((path) => (path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : []));
}

const keyOf = ({ type, id }: Identifier): string => `${type} ${id}`;
