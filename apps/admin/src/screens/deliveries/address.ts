import { type DeliveryStatus, deliveriesPath, deliveryStatuses } from '../../api/webhooks';
import { cursors, queryOf, searchOfPage } from '../../parts/place';

/** Query parameters that filter the list. The API and the screen's URL use the same parameters. */
const asked = ['filter[status]', 'filter[event_type]'] as const;

/** Filters of the list. An empty string matches all deliveries. */
export interface Filters {
  status: DeliveryStatus | '';
  type: string;
}

export function filtersOf(search: string): Filters {
  const given = new URLSearchParams(search);
  const status = given.get('filter[status]');
  return {
    status: deliveryStatuses.find((each) => each === status) ?? '',
    type: given.get('filter[event_type]') ?? '',
  };
}

/** Returns the query string of the first page with these filters. */
export function searchOf({ status, type }: Filters): string {
  const given = new URLSearchParams();
  if (status) given.set('filter[status]', status);
  if (type) given.set('filter[event_type]', type);
  return queryOf(given, asked);
}

/** Returns the API path for a query string: deliveries of one installation, newest first. */
export function pathOf(installationId: string, search: string): string {
  const given = new URLSearchParams(search);
  given.set('sort', '-id');
  given.set('filter[installation]', installationId);
  return deliveriesPath + queryOf(given, ['sort', 'filter[installation]', ...asked, ...cursors]);
}

/**
 * Returns the query string of another page of the same list. `link` is the API's link, or undefined for the
 * first page.
 */
export function pageSearch(search: string, link: string | undefined): string {
  return searchOfPage(search, link, asked);
}
