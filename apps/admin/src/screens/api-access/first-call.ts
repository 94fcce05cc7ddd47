/** An example of a read request. `list` is true if the request reads a list. */
export interface FirstCall {
  type: string;
  list: boolean;
}

/**
 * Returns an example of a read request that these scopes allow. Prefers a list, because reading a single object
 * requires an id. Returns undefined if the scopes allow no read request.
 */
export function firstCall(scopes: readonly string[] | null): FirstCall | undefined {
  if (scopes === null) return { type: 'orders', list: true };
  for (const action of ['collection', 'get']) {
    const scope = scopes.find((each) => each.endsWith(`.${action}`));
    if (scope) return { type: scope.slice(0, -action.length - 1), list: action === 'collection' };
  }
  return undefined;
}
