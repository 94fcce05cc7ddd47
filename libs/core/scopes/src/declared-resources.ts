// oxlint-disable-next-line typescript/triple-slash-reference -- Programs of other projects need the declaration.
/// <reference path="./collected.d.ts" />
import { files } from 'collected:scopes';
import type { DeclaredResource } from './declared-resource';

export const declaredResources = declarationsOf(files);

/**
 * Collects the declared resources of all libraries. Throws if a file does not export exactly one declaration,
 * or if two files declare the same resource.
 */
export function declarationsOf(collected: typeof files): readonly DeclaredResource[] {
  const byType = new Map<string, { path: string; resource: DeclaredResource }>();
  for (const [path, exported] of collected) {
    const [resource, ...others] = Object.values(exported) as DeclaredResource[];
    if (!resource?.type || others.length > 0)
      throw new Error(`${path} must export exactly one declaration with a type.`);
    const other = byType.get(resource.type);
    if (other) throw new Error(`The resource ${resource.type} is declared in ${other.path} and in ${path}.`);
    byType.set(resource.type, { path, resource });
  }
  return [...byType.keys()].sort().map((type) => byType.get(type)!.resource);
}
