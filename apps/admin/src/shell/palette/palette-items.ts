import type { IconName } from '../../parts/icon';

/** A line of the palette that opens a screen. */
export interface PaletteItem {
  /** Path below `/admin`. */
  path: string;
  title: string;
  icon: IconName;
  /** What the item is, such as "Product". */
  kind: string;
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Returns the items whose title contains every word of the text, without regard to case and accents. Titles that start
 * with the text come first.
 */
export function matching(items: readonly PaletteItem[], text: string): PaletteItem[] {
  const sought = folded(text.trim());
  const words = sought.split(/\s+/).filter(Boolean);
  const found = items.filter(({ title }) => words.every((word) => folded(title).includes(word)));
  const startsWith = ({ title }: PaletteItem) => (folded(title).startsWith(sought) ? 0 : 1);
  return found.toSorted((a, b) => startsWith(a) - startsWith(b));
}

/** Removes items with the same path as an earlier one. */
export function distinct(items: readonly PaletteItem[]): PaletteItem[] {
  const seen = new Set<string>();
  return items.filter(({ path }) => !seen.has(path) && seen.add(path));
}
