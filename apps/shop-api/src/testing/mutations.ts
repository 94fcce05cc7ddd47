type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Matches JSON pointers in free-form data, in which every mutation is valid. */
const free = /\/attributes\/data(\/|$)/;

export interface Mutation {
  what: string;
  document: unknown;
}

/**
 * Returns copies of a document with one mutation each: a value of a wrong type, an unknown member, or a
 * missing required member.
 */
export function mutationsOf(document: unknown, place = ''): Mutation[] {
  if (free.test(place)) return [];
  const found: Mutation[] = [{ what: `another type at ${place || '/'}`, document: ofAnotherType(document) }];
  if (isObject(document)) {
    found.push({
      what: `an unknown member in ${place || '/'}`,
      document: { ...document, unknown_member: 1 },
    });
    for (const name of Object.keys(document))
      if (isNeeded(place, name))
        found.push({ what: `no ${place}/${name}`, document: without(document, name) });
  }
  for (const [name, value] of isObject(document) || Array.isArray(document) ? Object.entries(document) : [])
    for (const { what, document: changed } of mutationsOf(value, `${place}/${name}`))
      found.push({ what, document: replaced(document, name, changed) });
  return found;
}

/**
 * True if a JSON:API member is required. A resource identifier in links can omit its type, and an error can
 * omit its source.
 */
function isNeeded(place: string, name: string): boolean {
  if (/\/links(\/|$)|\/relationships\/\w+$/.test(place)) return false;
  if (/\/attributes$|^\/errors\/\d+$/.test(place)) return !['source', 'meta'].includes(name);
  return ['type', 'id', 'jsonapi', 'data', 'attributes'].includes(name);
}

function ofAnotherType(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return { other: 'type' };
  return 17.5;
}

function without(document: Json, name: string): Json {
  const { [name]: _, ...others } = document;
  return others;
}

function replaced(document: unknown, name: string, value: unknown): unknown {
  if (Array.isArray(document))
    return (document as unknown[]).map((each, at) => (String(at) === name ? value : each));
  return { ...(document as Json), [name]: value };
}
