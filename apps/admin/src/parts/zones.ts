/** The shop's zone, or UTC if this browser does not know the zone. */
export function knownZone(zone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    return 'UTC';
  }
}

/** Display name such as `America/New York`. */
export function zoneName(zone: string): string {
  return zone.replaceAll('_', ' ');
}

/** Zone of the browser. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
