/** A date in UTC, such as `2027-03-31`. */
export type Day = `${number}-${number}-${number}`;

/**
 * Declares a route, resource or attribute as deprecated. Response headers, the OpenAPI document and the usage
 * report use this.
 */
export interface Deprecation {
  /** Date on which the deprecation started (RFC 9745). */
  since: Day;
  /** Earliest date on which the deprecated feature is removed (RFC 8594). */
  sunset?: Day;
  /** Sentence for developers of clients that says what to use instead. */
  instead: string;
  /**
   * Path of the page about this deprecation in the documentation. Defaults to the page about all deprecations.
   */
  link?: string;
}

const pageOfAll = 'guides/deprecations';

/**
 * Returns the headers for a request that used these features, with the earliest dates. `docs` is the URL of
 * the documentation.
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

/** Throws at startup for an invalid date, or for a removal before the deprecation. */
export function checkDeprecation(what: string, { since, sunset }: Deprecation): void {
  const days = [since, ...(sunset ? [sunset] : [])];
  const wrong = days.find((day) => Number.isNaN(timeOf(day)) || isoDay(timeOf(day)) !== day);
  if (wrong) throw new Error(`the deprecation of ${what} has an invalid date: ${wrong}`);
  if (sunset && timeOf(sunset) <= timeOf(since))
    throw new Error(`${what} is removed on ${sunset}, before its deprecation starts`);
}

const timeOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
