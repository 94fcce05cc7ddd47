/**
 * Returns the smallest UUIDv7 with this timestamp. A row that is created at this time or later has a greater
 * id (RFC 9562 §5.7).
 */
export function firstIdAt(ms: number): string {
  const time = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
