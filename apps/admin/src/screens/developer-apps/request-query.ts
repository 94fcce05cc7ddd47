export const statuses = ['', '2xx', '3xx', '4xx', '5xx'] as const;
export const methods = ['', 'GET', 'POST', 'PATCH', 'DELETE'] as const;
/** Time spans of the request log's filter, in milliseconds. */
export const spans = { '': undefined, hour: 3_600_000, day: 86_400_000 } as const;
export type Span = keyof typeof spans;

/** Filters of an app's request log. An empty string matches all requests. */
export interface RequestFilters {
  status: (typeof statuses)[number];
  method: (typeof methods)[number];
  shop_domain: string;
  span: Span;
  /** Start of the request log's time span, computed when the user selects the time span. */
  since: string;
}

export const noFilters: RequestFilters = { status: '', method: '', shop_domain: '', span: '', since: '' };

export function queryOf({ status, method, shop_domain, since }: RequestFilters): string {
  return Object.entries({ status, method, shop_domain, since })
    .flatMap(([name, value]) => (value === '' ? [] : [`&filter[${name}]=${encodeURIComponent(value)}`]))
    .join('');
}
