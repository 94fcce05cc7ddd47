import { readDraft, writeDraft } from '../../parts/unsaved/draft-storage';

const MAX_RECENT = 8;

/** An object that the user recently opened. `path` is a path below `/admin`. */
export interface RecentObject {
  path: string;
  title: string;
}

/** Matches paths of object screens, such as `/orders/01a2…`. */
const OBJECT_PATH = /^\/(orders|products|variants|customers|codes|meta)\/[0-9a-f-]{36}$/;

/**
 * Returns the scope for reading the object at a path of the panel. Returns undefined if the path is not an object
 * screen.
 */
export function rightOf(path: string): string | undefined {
  const type = OBJECT_PATH.exec(path)?.[1];
  return type && `${type}.get`;
}

const nameOf = (shopId: string): string => `recent/${shopId}`;

/** Returns the objects that the user opened in this tab, newest first. A sign-out removes the recent objects. */
export function recentObjects(person: string, shopId: string): RecentObject[] {
  return readDraft<RecentObject[]>(person, nameOf(shopId)) ?? [];
}

/** Moves an object to the front of the recent objects. Removes the oldest object above the maximum. */
export function withRecent(known: readonly RecentObject[], object: RecentObject): RecentObject[] {
  return [object, ...known.filter(({ path }) => path !== object.path)].slice(0, MAX_RECENT);
}

export function addRecent(person: string, shopId: string, object: RecentObject): void {
  if (rightOf(object.path) === undefined) return;
  writeDraft(person, nameOf(shopId), withRecent(recentObjects(person, shopId), object));
}

export function removeRecent(person: string, shopId: string, path: string): void {
  const known = recentObjects(person, shopId);
  const others = known.filter((object) => object.path !== path);
  if (others.length < known.length) writeDraft(person, nameOf(shopId), others);
}
