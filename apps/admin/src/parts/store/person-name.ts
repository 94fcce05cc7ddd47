export function nameOf(person: { first_name?: unknown; last_name?: unknown } | undefined): string {
  return [person?.first_name, person?.last_name].filter((part) => typeof part === 'string' && part).join(' ');
}
