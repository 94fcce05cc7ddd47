/** A day in UTC, such as `2027-03-31`. */
export type Day = `${number}-${number}-${number}`;

/** What is said of a route, a resource or an attribute that is to go, in its declaration; headers, the description of the API and the report follow from it. */
export interface Deprecation {
  /** Since when clients should not use it (RFC 9745). */
  since: Day;
  /** When it goes, at the earliest (RFC 8594). */
  sunset?: Day;
  /** What to use in its place: a sentence for developers of clients. */
  instead: string;
  /** The page about it, relative to the documentation; by default that of all deprecations. */
  link?: string;
}

const pageOfAll = 'guides/deprecations';

/** The headers of an answer to a request that used these; of several the earliest times. `docs`: an address in the documentation. */
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

/** Throws where it names a day that is none, or goes before it is deprecated: the service does not start. */
export function checkDeprecation(what: string, { since, sunset }: Deprecation): void {
  const days = [since, ...(sunset ? [sunset] : [])];
  const wrong = days.find((day) => Number.isNaN(timeOf(day)) || isoDay(timeOf(day)) !== day);
  if (wrong) throw new Error(`the deprecation of ${what} names ${wrong}, which is no day`);
  if (sunset && timeOf(sunset) <= timeOf(since))
    throw new Error(`${what} goes on ${sunset}, before it is deprecated`);
}

const timeOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
