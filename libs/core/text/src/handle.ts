import anyAscii from 'any-ascii';
import { APOSTROPHES } from './fold';

/**
 * Maximum length of a suggested handle. A handle can have 255 characters, so a suggested handle has room for
 * a number.
 */
const MAX_LENGTH = 240;

/**
 * Transliterates a title to a handle: `Crème brûlée, 2 pieces` → `creme-brulee-2-pieces`, `Чай` → `chay`.
 * Returns an empty string for a title without letters and digits.
 */
export function handleOf(title: string): string {
  const words = title
    .normalize('NFKC')
    .replace(APOSTROPHES, "'")
    .replaceAll("'", '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map((word) =>
      anyAscii(word)
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, ''),
    )
    .filter((word) => word !== '');
  return words.join('-').slice(0, MAX_LENGTH).replace(/-$/, '');
}
