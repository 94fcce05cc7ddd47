/** The zone of a shop, or UTC where this browser does not know it. */
export function knownZone(zone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    return 'UTC';
  }
}

/** `New York`, with the part of the world: what a zone is called for people. */
export function zoneName(zone: string): string {
  return zone.replaceAll('_', ' ');
}

/** That of the browser. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
