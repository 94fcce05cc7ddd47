export type Parameter = string | Buffer | null;

/**
 * Converts a value to bytes, or to text that Postgres parses as the type of the parameter. An array becomes
 * an array literal.
 */
export function parameter(value: unknown): Parameter {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return Array.isArray(value) ? `{${value.map(arrayElement).join()}}` : plainText(value);
}

function arrayElement(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (value instanceof Uint8Array)
    return `"\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}"`;
  const text = plainText(value);
  // Searches before replacing, because few values contain special characters and searching is much cheaper.
  const isPlain = !text.includes('"') && !text.includes('\\');
  return `"${isPlain ? text : text.replace(/["\\]/g, '\\$&')}"`;
}

function plainText(value: unknown): string {
  if (typeof value === 'string') {
    // Rejects U+0000, which Postgres cannot store. 22021 is the SQLSTATE that Postgres would return.
    if (value.includes('\0')) throw Object.assign(new Error('a value contains U+0000'), { code: '22021' });
    return value;
  }
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value);
  throw new Error(`a statement cannot have a ${typeof value} as a value`);
}
