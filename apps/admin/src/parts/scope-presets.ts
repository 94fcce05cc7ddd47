import type { ScopeResource } from './scopes';

export const actions = ['collection', 'get', 'post', 'patch', 'delete'] as const;

/** Actions of the API that each permission preset selects. The preset for writing excludes deletion. */
export const presets = {
  read: ['collection', 'get'],
  write: ['collection', 'get', 'post', 'patch'],
  all: actions,
  none: [],
} as const satisfies Record<string, readonly string[]>;

export type Preset = keyof typeof presets;

/** Applies a permission preset to the visible scopes. Hidden scopes stay as they are. */
export function withPreset(
  value: readonly string[],
  shown: readonly ScopeResource[],
  preset: Preset,
): string[] {
  const wanted: readonly string[] = presets[preset];
  const touched = shown.map(({ id }) => id);
  const ticked = shown.filter(({ attributes }) => wanted.includes(attributes.action)).map(({ id }) => id);
  return [...value.filter((id) => !touched.includes(id)), ...ticked];
}

export interface ScopeRow {
  resource: string;
  /** Scopes of the row's resource, keyed by action. A resource may support only some actions. */
  scopes: Partial<Record<string, ScopeResource>>;
}

/**
 * Returns the permission presets that select different scopes of the row. Two presets are equal if the resource lacks
 * the actions that distinguish them.
 */
export function presetsOf({ scopes }: ScopeRow): Preset[] {
  const ticked = (preset: Preset): string => presets[preset].filter((action) => scopes[action]).join();
  const all = Object.keys(presets) as Preset[];
  return all.filter((preset, at) => all.findIndex((each) => ticked(each) === ticked(preset)) === at);
}

/** Returns the preset that selects exactly the row's selected scopes, or undefined. */
export function presetOf(row: ScopeRow, value: readonly string[]): Preset | undefined {
  const isTicked = (action: string): boolean => value.includes(row.scopes[action]?.id ?? '');
  return presetsOf(row).find((preset) => {
    const wanted: readonly string[] = presets[preset];
    return Object.keys(row.scopes).every((action) => isTicked(action) === wanted.includes(action));
  });
}

export function rowsOf(all: readonly ScopeResource[]): ScopeRow[] {
  const rows = new Map<string, ScopeRow>();
  for (const scope of all) {
    const { resource, action } = scope.attributes;
    const row = rows.get(resource) ?? { resource, scopes: {} };
    row.scopes[action] = scope;
    rows.set(resource, row);
  }
  return [...rows.values()];
}

/** Returns the permission rows that contain every search word in the resource name, a scope or a sentence. */
export function foundRows(
  rows: readonly ScopeRow[],
  search: string,
  nameOf: (resource: string) => string,
): ScopeRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    const scopes = Object.values(row.scopes).flatMap((scope) => [scope!.id, scope!.attributes.sentence]);
    const text = [nameOf(row.resource), ...scopes].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
