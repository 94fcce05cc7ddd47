/**
 * The sortable bytes of one key and value: the key as UTF-8, 0x00 (no key holds it), one byte for the kind, then the value so that
 * byte order is the contract's order (docs/contract.md §5): numbers as doubles, strings by code point, kinds apart.
 */

/** Kinds in their order. `other`: null, arrays and objects, of which only the presence is searched. */
export const kind = { boolean: 1, number: 2, string: 3, other: 4 } as const;

/**
 * Bytes of a string that its token keeps. A longer string shares its token with all that begin alike, and the row decides. With the
 * longest key (255 code points, 1,020 bytes) a token stays well below the 2.7 kB that a B-tree row may have.
 */
export const stringBound = 64;

/** The tokens of a data object, one for each of its keys, for `shop.meta_entries`. */
export function entryTokens(data: Record<string, unknown>): Buffer[] {
  return Object.entries(data).map(([key, value]) => tokenOf(key, value));
}

export function tokenOf(key: string, value: unknown): Buffer {
  const prefix = keyPrefix(key);
  switch (typeof value) {
    case 'boolean':
      return Buffer.concat([prefix, Buffer.of(kind.boolean, value ? 1 : 0)]);
    case 'number':
      return Buffer.concat([prefix, Buffer.of(kind.number), sortableDouble(value)]);
    case 'string':
      return Buffer.concat([prefix, Buffer.of(kind.string), boundedString(value)]);
    default:
      return Buffer.concat([prefix, Buffer.of(kind.other)]);
  }
}

/** What every token of this key begins with, and no other key's. */
export function keyPrefix(key: string): Buffer {
  return Buffer.concat([Buffer.from(key), Buffer.of(0)]);
}

/** Whether the token stands for this value alone. */
export function isExact(value: string | number | boolean): boolean {
  return typeof value !== 'string' || Buffer.byteLength(value) < stringBound;
}

function boundedString(value: string): Buffer {
  // A code unit is a byte or more; one unit more than needed, because a pair that the slice cuts in two is not itself any more.
  return Buffer.from(value.slice(0, stringBound + 1)).subarray(0, stringBound);
}

/** IEEE 754 binary64, big endian; negative numbers with all bits turned, others with the sign bit turned: then byte order is number order. */
function sortableDouble(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value === 0 ? 0 : value); // -0 is 0
  if (bytes[0]! & 0x80) for (let i = 0; i < 8; i += 1) bytes[i]! ^= 0xff;
  else bytes[0]! ^= 0x80;
  return bytes;
}
