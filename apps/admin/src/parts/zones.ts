/** Returns the shop's time zone. Returns UTC if this browser does not support the shop's time zone. */
export function knownZone(zone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    return 'UTC';
  }
}

export function zoneName(zone: string): string {
  return zone.replaceAll('_', ' ');
}

export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
