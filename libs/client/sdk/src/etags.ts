/**
 * Identifies one version of a resource. Objects from `get`, `list`, `related`, `create`, `update` and `include` have
 * these members.
 */
export interface Versioned {
  version: number;
  updated_at: string;
}

/**
 * The `ETag` of the version of a resource: its number and the microseconds of its last change. Copies of a
 * resource have the same one.
 */
export function etagOf({ version, updated_at }: Versioned): string {
  return `"${version}-${updated_at.replaceAll(/\D/g, '')}"`;
}

/** The header `If-Match` for a change of what was read. */
export function ifMatchOf(version: string | Versioned | undefined): string | undefined {
  if (typeof version !== 'object') return version;
  if (typeof version.version !== 'number' || typeof version.updated_at !== 'string')
    throw new TypeError('ifMatch takes an ETag, or a resource with its version and updated_at.');
  return etagOf(version);
}
