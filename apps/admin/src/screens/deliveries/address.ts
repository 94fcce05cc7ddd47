import { type DeliveryStatus, deliveriesPath, deliveryStatuses } from '../../api/webhooks';
import { cursors, queryOf, searchOfPage } from '../../parts/place';

/** Query parameters that filter the list, the same in the API and in the screen's address. */
const asked = ['filter[status]', 'filter[event_type]'] as const;

/** Filters of the list. An empty string means all. */
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

/** Address of the first page with these filters. */
export function searchOf({ status, type }: Filters): string {
  const given = new URLSearchParams();
  if (status) given.set('filter[status]', status);
  if (type) given.set('filter[event_type]', type);
  return queryOf(given, asked);
}

/** API path for an address: deliveries of one installation, newest first. */
export function pathOf(installationId: string, search: string): string {
  const given = new URLSearchParams(search);
  given.set('sort', '-id');
  given.set('filter[installation]', installationId);
  return deliveriesPath + queryOf(given, ['sort', 'filter[installation]', ...asked, ...cursors]);
}

/** Address of another page of the same list. `link` is the API's link, or undefined for the first page. */
export function pageSearch(search: string, link: string | undefined): string {
  return searchOfPage(search, link, asked);
}
