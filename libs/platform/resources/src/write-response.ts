import type { Grant } from '@storewright/access';
import { isToMany, type ParsedResource, type Render, type Resource } from '@storewright/json-api';
import { scopeOf } from '@storewright/scopes';

/** What was sent of one object of a request, and what the object is. */
export interface Write {
  resource: Resource;
  input: Pick<ParsedResource<object>, 'attributes' | 'relationships'>;
}

type Members = Record<string, unknown>;
interface ResourceObject {
  type: string;
  id: string;
  attributes: Members;
  relationships?: Record<string, Members>;
  links: Members;
  meta?: Members;
}

/** What the server itself gives an object, and tells whoever writes it. */
const serverMembers = ['created_at', 'updated_at', 'version'];

/** Whether the answer to a write may show an object of this type as a GET would. */
export function mayRead({ scopes }: Pick<Grant, 'scopes'>, { type }: Resource): boolean {
  return !scopes || scopes.has(scopeOf(type, 'get'));
}

/**
 * The answer to a write as the token may see it: without the scope to read the type, what was sent and the server's own members, whatever the object holds
 * (docs/contract.md §2). A kept answer that is given again goes through here as well: the token may have lost the scope meanwhile.
 */
export function shownToWriter(grant: Grant, write: Write, answer: Render): Render {
  if (mayRead(grant, write.resource)) return answer;
  return changed(answer, (document) => {
    if ('data' in document) document['data'] = onlySent(write, document['data'] as ResourceObject);
    delete document['included'];
    return !write.resource.volatile.length;
  });
}

/** The same of an atomic request: a write, or nothing that is shown, for each of its results. */
export function resultsShownToWriter(
  grant: Grant,
  writes: readonly (Write | undefined)[],
  answer: Render,
): Render {
  if (writes.every((write) => !write || mayRead(grant, write.resource))) return answer;
  return changed(answer, (document) => {
    const results = document['atomic:results'] as { data?: ResourceObject }[];
    for (const [at, result] of results.entries()) {
      const write = writes[at];
      if (write && result.data && !mayRead(grant, write.resource)) result.data = onlySent(write, result.data);
    }
    return true;
  });
}

/** `change` says whether the ETag stays: made of volatile attributes, it tells what they are. */
function changed(answer: Render, change: (document: Members) => boolean): Render {
  return (address) => {
    const { body, headers, ...rest } = answer(address);
    if (body === undefined) return { headers, ...rest };
    const document = JSON.parse(body) as Members;
    const { etag, ...others } = headers;
    const kept = change(document) && etag !== undefined ? { ...others, etag } : others;
    return { ...rest, headers: kept, body: JSON.stringify(document) };
  };
}

/** As sent: what is stored may have more in it, such as the keys that an object had before. Sparse fieldsets stay. */
function onlySent(
  { resource, input }: Write,
  { type, id, links, ...object }: ResourceObject,
): ResourceObject {
  const attributes = pick(input.attributes as Members, Object.keys(object.attributes));
  const relationships = Object.entries(object.relationships ?? {})
    .filter(([name]) => Object.hasOwn(input.relationships, name))
    .map(([name, members]) => {
      const relationship = resource.relationships[name]!;
      const linkage = input.relationships[name] as string | null;
      const { data: _stored, ...shown } = members;
      if (isToMany(relationship)) return [name, shown] as const;
      return [
        name,
        { ...shown, data: linkage === null ? null : { type: relationship.type, id: linkage } },
      ] as const;
    });
  const meta = pick(object.meta ?? {}, serverMembers);
  return {
    ...{ type, id, attributes },
    ...(relationships.length > 0 && { relationships: Object.fromEntries(relationships) }),
    links,
    ...(Object.keys(meta).length > 0 && { meta }),
  };
}

function pick(members: Members, names: readonly string[]): Members {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(members, name)).map((name) => [name, members[name]]),
  );
}
