import type { ScopeResource } from './scopes';

/** From looking to deleting, as the service declares them. */
export const actions = ['collection', 'get', 'post', 'patch', 'delete'] as const;

/** What is ticked at one press, by action. Nothing is deleted by an app that reads and writes. */
export const presets = {
  read: ['collection', 'get'],
  write: ['collection', 'get', 'post', 'patch'],
  all: actions,
  none: [],
} as const satisfies Record<string, readonly string[]>;

export type Preset = keyof typeof presets;

/** What is ticked after a preset: `shown` follow it, everything else stays as it is. */
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
  /** By action; a resource need not have each. */
  scopes: Partial<Record<string, ScopeResource>>;
}

/** A row for each resource, in the order of the list. */
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

/** Rows in which each word is found: in the name, in the scopes or in their sentences. */
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
