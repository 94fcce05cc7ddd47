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

const serverMembers = ['created_at', 'updated_at', 'version'];

/**
 * True if the token can read objects of the resource, so that the response to a write can show the whole
 * object.
 */
export function mayRead({ scopes }: Pick<Grant, 'scopes'>, { type }: Resource): boolean {
  return !scopes || scopes.has(scopeOf(type, 'get'));
}

/**
 * Limits the response to a write to data that the token can read. Without the scope to read the type, the
 * response contains only the sent attributes and server-generated members (docs/contract.md §2). Also limits
 * stored responses, because the token may have lost the scope.
 */
export function shownToWriter(grant: Grant, write: Write, answer: Render): Render {
  if (mayRead(grant, write.resource)) return answer;
  return narrowed(answer, [write.resource], (document) => {
    if ('data' in document) document['data'] = onlySent(write, document['data'] as ResourceObject);
    delete document['included'];
  });
}

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
 * Renders a response whose document `narrow` has changed. `hidden` contains the resources whose objects are
 * incomplete.
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
 * Adapts the ETag to an incomplete document. Drops an ETag that covers the whole document or volatile
 * attributes, because the ETag would reveal hidden values.
 */
function narrowedHeaders(
  { etag, ...others }: RenderedResponse['headers'],
  hidden: readonly Resource[],
): RenderedResponse['headers'] {
  const isTold = typeof etag === 'string' && hidden.every(({ volatile }) => volatile.length === 0);
  return isTold ? { ...others, etag: objectEtag(etag) } : others;
}

/**
 * Replaces stored values by the values that the client sent. A stored value may contain hidden data, such as
 * earlier members of an object.
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
