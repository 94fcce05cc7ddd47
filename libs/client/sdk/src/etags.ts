/**
 * Version of a resource. Resources from `get`, `list`, `related`, `create`, `update` and `include` have these
 * members.
 */
export interface Versioned {
  version: number;
  updated_at: string;
}

/**
 * Returns the ETag of a resource: the version number and the digits of the time of the last change. A copy of
 * the resource has the same ETag.
 */
export function etagOf({ version, updated_at }: Versioned): string {
  return `"${version}-${updated_at.replaceAll(/\D/g, '')}"`;
}

/** Returns the value of the header `If-Match` for a change of a resource. */
export function ifMatchOf(version: string | Versioned | undefined): string | undefined {
  if (typeof version !== 'object') return version;
  if (typeof version.version !== 'number' || typeof version.updated_at !== 'string')
    throw new TypeError('ifMatch must be an ETag, or a resource with version and updated_at.');
  return etagOf(version);
}
