import { areaAccess, type AreaName, readByEverybody } from '@storewright/areas';
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

type ResourceOfRight = Right extends `${infer Resource}.${string}` ? Resource : never;

/** Every right on these resources. */
function everyRightOn(resources: readonly ResourceOfRight[]): Right[] {
  return allRights.filter((right) => resources.some((resource) => right.startsWith(`${resource}.`)));
}

/** To read these resources. */
function readingOf(resources: readonly ResourceOfRight[]): Right[] {
  return everyRightOn(resources).filter((right) => readingRights.includes(right));
}

/** What every member may: to know which shop it is. */
export const rightsOfEverybody: readonly Right[] = readingOf(readByEverybody);

const rightsOfArea = (area: AreaName): Right[] => {
  const { manages, reads } = areaAccess[area];
  return [...everyRightOn(manages), ...readingOf(reads)];
};

/** Rights of each area that can be selected for a staff member, including those that its screens need. */
const named = Object.fromEntries<readonly Right[]>(
  (Object.keys(areaAccess) as AreaName[]).map((area) => [area, rightsOfArea(area)]),
) as { [Area in AreaName]: readonly Right[] };

const placed = new Set<Right>([...rightsOfEverybody, ...Object.values(named).flat()]);

/** `other` holds the rights that belong to no area yet. */
export const areas: Record<AreaName | 'other', readonly Right[]> = {
  ...named,
  other: allRights.filter((right) => !placed.has(right)),
};

export type Area = AreaName | 'other';
/** Areas that contain at least one right. */
export const areaNames = (Object.keys(areas) as Area[]).filter((name) => areas[name].length > 0);

export function isArea(name: string): name is Area {
  return (areaNames as string[]).includes(name);
}

/** The rights of these areas, once each, in the order of all rights. */
export function rightsOfAreas(names: readonly Area[]): Right[] {
  const held = new Set<Right>([...rightsOfEverybody, ...names.flatMap((name) => areas[name])]);
  return allRights.filter((right) => held.has(right));
}

/** Areas whose rights are all among these rights. */
export function areasIn(rights: ReadonlySet<string>): Area[] {
  return areaNames.filter((name) => areas[name].every((right) => rights.has(right)));
}

/** Rights that are scopes of the shop API. */
export function scopesIn(rights: Iterable<Right>): Scope[] {
  return [...rights].filter(isScope);
}

/** owner: everything, and who else is one. administrator: everything but that. staff: what is ticked. read_only: to look at everything. */
export const roles = ['owner', 'administrator', 'staff', 'read_only'] as const;
export type Role = (typeof roles)[number];
