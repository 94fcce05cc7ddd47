/**
 * Sortable bytes of one key and value: the key as UTF-8, 0x00 (which keys cannot contain), one byte for the
 * type, then the value. Byte order equals the contract's order (docs/contract.md §5): numbers as doubles,
 * strings by code point, types separate.
 */

/** Types in sort order. `other` is null, arrays and objects, which can only be searched for presence. */
export const kind = { boolean: 1, number: 2, string: 3, other: 4 } as const;

/**
 * Maximum number of bytes of a string in its token. Longer strings share a token with others of the same
 * prefix, and the row decides. With the longest key (255 code points, 1,020 bytes) a token stays well below
 * the limit of 2.7 kB for a B-tree row.
 */
export const stringBound = 64;

/** Tokens of a data object for `shop.meta_entries`, one per key. */
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

/** Common prefix of all tokens of this key. No other key's token starts with it. */
export function keyPrefix(key: string): Buffer {
  return Buffer.concat([Buffer.from(key), Buffer.of(0)]);
}

/** True if only this value has the token. */
export function isExact(value: string | number | boolean): boolean {
  return typeof value !== 'string' || Buffer.byteLength(value) < stringBound;
}

function boundedString(value: string): Buffer {
  // One UTF-16 code unit takes at least one byte. Slices one unit more, because a surrogate pair may be cut.
  return Buffer.from(value.slice(0, stringBound + 1)).subarray(0, stringBound);
}

/**
 * IEEE 754 binary64, big endian. Inverts all bits of negative numbers and the sign bit of others, so that
 * byte order equals numeric order.
 */
function sortableDouble(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value === 0 ? 0 : value); // -0 is 0
  if (bytes[0]! & 0x80) for (let i = 0; i < 8; i += 1) bytes[i]! ^= 0xff;
  else bytes[0]! ^= 0x80;
  return bytes;
}
