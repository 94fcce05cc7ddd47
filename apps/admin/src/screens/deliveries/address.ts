import { addressOf } from '../../api/request';
import { deliveriesPath, type DeliveryStatus, deliveryStatuses } from '../../api/webhooks';
import type { ListDefinition } from '../../parts/store/list-address';

/**
 * Defines the list of an app's webhook deliveries. The list has no total, because an app can have millions of
 * deliveries. `useEventTypeIds` loads the event types for the filter.
 */
export function deliveryList(
  installationId: string,
  useEventTypeIds: () => readonly string[],
): ListDefinition {
  return {
    path: addressOf(deliveriesPath, { 'filter[installation]': installationId }),
    sort: '-id',
    sorts: ['id'],
    hasTotal: false,
    filters: [
      {
        kind: 'words',
        name: 'status',
        words: deliveryStatuses,
        title: 'deliveries.column.status',
        all: 'deliveries.filter.all',
        textOf: (word) => `deliveries.status.${word as DeliveryStatus}`,
      },
      {
        kind: 'choice',
        name: 'event_type',
        title: 'deliveries.filter.type',
        all: 'deliveries.filter.type.all',
        useValues: useEventTypeIds,
      },
    ],
  };
}
