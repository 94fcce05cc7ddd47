import { type Action, actions } from './declared-resource';
import { declaredResources } from './declared-resources';

/** Scope in the format `<resource>.<action>`, such as `codes.get` (docs/contract.md §3). */
export type Scope = `${string}.${Action}`;

export interface DeclaredScope {
  scope: Scope;
  resource: string;
  action: Action;
  description: string;
  /** True if the scope gives access to personal data. */
  personal: boolean;
}

/**
 * All declared scopes, sorted by resource and action. Used by the scope guard, the grant screen, `GET
 * {auth_url}/api/scopes` and the documentation.
 */
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
 * Returns the scope for an action on a resource. Throws if no library declares the scope, because every route
 * needs one.
 */
export function scopeOf(resource: string, action: Action): Scope {
  const scope = `${resource}.${action}` as const;
  if (isScope(scope)) return scope;
  throw new Error(
    `The scope ${scope} is not declared. Add it to the file ${resource.replaceAll('_', '-')}.scopes.ts.`,
  );
}

/** Returns the scopes in the list that no library declares. */
export function unknownScopes(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => !isScope(scope));
}
