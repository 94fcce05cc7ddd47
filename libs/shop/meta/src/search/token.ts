/**
 * Encodes a key and a value of metadata as bytes for the index: the key as UTF-8, 0x00 (which keys cannot
 * contain), one byte for the type, then the value. The byte order equals the order in docs/contract.md §5:
 * numbers as doubles, strings by code point, types separate.
 */

/**
 * Types of metadata values in sort order. `other` stands for null, arrays and objects, which a search can
 * only test for existence.
 */
export const kind = { boolean: 1, number: 2, string: 3, other: 4 } as const;

/**
 * Maximum number of bytes of a string in its search token. Strings with an equal prefix of this length share
 * a token, so the search must check the row. With the longest key (255 code points, 1,020 bytes), a token
 * stays well below the limit of 2.7 kB for an index row.
 */
export const stringBound = 64;

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

/**
 * Returns the common prefix of all search tokens of this key. No token of a different key starts with this
 * prefix.
 */
export function keyPrefix(key: string): Buffer {
  return Buffer.concat([Buffer.from(key), Buffer.of(0)]);
}

/** Returns true if no second value has the same search token. */
export function isExact(value: string | number | boolean): boolean {
  return typeof value !== 'string' || Buffer.byteLength(value) < stringBound;
}

function boundedString(value: string): Buffer {
  // Each UTF-16 code unit needs at least one byte. The slice contains one code unit more than needed, because
  // its end can split a surrogate pair.
  return Buffer.from(value.slice(0, stringBound + 1)).subarray(0, stringBound);
}

/**
 * Encodes a number as IEEE 754 binary64, big endian. Inverts all bits of a negative number, and only the sign
 * bit of a positive number, so that byte order equals numeric order.
 */
function sortableDouble(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value === 0 ? 0 : value); // -0 is 0
  if (bytes[0]! & 0x80) for (let i = 0; i < 8; i += 1) bytes[i]! ^= 0xff;
  else bytes[0]! ^= 0x80;
  return bytes;
}
