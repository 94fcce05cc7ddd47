import { isScope } from '@storewright/scopes';

export interface LoggedRequest {
  method: string;
  route: string;
}

/**
 * Returns the scopes that the logged requests required. The scope follows from the HTTP method and the last
 * fixed segment of the route. An action below an object counts for the resource of the object.
 */
export function usedScopes(requests: readonly LoggedRequest[]): Set<string> {
  return new Set(requests.flatMap(scopeOf));
}

function scopeOf({ method, route }: LoggedRequest): string[] {
  const segments = route.split('/').filter((each) => each !== '' && each !== 'api');
  const action = actionOf(method, segments.at(-1)?.startsWith(':') ?? false);
  const fixed = segments.filter((each) => !each.startsWith(':'));
  const candidates = [`${fixed.at(-1)}.${action}`, `${fixed[0]}.${action}`, `${fixed[0]}.patch`];
  const scope = candidates.find(isScope);
  return scope === undefined ? [] : [scope];
}

function actionOf(method: string, isOneObject: boolean): string {
  if (method !== 'GET' && method !== 'HEAD') return method.toLowerCase();
  return isOneObject ? 'get' : 'collection';
}
