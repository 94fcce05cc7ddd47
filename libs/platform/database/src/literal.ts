/** A value as SQL text that Postgres converts to the type of the place it stands in: text, number, boolean, bytes, time, or a list of these. */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  return quoted(Array.isArray(value) ? `{${value.map(arrayElement).join()}}` : plainText(value));
}

/** The same text as pg's `escapeLiteral`, which goes through it one character at a time. */
function quoted(text: string): string {
  return text.includes('\\') ? ` E'${text.replace(/['\\]/g, '$&$&')}'` : `'${text.replaceAll("'", "''")}'`;
}

function arrayElement(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  const text = plainText(value);
  // Hardly any has one, and a replacement costs much more than a look.
  const isPlain = !text.includes('"') && !text.includes('\\');
  return `"${isPlain ? text : text.replace(/["\\]/g, '\\$&')}"`;
}

function plainText(value: unknown): string {
  if (typeof value === 'string') {
    // It would end the message for Postgres, which then calls the connection broken; as a parameter it would be 22021.
    if (value.includes('\0')) throw Object.assign(new Error('U+0000 is in a value'), { code: '22021' });
    return value;
  }
  if (value instanceof Uint8Array)
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value);
  throw new Error(`a ${typeof value} is no value for a statement`);
}
