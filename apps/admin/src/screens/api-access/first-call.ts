/** A request that changes nothing. `list`: of the whole list; otherwise of one object. */
export interface FirstCall {
  type: string;
  list: boolean;
}

/** What a token with these scopes may read: a list before single objects, which need an id. Undefined: it may read nothing. */
export function firstCall(scopes: readonly string[] | null): FirstCall | undefined {
  if (scopes === null) return { type: 'orders', list: true };
  for (const action of ['collection', 'get']) {
    const scope = scopes.find((each) => each.endsWith(`.${action}`));
    if (scope) return { type: scope.slice(0, -action.length - 1), list: action === 'collection' };
  }
  return undefined;
}
