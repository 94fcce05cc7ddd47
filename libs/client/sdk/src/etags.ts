const etags = new WeakMap<object, string>();

/** Remembers in which version a resource was answered. */
export function keepEtag<T extends object>(resource: T, headers: Headers): T {
  const etag = headers.get('etag');
  if (etag) etags.set(resource, etag);
  return resource;
}

/** The `ETag` with which this very object was answered; undefined of one out of a list, or of a copy. */
export const etagOf = (resource: object): string | undefined => etags.get(resource);

/** The header `If-Match` for a change of what was read. */
export function ifMatchOf(version: string | object | undefined): string | undefined {
  if (typeof version !== 'object') return version;
  const etag = etagOf(version);
  if (!etag)
    throw new TypeError('ifMatch takes an ETag, or a resource that get, create or update has answered.');
  return etag;
}
