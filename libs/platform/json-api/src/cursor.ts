/** One criterion of an order. */
export interface Order {
  column: string;
  descending: boolean;
}

/**
 * A place between two objects of a list: the values of the order's columns at the object it falls on.
 * No values at all: behind the last object.
 */
export type Cursor = readonly string[];

/** Opaque to clients. It carries the order it was made for, so that it cannot be used with another. */
export function encodeCursor(order: readonly Order[], cursor: Cursor): string {
  return Buffer.from(JSON.stringify([signature(order), ...cursor])).toString('base64url');
}

/** The cursor, or undefined where the text is none of ours or was made for another order. */
export function decodeCursor(order: readonly Order[], text: string): Cursor | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts) || !parts.every((part): part is string => typeof part === 'string'))
    return undefined;
  const [made, ...values] = parts;
  if (made !== signature(order) || values.some((value) => value.includes('\0') || !value.isWellFormed()))
    return undefined;
  if (values.length === 0) return [];
  return values.length === order.length && isUuid(values.at(-1)!) ? values : undefined;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Any UUID in its usual text form, of whatever version. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

function signature(order: readonly Order[]): string {
  return order.map(({ column, descending }) => (descending ? `-${column}` : column)).join();
}
