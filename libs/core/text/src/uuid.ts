const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns true for UUIDs of any version. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}
