import { areaAccess, type AreaName, readByEverybody } from '@storewright/areas';
import type { Action } from './declared-resource';
import { declaredResources } from './declared-resources';
import { declaredScopes, isScope, type Scope } from './scope-registry';

/** Rights of members on resources of the auth API. Apps and access tokens cannot have them. */
const administration: Readonly<Record<string, readonly Action[]>> = {
  shops: ['patch'],
  members: ['collection', 'get', 'patch', 'delete'],
  invitations: ['collection', 'get', 'post', 'delete'],
  installations: ['collection', 'get', 'post', 'delete'],
  oauth_tokens: ['collection', 'get', 'delete'],
  access_tokens: ['collection', 'get', 'post', 'delete'],
  request_counts: ['collection', 'get'],
  audit_entries: ['collection', 'get'],
};

/**
 * Right of a shop member: a permission scope, or an action on a resource of the auth API in the format of a
 * scope.
 */
export type Right = Scope;

export const allRights: readonly Right[] = [
  ...declaredScopes.map(({ scope }) => scope),
  ...Object.entries(administration).flatMap(([resource, allowed]) =>
    allowed.map((action) => `${resource}.${action}` as const),
  ),
];

const isReading = (right: Right) => /\.(?:collection|get)$/.test(right);

export const readingRights: readonly Right[] = allRights.filter(isReading);

function rightsOn(resources: readonly string[]): Right[] {
  return allRights.filter((right) => resources.includes(right.split('.', 1)[0]!));
}

export const rightsOfEverybody: readonly Right[] = rightsOn(readByEverybody).filter(isReading);

function rightsOfArea(area: AreaName): Right[] {
  const { manages, reads } = areaAccess[area];
  const declared = declaredResources.filter((resource) => resource.area === area).map(({ type }) => type);
  return [...rightsOn([...manages, ...declared]), ...rightsOn(reads).filter(isReading)];
}

const named = Object.fromEntries<readonly Right[]>(
  (Object.keys(areaAccess) as AreaName[]).map((area) => [area, rightsOfArea(area)]),
) as { [Area in AreaName]: readonly Right[] };

const placed = new Set<Right>([...rightsOfEverybody, ...Object.values(named).flat()]);

export const areas: Record<AreaName | 'other', readonly Right[]> = {
  ...named,
  other: allRights.filter((right) => !placed.has(right)),
};

export type Area = AreaName | 'other';
export const areaNames = (Object.keys(areas) as Area[]).filter((name) => areas[name].length > 0);

export function isArea(name: string): name is Area {
  return (areaNames as string[]).includes(name);
}

export function rightsOfAreas(names: readonly Area[]): Right[] {
  const held = new Set<Right>([...rightsOfEverybody, ...names.flatMap((name) => areas[name])]);
  return allRights.filter((right) => held.has(right));
}

/**
 * The rights that identify each staff area in the stored rights of a member: to change the first resource of
 * the area, or to read this resource if no right to change it exists. No other area grants these rights.
 */
const markers = (Object.keys(areaAccess) as AreaName[]).map((area) => {
  const rights = rightsOn([areaAccess[area].manages[0]]);
  const changing = rights.filter((right) => !isReading(right));
  return { area, rights: changing.length > 0 ? changing : rights };
});

/**
 * Returns the stored rights of a staff member, with all current rights of the member's areas. A resource that
 * a release adds to an area is therefore available to existing members.
 */
export function currentRights(stored: readonly string[]): string[] {
  const held = new Set(stored);
  const selected = markers.filter(({ rights }) => rights.some((right) => held.has(right)));
  for (const { area } of selected) for (const right of areas[area]) held.add(right);
  return [...held];
}

/** Returns each staff area whose rights are all in the set of rights. */
export function areasIn(rights: ReadonlySet<string>): Area[] {
  return areaNames.filter((name) => areas[name].every((right) => rights.has(right)));
}

export function scopesIn(rights: Iterable<Right>): Scope[] {
  return [...rights].filter(isScope);
}

/**
 * Roles of shop members. An owner has all rights and can appoint owners. An administrator has all rights. A
 * `staff` member has the rights of selected areas, and a `read_only` member can read everything.
 */
export const roles = ['owner', 'administrator', 'staff', 'read_only'] as const;
export type Role = (typeof roles)[number];
