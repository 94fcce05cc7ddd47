interface AreaAccess {
  /** Resources with every right that there is on them. */
  manages: readonly string[];
  /** Resources that the screens of the area show besides. The panel names these where somebody selects or reads the area. */
  reads: readonly string[];
}

/**
 * What can be selected for a member of the staff: the one declaration for the APIs and the panel (docs/adr/members.md). Gift codes and the event log are
 * in no other area than their own.
 */
export const areaAccess = {
  orders: { manages: ['orders'], reads: ['customers', 'products', 'variants'] },
  products: { manages: ['products', 'variants'], reads: [] },
  customers: { manages: ['customers'], reads: ['orders'] },
  codes: { manages: ['codes'], reads: ['products'] },
  meta: { manages: ['meta'], reads: [] },
  events: { manages: ['events'], reads: [] },
  apps: {
    manages: ['installations', 'oauth_tokens', 'webhook_deliveries', 'webhook_streams'],
    reads: ['request_counts'],
  },
  api_access: { manages: ['access_tokens'], reads: ['request_counts'] },
  activity: { manages: ['audit_entries'], reads: [] },
  people: { manages: ['members', 'invitations'], reads: [] },
  settings: { manages: ['shops'], reads: [] },
} as const satisfies Record<string, AreaAccess>;

export type AreaName = keyof typeof areaAccess;
export type ManagedResource = (typeof areaAccess)[AreaName]['manages'][number];

/** Every member may know which shop it is. */
export const readByEverybody = ['shops'] as const satisfies ManagedResource[];

const isArea = (name: string): name is AreaName => Object.hasOwn(areaAccess, name);

/** The resources that the areas are about. */
function managedBy(areas: readonly string[]): ReadonlySet<string> {
  return new Set(areas.filter(isArea).flatMap((area): readonly string[] => areaAccess[area].manages));
}

/** Resources that somebody with these areas sees although none of the areas is about them. */
export function readsBesides(areas: readonly string[]): string[] {
  const read = areas.filter(isArea).flatMap((area): readonly string[] => areaAccess[area].reads);
  return others(areas, read);
}

/** The same of a member as stored: somebody may have been given more than the areas are today. */
export function hasBesides(areas: readonly string[], rights: readonly string[]): string[] {
  return others(
    areas,
    rights.map((right) => right.split('.', 1)[0]!),
  );
}

function others(areas: readonly string[], resources: readonly string[]): string[] {
  const managed = managedBy(areas);
  const isKnown = (resource: string) =>
    managed.has(resource) || readByEverybody.some((each) => each === resource);
  return [...new Set(resources)].filter((resource) => !isKnown(resource));
}
