/** A read request. `list` is true for a collection. */
export interface FirstCall {
  type: string;
  list: boolean;
}

/**
 * A read request that these scopes allow. Prefers a list, because single objects need an id. undefined if the
 * scopes allow no read.
 */
export function firstCall(scopes: readonly string[] | null): FirstCall | undefined {
  if (scopes === null) return { type: 'orders', list: true };
  for (const action of ['collection', 'get']) {
    const scope = scopes.find((each) => each.endsWith(`.${action}`));
    if (scope) return { type: scope.slice(0, -action.length - 1), list: action === 'collection' };
  }
  return undefined;
}
