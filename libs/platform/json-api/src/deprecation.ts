export type Day = `${number}-${number}-${number}`;

/**
 * Deprecation of a route, resource or attribute. It appears in response headers, the OpenAPI document and the
 * usage report.
 */
export interface Deprecation {
  /** UTC date on which the deprecation started (RFC 9745). */
  since: Day;
  /** Earliest UTC date on which the deprecated feature is removed (RFC 8594). */
  sunset?: Day;
  /** Sentence that tells client developers what to use instead of the deprecated feature. */
  instead: string;
  /**
   * URL path of the documentation about the deprecation. Defaults to the page that lists all deprecations.
   */
  link?: string;
}

const pageOfAll = 'guides/deprecations';

/**
 * Returns the Deprecation, Sunset and Link headers for a request that used one or more deprecated features.
 * Each date is the earliest of all these features. `docs` is the base URL of the documentation.
 */
export function deprecationHeaders(used: readonly Deprecation[], docs: string): Record<string, string> {
  const since = Math.min(...used.map((each) => timeOf(each.since)));
  const sunset = Math.min(...used.map((each) => (each.sunset ? timeOf(each.sunset) : Infinity)));
  const links = new Set(used.map(({ link = pageOfAll }) => new URL(link, docs).href));
  return {
    deprecation: `@${since / 1000}`,
    ...(sunset < Infinity && { sunset: new Date(sunset).toUTCString() }),
    link: [...links].map((link) => `<${link}>; rel="deprecation"; type="text/html"`).join(', '),
  };
}

/**
 * Validates a deprecation when the service starts. Throws if a date is invalid, or if `sunset` is not after
 * `since`.
 */
export function checkDeprecation(what: string, { since, sunset }: Deprecation): void {
  const days = [since, ...(sunset ? [sunset] : [])];
  const wrong = days.find((day) => Number.isNaN(timeOf(day)) || isoDay(timeOf(day)) !== day);
  if (wrong) throw new Error(`the deprecation of ${what} has an invalid date: ${wrong}`);
  if (sunset && timeOf(sunset) <= timeOf(since))
    throw new Error(`${what} is removed on ${sunset}, before its deprecation starts`);
}

const timeOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
