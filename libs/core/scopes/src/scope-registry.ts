/**
 * Every resource's scopes, declared once. The guard, the grant screen, `GET {auth_url}/api/scopes` and the docs read this.
 * The description is what a shop owner reads before agreeing: it completes "This app will be able to …".
 */
export const scopeRegistry = {
  meta: {
    collection: 'list and search the meta data of your shop',
    get: 'read single meta objects',
    post: 'add meta data to anything in your shop',
    patch: 'change meta data',
    delete: 'delete meta data',
  },
  products: {
    collection: 'list the products of your shop',
    get: 'read single products',
    post: 'add products',
    patch: 'change products',
    delete: 'delete products with their variants',
  },
  variants: {
    collection: 'list the variants of your products, with prices and stock',
    get: 'read single variants',
    post: 'add variants to your products',
    patch: 'change variants, their prices and their stock',
    delete: 'delete variants',
  },
  shops: {
    collection: 'find out which shop this is',
    get: 'read the name and the texts of your shop',
  },
  customers: {
    collection: 'list your customers, with their contact data and what they spent',
    get: 'read single customers, with their contact data',
    post: 'add customers',
    patch: 'change customers, and redact them for good',
    delete: 'delete customers who have no orders',
  },
  codes: {
    collection: 'list the discount codes and gift codes of your shop',
    get: 'read single discount codes and gift codes',
    post: 'add discount codes and gift codes',
    patch: 'change discount codes and gift codes',
    delete: 'delete codes that nobody has used',
  },
  orders: {
    collection: 'list the orders of your shop, with the contact data in them',
    get: 'read single orders, with the contact data in them',
    post: 'place orders, which takes goods out of your stock and uses codes',
    patch: 'change orders: complete, cancel, mark as paid, refunded or sent',
    delete: 'delete cancelled orders',
  },
  events: {
    collection: 'follow what happens in your shop, as far as it may read what it happens to',
    get: 'read single events',
  },
  webhook_deliveries: {
    collection: 'list the webhooks that were sent to it from your shop',
    get: 'read single webhooks that were sent to it, with the answers',
    post: 'have webhooks sent to it once more, or as a test',
  },
  webhook_streams: {
    collection: 'see whether webhooks of your shop reach it',
    get: 'see in detail whether webhooks of your shop reach it',
  },
} as const satisfies Record<string, Partial<Record<Action, string>>>;

/** collection = list, get = read one, post = create, patch = update. */
export const actions = ['collection', 'get', 'post', 'patch', 'delete'] as const;
export type Action = (typeof actions)[number];

type ScopeRegistry = typeof scopeRegistry;
/** `<resource>.<action>`, as the specification writes it (§5.2). */
export type Scope = {
  [R in keyof ScopeRegistry & string]: `${R}.${keyof ScopeRegistry[R] & Action}`;
}[keyof ScopeRegistry & string];

export interface DeclaredScope {
  scope: Scope;
  resource: string;
  action: Action;
  description: string;
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
        description: descriptions[action as keyof typeof descriptions],
      })),
);

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
