type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is a client's own, or anything at all: nothing in it can be wrong. */
const free = /\/attributes\/data(\/|$)/;

/** A document with one thing in it that is not so, and what that is. */
export interface Mutation {
  what: string;
  document: unknown;
}

/** Every value in turn of another type, every object with a member that nobody knows, every resource object without one of its members. */
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

/** A link may be without its type, and an error without what it is about. */
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
