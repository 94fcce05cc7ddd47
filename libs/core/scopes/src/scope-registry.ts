import { type Action, actions, type DeclaredResource } from './declared-resource';
import { declared } from './resources';

type Resources = typeof declared;
type ScopeRegistry = {
  readonly [
    R in keyof Resources as Resources[R] extends { scopes: object } ? R : never
  ]: Resources[R] extends {
    scopes: infer S;
  }
    ? S
    : never;
};

/** The scopes of every resource. The guard, the grant screen, `GET {auth_url}/api/scopes` and the docs read this. */
export const scopeRegistry = Object.fromEntries(
  Object.entries(declared).flatMap(([type, resource]) =>
    'scopes' in resource ? [[type, resource.scopes]] : [],
  ),
) as ScopeRegistry;

/** `<resource>.<action>`, such as `codes.get` (docs/contract.md §3). */
export type Scope = {
  [R in keyof ScopeRegistry & string]: `${R}.${keyof ScopeRegistry[R] & Action}`;
}[keyof ScopeRegistry & string];

export interface DeclaredScope {
  scope: Scope;
  resource: string;
  action: Action;
  description: string;
  /** Whether it lets an app read personal data. */
  personal: boolean;
}

/** All scopes in the order of the registry: by resource, then by action. */
export const declaredScopes: readonly DeclaredScope[] = Object.entries(scopeRegistry).flatMap(
  ([resource, descriptions]) =>
    actions
      .filter((action) => action in descriptions)
      .map((action) => ({
        scope: `${resource}.${action}` as Scope,
        resource,
        action,
        description: (descriptions as Record<string, string>)[action]!,
        personal: personalOf(resource).includes(action),
      })),
);

function personalOf(resource: string): readonly Action[] {
  return (declared as Record<string, DeclaredResource>)[resource]!.personal ?? [];
}

const known: ReadonlySet<string> = new Set(declaredScopes.map(({ scope }) => scope));

export function isScope(text: string): text is Scope {
  return known.has(text);
}

/** The scope of an action on a resource. Throws where the registry has none: a route without its scope would be open to all. */
export function scopeOf(resource: string, action: Action): Scope {
  const scope = `${resource}.${action}`;
  if (!isScope(scope)) throw new Error(`${scope} is not in the registry of scopes`);
  return scope;
}

/** The scopes of the list that no resource declares; empty when all are known. */
export function unknownScopes(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => !isScope(scope));
}
