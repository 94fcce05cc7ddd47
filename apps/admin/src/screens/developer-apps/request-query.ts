/** Classes of answers. */
export const statuses = ['', '2xx', '3xx', '4xx', '5xx'] as const;
export const methods = ['', 'GET', 'POST', 'PATCH', 'DELETE'] as const;
/** How long it is looked back, ms. */
export const spans = { '': undefined, hour: 3_600_000, day: 86_400_000 } as const;
export type Span = keyof typeof spans;

/** What is listed; an empty text: all. */
export interface RequestFilters {
  status: (typeof statuses)[number];
  method: (typeof methods)[number];
  shop_domain: string;
  span: Span;
  /** When the span began, as it was chosen. */
  since: string;
}

export const noFilters: RequestFilters = { status: '', method: '', shop_domain: '', span: '', since: '' };

/** The parameters of the API for these. */
export function queryOf({ status, method, shop_domain, since }: RequestFilters): string {
  return Object.entries({ status, method, shop_domain, since })
    .flatMap(([name, value]) => (value === '' ? [] : [`&filter[${name}]=${encodeURIComponent(value)}`]))
    .join('');
}
