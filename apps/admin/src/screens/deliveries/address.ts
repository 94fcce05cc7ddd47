import { type DeliveryStatus, deliveriesPath, deliveryStatuses } from '../../api/webhooks';
import { cursors, queryOf, searchOfPage } from '../../parts/place';

/** The parameters of the API that say which deliveries are listed; the address of the screen has the same. */
const asked = ['filter[status]', 'filter[event_type]'] as const;

/** What is listed; an empty text: all. */
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

/** The address of the first page of these. */
export function searchOf({ status, type }: Filters): string {
  const given = new URLSearchParams();
  if (status) given.set('filter[status]', status);
  if (type) given.set('filter[event_type]', type);
  return queryOf(given, asked);
}

/** The path of the API for an address: of one installation, newest first. */
export function pathOf(installationId: string, search: string): string {
  const given = new URLSearchParams(search);
  given.set('sort', '-id');
  given.set('filter[installation]', installationId);
  return deliveriesPath + queryOf(given, ['sort', 'filter[installation]', ...asked, ...cursors]);
}

/** The address of another page of the same list: `link` as the API wrote it, or none for the first page. */
export function pageSearch(search: string, link: string | undefined): string {
  return searchOfPage(search, link, asked);
}
