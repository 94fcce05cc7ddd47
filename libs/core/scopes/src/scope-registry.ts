import { type Action, actions } from './declared-resource';
import { declaredResources } from './declared-resources';

/** Permission scope `<resource>.<action>`, such as `codes.get` (docs/contract.md §3). */
export type Scope = `${string}.${Action}`;

export interface DeclaredScope {
  scope: Scope;
  resource: string;
  action: Action;
  description: string;
  personal: boolean;
}

/** All permission scopes that apps can request, sorted by resource and action. */
export const declaredScopes: readonly DeclaredScope[] = declaredResources.flatMap(
  ({ type, scopes = {}, personal = [] }) =>
    actions.flatMap((action) => {
      const description = scopes[action];
      if (description === undefined) return [];
      const isPersonal = personal.includes(action);
      return [
        { scope: `${type}.${action}`, resource: type, action, description, personal: isPersonal } as const,
      ];
    }),
);

const known: ReadonlySet<string> = new Set(declaredScopes.map(({ scope }) => scope));

export function isScope(text: string): text is Scope {
  return known.has(text);
}

/**
 * Returns the permission scope for an action on a resource. Throws if no library declares the scope, because
 * every route needs a scope.
 */
export function scopeOf(resource: string, action: Action): Scope {
  const scope = `${resource}.${action}` as const;
  if (isScope(scope)) return scope;
  throw new Error(
    `The scope ${scope} is not declared. Add it to the file ${resource.replaceAll('_', '-')}.scopes.ts.`,
  );
}

export function unknownScopes(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => !isScope(scope));
}
