import type { IconName } from '../../parts/icon';

export type PaletteItem = {
  title: string;
  icon: IconName;
  kind: string;
} & (
  | {
      path: string;
    }
  | { id: string; run: () => void }
);

/** Returns the key of a palette item. Two items with the same key are duplicates. */
export const keyOf = (item: PaletteItem): string => ('path' in item ? item.path : item.id);

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Returns the palette items whose title contains every word of the search text, ignoring case and accents. Titles
 * that start with the search text come first.
 */
export function matching(items: readonly PaletteItem[], text: string): PaletteItem[] {
  const sought = folded(text.trim());
  const words = sought.split(/\s+/).filter(Boolean);
  const found = items.filter(({ title }) => words.every((word) => folded(title).includes(word)));
  const startsWith = ({ title }: PaletteItem) => (folded(title).startsWith(sought) ? 0 : 1);
  return found.toSorted((a, b) => startsWith(a) - startsWith(b));
}

/** Removes palette items whose key equals the key of an earlier item. */
export function distinct(items: readonly PaletteItem[]): PaletteItem[] {
  const seen = new Set<string>();
  return items.filter((item) => !seen.has(keyOf(item)) && seen.add(keyOf(item)));
}
