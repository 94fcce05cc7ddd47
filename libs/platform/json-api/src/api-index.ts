import { type Address, document, type Render } from './response';
import { parseNoQuery } from './list-query';
import type { Resource } from './resource';

/** `GET /api`: links to every collection of a service (docs/contract.md §2). Throws for any query. */
export function apiIndex(
  service: string,
  collections: readonly Resource[],
  { origin, path }: Address,
): Render {
  parseNoQuery(path.split('?')[1] ?? '');
  const links = collections.map((collection) => [collection.type, { href: origin + collection.path }]);
  return document({ links: { self: `${origin}/api`, ...Object.fromEntries(links) }, meta: { service } });
}
