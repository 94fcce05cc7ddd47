import type { Exchange } from './exchange';
import { hasDocument } from './header-rules';
import type { Rule } from './rule';

type Json = Record<string, unknown>;

const memberName = /^[a-zA-Z0-9\u0080-\uffff]([a-zA-Z0-9\u0080-\uffff_ -]*[a-zA-Z0-9\u0080-\uffff])?$/;
const uri = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9\-._~:/?#@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function onDocument(check: (document: Json, exchange: Exchange) => string | undefined): Rule {
  return (exchange) => {
    if (!hasDocument(exchange)) return undefined;
    const { body } = exchange.response as { body: unknown };
    return isObject(body) ? check(body, exchange) : 'the response is not a JSON object';
  };
}

function onResources(check: (resource: Json) => string | undefined): Rule {
  return onDocument((document) => {
    for (const resource of resourcesOf(document)) {
      const fault = check(resource);
      if (fault !== undefined) return fault;
    }
    return undefined;
  });
}

function resourcesOf({ data, included, 'atomic:results': results = [] }: Json): Json[] {
  const made = (results as Json[]).map((result) => result['data']);
  return [data, included, ...made].flat().filter(isObject);
}

/** Names of extension members contain a colon (JSON:API "Extension Members"). */
const isOfExtension = (name: string) => name.includes(':');

function onlyMembers(value: unknown, allowed: readonly string[]): string | undefined {
  const foreign = isObject(value) ? Object.keys(value).filter((name) => !allowed.includes(name)) : [];
  return foreign.length ? `the member "${foreign.join()}" is not defined` : undefined;
}

function linksOf(document: Json): unknown[] {
  const errors = Array.isArray(document['errors']) ? (document['errors'] as Json[]) : [];
  const relationships = resourcesOf(document).flatMap(relationshipsOf).filter(isObject);
  return [document, ...resourcesOf(document), ...relationships, ...errors]
    .map(({ links }) => links)
    .filter((links) => links !== undefined);
}

function linkTexts(links: unknown): unknown[] {
  return Object.values(links as Json).map((link) => (isObject(link) ? link['href'] : link));
}

function relationshipsOf(resource: Json | undefined): unknown[] {
  return isObject(resource?.['relationships']) ? Object.values(resource['relationships']) : [];
}

function isLinkage(data: unknown): boolean {
  const isIdentifier = (each: unknown) =>
    isObject(each) &&
    typeof each['type'] === 'string' &&
    typeof each['id'] === 'string' &&
    onlyMembers(each, ['type', 'id', 'meta']) === undefined;
  return data === null || (Array.isArray(data) ? data.every(isIdentifier) : isIdentifier(data));
}

function linkageOf(resource: Json | undefined): Json[] {
  return relationshipsOf(resource)
    .flatMap((each) => (isObject(each) ? each['data'] : []))
    .filter(isObject);
}

const key = ({ type, id }: Json) => `${String(type)} ${String(id)}`;

export const documentRules: Record<string, Rule> = {
  'DS-01': onDocument((document) =>
    Object.keys(document).some((name) => ['data', 'errors', 'meta'].includes(name) || isOfExtension(name))
      ? undefined
      : 'neither data nor errors nor meta nor a member of an extension is there',
  ),
  'DS-02': onDocument(({ data, errors }) =>
    data !== undefined && errors !== undefined ? 'data and errors are there together' : undefined,
  ),
  'DS-03': onDocument(({ data, included }) =>
    included !== undefined && data === undefined ? 'included is there without data' : undefined,
  ),
  'DS-04': onDocument((document) =>
    onlyMembers(document, [
      ...['data', 'errors', 'meta', 'jsonapi', 'links', 'included'],
      ...Object.keys(document).filter(isOfExtension),
    ]),
  ),
  'DS-05': onDocument(({ jsonapi }) =>
    isObject(jsonapi) && jsonapi['version'] === '1.1'
      ? onlyMembers(jsonapi, ['version', 'ext', 'profile', 'meta'])
      : 'jsonapi.version is not 1.1',
  ),
  'DS-06': onResources(({ type, id }) =>
    typeof type === 'string' && typeof id === 'string' ? undefined : 'type or id is no string',
  ),
  'DS-07': onResources((resource) =>
    onlyMembers(resource, ['type', 'id', 'attributes', 'relationships', 'links', 'meta']),
  ),
  'DS-08': onResources(({ attributes = {}, relationships = {} }) =>
    isObject(attributes) && isObject(relationships) ? undefined : 'attributes or relationships is no object',
  ),
  'DS-09': onResources(({ attributes = {}, relationships = {} }) => {
    const names = ['type', 'id', ...Object.keys(attributes as Json), ...Object.keys(relationships as Json)];
    return new Set(names).size === names.length ? undefined : `a field is repeated: ${names.join()}`;
  }),
  'DS-10': onResources(({ type, attributes = {} }) =>
    [type as string, ...Object.keys(attributes as Json)].every((name) => memberName.test(name))
      ? undefined
      : 'a member name is not legal',
  ),
  'DS-11': onResources((resource) => {
    for (const each of relationshipsOf(resource)) {
      const { links, data, meta } = isObject(each) ? each : {};
      const { self, related } = isObject(links) ? links : {};
      if ((self ?? related ?? meta) === undefined && data === undefined)
        return 'a relationship has neither links nor data nor meta';
      const foreign = onlyMembers(each, ['links', 'data', 'meta']);
      if (foreign !== undefined) return foreign;
    }
    return undefined;
  }),
  'DS-12': onDocument((document, { path }) => {
    const linkage = resourcesOf(document).flatMap((resource) =>
      relationshipsOf(resource).flatMap((each) => (isObject(each) && 'data' in each ? [each['data']] : [])),
    );
    if (/\/relationships\/[^/?]+(\?|$)/.test(path) && 'data' in document) linkage.push(document['data']);
    return linkage.every(isLinkage)
      ? undefined
      : 'a linkage is no identifier, null or an array of identifiers';
  }),
  'DS-13': onDocument((document) =>
    linksOf(document).every(
      (links) =>
        isObject(links) && linkTexts(links).every((link) => link === null || typeof link === 'string'),
    )
      ? undefined
      : 'a link is neither text nor null nor a link object',
  ),
  'DS-14': onDocument((document) => {
    const texts = linksOf(document).flatMap(linkTexts);
    const bad = texts.find((text) => typeof text === 'string' && !uri.test(text));
    return bad === undefined ? undefined : `"${String(bad)}" is no URI by RFC 3986`;
  }),
  'DS-15': onDocument((document) =>
    [document, ...resourcesOf(document)].every(({ meta }) => meta === undefined || isObject(meta))
      ? undefined
      : 'a meta is no object',
  ),
  'DS-22': onDocument(({ included }) =>
    included === undefined || (Array.isArray(included) && included.every(isObject))
      ? undefined
      : 'included is no array of objects',
  ),
  'DS-23': onDocument(({ data }, { path }) =>
    /^\/api\/[^/?]+\/[^/?]+(\?|$)/.test(path) && data !== undefined && data !== null && !isObject(data)
      ? 'a single resource was answered by something else'
      : undefined,
  ),
  'DS-24': onDocument((document) => {
    // Ignores the results of atomic operations, because several operations of one request can return the same
    // resource.
    const keys = resourcesOf({ ...document, 'atomic:results': [] }).map(key);
    return new Set(keys).size === keys.length ? undefined : 'a resource is repeated';
  }),
  'DS-25': onDocument((document, { path }) => {
    const { data, included } = document;
    // Sparse fieldsets can hide the linkage that this rule checks.
    if (!Array.isArray(included) || /[?&]fields(\[|%5b)/i.test(path)) return undefined;
    const objects = new Map(resourcesOf(document).map((each) => [key(each), each]));
    const reached = new Set([data].flat().filter(isObject).map(key));
    for (const each of reached)
      for (const identifier of linkageOf(objects.get(each))) reached.add(key(identifier));
    const lost = included.filter(isObject).find((each) => !reached.has(key(each)));
    return lost && `${key(lost)} is included, but no linkage refers to it`;
  }),
  'DS-29': onDocument(({ jsonapi, links }, { response }) => {
    if (!isObject(jsonapi) || jsonapi['profile'] === undefined) return undefined;
    const self = isObject(links) ? links['self'] : undefined;
    const type = isObject(self) ? self['type'] : undefined;
    return type === response.headers['content-type'] ? undefined : `links.self has the type ${String(type)}`;
  }),
  'PG-07': onDocument(({ links, meta }, { path }) => {
    // The index of the API (`GET /api`) has links and no primary data.
    if (/^\/api\/?(\?|$)/.test(path) && meta !== undefined) return undefined;
    return onlyMembers(links, ['self', 'related', 'describedby', 'first', 'last', 'prev', 'next']);
  }),
};
