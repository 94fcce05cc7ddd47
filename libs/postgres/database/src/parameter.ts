/** A value as a Bind message has it. */
export type Parameter = string | Buffer | null;

/** Text that Postgres reads as the type of the place it stands in: of text, number, boolean, time, or of a list; bytes as they are. */
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
  // Hardly any has one, and a replacement costs much more than a look.
  const isPlain = !text.includes('"') && !text.includes('\\');
  return `"${isPlain ? text : text.replace(/["\\]/g, '\\$&')}"`;
}

function plainText(value: unknown): string {
  if (typeof value === 'string') {
    // Postgres has no place for it: 22021, as it would say itself.
    if (value.includes('\0')) throw Object.assign(new Error('U+0000 is in a value'), { code: '22021' });
    return value;
  }
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value);
  throw new Error(`a ${typeof value} is no value for a statement`);
}
