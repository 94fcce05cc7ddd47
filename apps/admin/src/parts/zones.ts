/** Returns the shop's time zone, or UTC if this browser does not know it. */
export function knownZone(zone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    return 'UTC';
  }
}

/** Formats the name of a time zone for display, with spaces instead of underscores. */
export function zoneName(zone: string): string {
  return zone.replaceAll('_', ' ');
}

export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
