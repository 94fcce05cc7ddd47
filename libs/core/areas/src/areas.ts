interface AreaAccess {
  /**
   * Resources on which the staff area grants every right. The first one identifies the area in the stored rights of
   * members, so it must not move to another area.
   */
  manages: readonly string[];
  /**
   * Other resources that the screens of the area show. The panel lists them when somebody selects or views the area.
   */
  reads: readonly string[];
}

/**
 * Areas that can be selected for a staff member, declared once for the APIs and the panel (docs/adr/members.md). Only
 * their own areas give access to gift codes and to the event log.
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

/** Resources that every member may read. */
export const readByEverybody = ['shops'] as const satisfies ManagedResource[];

const isArea = (name: string): name is AreaName => Object.hasOwn(areaAccess, name);

/** Returns the resources that these staff areas manage. */
function managedBy(areas: readonly string[]): ReadonlySet<string> {
  return new Set(areas.filter(isArea).flatMap((area): readonly string[] => areaAccess[area].manages));
}

/** Resources that a member with these areas can read although none of the areas manages them. */
export function readsBesides(areas: readonly string[]): string[] {
  const read = areas.filter(isArea).flatMap((area): readonly string[] => areaAccess[area].reads);
  return others(areas, read);
}

/**
 * Resources that a member with these rights can use although none of the areas manages them. Stored rights can exceed
 * the rights that the areas grant.
 */
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
