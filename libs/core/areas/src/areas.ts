interface AreaAccess {
  /**
   * Resources on which a staff member with the area has every right. Stored rights identify an area by its
   * first resource, so the first resource must not move to a different area.
   */
  manages: readonly string[];
  /** Resources that staff members with the area can only read. Screens of the area show these resources. */
  reads: readonly string[];
}

/**
 * Areas of a shop's admin panel to which staff members can have access, for the APIs and the panel
 * (docs/adr/members.md). Gift codes and the event log have their own areas, because no other area may give
 * access to them.
 */
export const areaAccess = {
  orders: {
    manages: ['orders', 'transactions', 'fulfillments', 'order_comments'],
    reads: ['customers', 'products', 'variants'],
  },
  products: {
    manages: ['products', 'variants', 'product_images', 'imports', 'inventory_changes'],
    reads: [],
  },
  customers: { manages: ['customers'], reads: ['orders'] },
  codes: { manages: ['codes'], reads: ['products'] },
  meta: { manages: ['meta'], reads: [] },
  events: { manages: ['events'], reads: [] },
  apps: {
    manages: ['installations', 'oauth_tokens', 'webhook_deliveries', 'webhook_streams', 'proposals'],
    reads: ['request_counts'],
  },
  api_access: { manages: ['access_tokens'], reads: ['request_counts'] },
  activity: { manages: ['audit_entries'], reads: [] },
  people: { manages: ['members', 'invitations'], reads: [] },
  settings: { manages: ['shops'], reads: [] },
} as const satisfies Record<string, AreaAccess>;

export type AreaName = keyof typeof areaAccess;
export type ManagedResource = (typeof areaAccess)[AreaName]['manages'][number];

/** Resources that every member of a shop can read. */
export const readByEverybody = ['shops'] as const satisfies ManagedResource[];

const isArea = (name: string): name is AreaName => Object.hasOwn(areaAccess, name);

function managedBy(areas: readonly string[]): ReadonlySet<string> {
  return new Set(areas.filter(isArea).flatMap((area): readonly string[] => areaAccess[area].manages));
}

/**
 * Returns the resources that members with these staff areas can read, although none of the areas manages
 * them.
 */
export function readsBesides(areas: readonly string[]): string[] {
  const read = areas.filter(isArea).flatMap((area): readonly string[] => areaAccess[area].reads);
  return others(areas, read);
}

/** Returns the resources for which a member has rights, although no staff area of the member manages them. */
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
