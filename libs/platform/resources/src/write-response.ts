import type { Grant } from '@storewright/access';
import {
  isToMany,
  objectEtag,
  type ParsedResource,
  type Render,
  type RenderedResponse,
  type Resource,
} from '@storewright/json-api';
import { scopeOf } from '@storewright/scopes';

/** The attributes that a client sent for one object, and the resource of the object. */
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

/** Members that the server sets and that every writer may see. */
const serverMembers = ['created_at', 'updated_at', 'version'];

/** True if the response to a write may show the whole object. */
export function mayRead({ scopes }: Pick<Grant, 'scopes'>, { type }: Resource): boolean {
  return !scopes || scopes.has(scopeOf(type, 'get'));
}

/**
 * Renders the response to a write as the token may see it. Without the scope to read the type, the response
 * shows only the sent attributes and the members that the server sets (docs/contract.md §2). Stored responses
 * are rendered in the same way, because the token may have lost the scope.
 */
export function shownToWriter(grant: Grant, write: Write, answer: Render): Render {
  if (mayRead(grant, write.resource)) return answer;
  return narrowed(answer, [write.resource], (document) => {
    if ('data' in document) document['data'] = onlySent(write, document['data'] as ResourceObject);
    delete document['included'];
  });
}

/** Renders the results of an atomic request as the token may see them. */
export function resultsShownToWriter(
  grant: Grant,
  writes: readonly (Write | undefined)[],
  answer: Render,
): Render {
  const hidden = writes.flatMap((write) =>
    write && !mayRead(grant, write.resource) ? [write.resource] : [],
  );
  if (hidden.length === 0) return answer;
  return narrowed(answer, hidden, (document) => {
    const results = document['atomic:results'] as { data?: ResourceObject }[];
    for (const [at, result] of results.entries()) {
      const write = writes[at];
      if (write && result.data && !mayRead(grant, write.resource)) result.data = onlySent(write, result.data);
    }
  });
}

/**
 * Renders a response after `narrow` removed members of its document. `hidden` contains the resources whose
 * objects lost members.
 */
function narrowed(answer: Render, hidden: readonly Resource[], narrow: (document: Members) => void): Render {
  return (address) => {
    const { body, headers, ...rest } = answer(address);
    if (body === undefined) return { headers, ...rest };
    const document = JSON.parse(body) as Members;
    narrow(document);
    return { ...rest, headers: narrowedHeaders(headers, hidden), body: JSON.stringify(document) };
  };
}

/**
 * Removes from the ETag what the document does not show. A digest of the whole document is dropped, and so is
 * an ETag with volatile attributes.
 */
function narrowedHeaders(
  { etag, ...others }: RenderedResponse['headers'],
  hidden: readonly Resource[],
): RenderedResponse['headers'] {
  const isTold = typeof etag === 'string' && hidden.every(({ volatile }) => volatile.length === 0);
  return isTold ? { ...others, etag: objectEtag(etag) } : others;
}

/**
 * Shows each attribute as the client sent it, because the stored value may contain more, such as earlier keys
 * of an object. Sparse fieldsets are kept.
 */
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
