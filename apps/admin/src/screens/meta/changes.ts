import { compact, pretty } from '../../parts/json/format';
import type { JsonNode } from '../../parts/json/json-text';
import { lineOf } from '../../parts/json/format';

export type Data = Record<string, unknown>;

/**
 * How saving changes the metadata of an object. `merge` sets the given keys, removes keys with the value null and
 * keeps all other keys. `replace` replaces all keys (docs/contract.md §5, `override`).
 */
export type Mode = 'merge' | 'replace';

export interface Change {
  key: string;
  kind: 'added' | 'changed' | 'removed';
  /** Previous value as JSON on one line. */
  before?: string;
  after?: string;
}

export interface Changes {
  changes: Change[];
  /** Stored keys that the edited text lacks. `merge` keeps these keys. */
  left: string[];
}

/** Returns how saving `typed` over `stored` would change each metadata key. */
export function changesOf(stored: Data, typed: Data, mode: Mode): Changes {
  const before = new Map(Object.entries(stored));
  const after = new Map(Object.entries(typed));
  const changes: Change[] = [];
  const left: string[] = [];
  for (const [key, value] of before) {
    const removes = mode === 'replace' ? !after.has(key) : after.get(key) === null;
    if (removes) changes.push({ key, kind: 'removed', before: lineOf(value) });
    else if (!after.has(key)) left.push(key);
    else if (!isSame(value, after.get(key)))
      changes.push({ key, kind: 'changed', before: lineOf(value), after: lineOf(after.get(key)) });
  }
  for (const [key, value] of after)
    if (!before.has(key) && !(mode === 'merge' && value === null))
      changes.push({ key, kind: 'added', after: lineOf(value) });
  return { changes, left };
}

/**
 * Applies the user's edits to newer metadata and returns the resulting JSON text. Unedited keys get the stored
 * values.
 */
export function combined(theirs: Data, mine: Changes, typed: { text: string; root: JsonNode }): string {
  const members = new Map(Object.entries(theirs).map(([key, value]) => [key, lineOf(value)]));
  const texts = new Map(
    typed.root.kind === 'object'
      ? typed.root.members.map(({ key, value }) => [key, compact(typed.text, value)])
      : [],
  );
  for (const { key, kind } of mine.changes) {
    if (kind === 'removed') members.delete(key);
    else members.set(key, texts.get(key)!);
  }
  return pretty(`{${[...members].map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`);
}

/** Compares JSON values without regard to the order of keys. */
function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(',')}}`;
}
