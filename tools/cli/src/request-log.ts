import { listed, type Session } from './session';
import type { Terminal } from './terminal';

/** A logged API request of an app, as the auth API returns it to the developer. */
export interface LoggedRequest {
  id: string;
  attributes: {
    method: string;
    route: string;
    status: number;
    duration_ms: number;
    request_id: string;
    requested_at: string;
    shop_domain: string;
    /** Number of unlogged requests directly before this request. */
    left_out: number;
  };
}

const everyMs = 2_000;
/**
 * Maximum delay of request log entries in milliseconds. Each process of the shop API writes its entries every
 * few seconds.
 */
const lateMs = 15_000;
const most = 100;

export interface Wanted {
  path: string;
  filters: Readonly<Record<string, string | undefined>>;
}

/** Returns the last logged requests, or all requests since a time, oldest first. */
export async function lastRequests(session: Session, { path, filters }: Wanted): Promise<LoggedRequest[]> {
  const query = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [`filter[${name}]=${encodeURIComponent(value)}`],
  );
  const found: LoggedRequest[] = [];
  const list = `${path}?${[...query, `page[size]=${most}`].join('&')}`;
  for await (const request of listed<LoggedRequest>(session, list)) {
    found.push(request);
    if (filters['since'] === undefined && found.length === most) break;
  }
  return found.reverse();
}

/** Yields past logged requests and then new requests, until the terminal's signal is aborted. */
export async function* followedRequests(
  session: Session,
  { path, filters }: Wanted,
  { pause, signal }: Pick<Terminal, 'pause' | 'signal'>,
): AsyncGenerator<LoggedRequest> {
  let shown = new Set<string>();
  let { since } = filters;
  while (!signal.aborted) {
    const requests = await lastRequests(session, { path, filters: { ...filters, since } });
    yield* requests.filter(({ id }) => !shown.has(id));
    shown = new Set(requests.map(({ id }) => id));
    // Uses the timestamps of the request log, because the clock of this machine can be wrong.
    const newest = requests.at(-1)?.attributes.requested_at;
    if (newest !== undefined) since = later(since, new Date(Date.parse(newest) - lateMs).toISOString());
    await pause(everyMs);
  }
}

const later = (since: string | undefined, to: string) =>
  since !== undefined && Date.parse(since) > Date.parse(to) ? since : to;
