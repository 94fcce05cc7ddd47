import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { shopPage } from '../../api/shop-api';
import type { Order } from '../../api/store';
import { Card } from '../../parts/layout';
import { Unknown } from '../../parts/states';
import styles from '../../parts/store/store.module.css';
import { Time } from '../../parts/time';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { type OrderEvent, timelineOf } from './timeline';

/** Maximum number of events that are shown. */
const MAX_EVENTS = 100;

/** Timeline of an order, newest first. */
export function Timeline({ order }: { order: Order }): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const may = useMay();
  const events = useQuery({
    queryKey: ['events', id, 'of', order.id],
    // Loads events only with the right to read them. Otherwise the timeline uses the times of the order.
    enabled: may('events.collection'),
    queryFn: ({ signal }) =>
      shopPage<OrderEvent>(id, '/api/events', {
        query: {
          'filter[resource_type]': 'orders',
          'filter[resource_id]': order.id,
          sort: '-sequence',
          'page[size]': MAX_EVENTS,
        },
        signal,
      }),
  });
  return (
    <Card title={t('store.order.timeline')}>
      {events.error && !events.data && (
        <Unknown onRetry={() => void events.refetch()}>{t('store.order.timeline.unknown')}</Unknown>
      )}
      <ol className={styles['timeline']}>
        {timelineOf(order, events.data?.data ?? []).map(({ at, what }) => (
          <li key={at + what}>
            <span>{t(`store.timeline.${what}`)}</span>
            <span className={styles['soft']}>
              <Time value={at} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
