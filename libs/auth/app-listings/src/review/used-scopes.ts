import { isScope } from '@storewright/scopes';

/** A request as the request log stores it. */
export interface LoggedRequest {
  method: string;
  /** Path pattern such as `/api/orders/:id`. */
  route: string;
}

/**
 * Scopes that requests used. The last fixed segment of a route names the resource, and the method with a trailing
 * parameter names the action. A route below an object, such as an action, counts for the object's resource.
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
