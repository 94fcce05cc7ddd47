/** Classes of response status. */
export const statuses = ['', '2xx', '3xx', '4xx', '5xx'] as const;
export const methods = ['', 'GET', 'POST', 'PATCH', 'DELETE'] as const;
/** Lengths of time spans in milliseconds. */
export const spans = { '': undefined, hour: 3_600_000, day: 86_400_000 } as const;
export type Span = keyof typeof spans;

/** Filters of the list. An empty string matches all requests. */
export interface RequestFilters {
  status: (typeof statuses)[number];
  method: (typeof methods)[number];
  shop_domain: string;
  span: Span;
  /** Start of the time span, computed at the time of the choice. */
  since: string;
}

export const noFilters: RequestFilters = { status: '', method: '', shop_domain: '', span: '', since: '' };

/** Returns the query parameters of the API for these filters. */
export function queryOf({ status, method, shop_domain, since }: RequestFilters): string {
  return Object.entries({ status, method, shop_domain, since })
    .flatMap(([name, value]) => (value === '' ? [] : [`&filter[${name}]=${encodeURIComponent(value)}`]))
    .join('');
}
