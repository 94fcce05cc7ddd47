import type { Action } from './declared-resource';
import { declaredScopes, isScope, type Scope } from './scope-registry';

/** What members of a shop may do with the auth API, in the words of the scopes. No app and no token is ever given these. */
const administration = {
  shops: ['patch'],
  members: ['collection', 'get', 'patch', 'delete'],
  invitations: ['collection', 'get', 'post', 'delete'],
  installations: ['collection', 'get', 'post', 'delete'],
  oauth_tokens: ['collection', 'get', 'delete'],
  access_tokens: ['collection', 'get', 'post', 'delete'],
  request_counts: ['collection', 'get'],
  audit_entries: ['collection', 'get'],
} as const satisfies Record<string, readonly Action[]>;

type Administered = typeof administration;

/** What a member of a shop may do: a scope, or the same for what the auth API serves. */
export type Right =
  | Scope
  | { [R in keyof Administered]: `${R}.${Administered[R][number]}` }[keyof Administered];

const administrationRights = Object.entries(administration).flatMap(([resource, known]) =>
  known.map((action) => `${resource}.${action}` as Right),
);

/** Everything that a member can be allowed. */
export const allRights: readonly Right[] = [
  ...declaredScopes.map(({ scope }) => scope),
  ...administrationRights,
];

/** What reads and changes nothing. */
export const readingRights: readonly Right[] = allRights.filter((right) => /\.(collection|get)$/.test(right));

type RightsOf<Resource extends string> = Extract<Right, `${Resource}.${string}`>;
type ResourceOfRight = Right extends `${infer Resource}.${string}` ? Resource : never;

/** Every right on these resources. */
function everyRightOn<Resource extends ResourceOfRight>(...resources: Resource[]): RightsOf<Resource>[] {
  const isOn = (right: Right): right is RightsOf<Resource> =>
    resources.some((resource) => right.startsWith(`${resource}.`));
  return allRights.filter(isOn);
}

/** To read these resources. */
function readingOf(...resources: ResourceOfRight[]): Right[] {
  return everyRightOn(...resources).filter((right) => readingRights.includes(right));
}

/** What every member may: to know which shop it is. */
export const rightsOfEverybody: readonly Right[] = readingOf('shops');

/** What can be ticked for a member of the staff, each with what its screens need. */
const named = {
  orders: [
    ...everyRightOn('orders'),
    ...readingOf('customers', 'products', 'variants', 'codes', 'events', 'meta'),
  ],
  products: everyRightOn('products', 'variants'),
  customers: [...everyRightOn('customers'), ...readingOf('orders')],
  codes: [...everyRightOn('codes'), ...readingOf('products')],
  meta: everyRightOn('meta'),
  apps: [
    ...everyRightOn('installations', 'oauth_tokens', 'webhook_deliveries', 'webhook_streams', 'events'),
    ...readingOf('request_counts'),
  ],
  api_access: [...everyRightOn('access_tokens'), ...readingOf('request_counts')],
  activity: readingOf('audit_entries'),
  people: everyRightOn('members', 'invitations'),
  settings: everyRightOn('shops'),
} as const satisfies Record<string, readonly Right[]>;

const placed = new Set<Right>([...rightsOfEverybody, ...Object.values(named).flat()]);

/** `other`: resources that are new, and in no area yet. */
export const areas = { ...named, other: allRights.filter((right) => !placed.has(right)) };

export type Area = keyof typeof areas;
/** Those that have anything in them. */
export const areaNames = (Object.keys(areas) as Area[]).filter((name) => areas[name].length > 0);

export function isArea(name: string): name is Area {
  return (areaNames as string[]).includes(name);
}

/** The rights of these areas, once each, in the order of all rights. */
export function rightsOfAreas(names: readonly Area[]): Right[] {
  const held = new Set<Right>([...rightsOfEverybody, ...names.flatMap((name) => areas[name])]);
  return allRights.filter((right) => held.has(right));
}

/** The areas of which somebody with these rights has everything. */
export function areasIn(rights: ReadonlySet<string>): Area[] {
  return areaNames.filter((name) => areas[name].every((right) => rights.has(right)));
}

/** Those that the API of the shop knows. */
export function scopesIn(rights: Iterable<Right>): Scope[] {
  return [...rights].filter(isScope);
}

/** owner: everything, and who else is one. administrator: everything but that. staff: what is ticked. read_only: to look at everything. */
export const roles = ['owner', 'administrator', 'staff', 'read_only'] as const;
export type Role = (typeof roles)[number];
