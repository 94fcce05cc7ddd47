import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { shopPage } from '../../api/shop-api';
import type { InventoryChange, Variant } from '../../api/store';
import { Card } from '../../parts/layout';
import { ErrorState, Skeleton } from '../../parts/states';
import { Author } from '../../parts/store/author';
import { ObjectLink } from '../../parts/store/object-link';
import styles from '../../parts/store/store.module.css';
import { Time } from '../../parts/time';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';

/** Maximum number of stock changes in the card. */
const MAX_CHANGES = 10;

/** Card with the last stock changes of a variant. Hidden from users who cannot read stock changes. */
export function StockHistory({ variant: { id, meta } }: { variant: Variant }): ReactNode {
  const t = useTexts();
  const may = useMay();
  const shop = useShop();
  const { data, error, refetch } = useQuery({
    queryKey: ['inventory_changes', shop.id, 'of', id, meta!.version],
    enabled: may('inventory_changes.collection'),
    queryFn: ({ signal }) =>
      shopPage<InventoryChange>(shop.id, '/api/inventory_changes', {
        query: { 'filter[variant]': id, sort: '-id', 'page[size]': MAX_CHANGES },
        signal,
      }),
  });
  if (!may('inventory_changes.collection')) return null;
  return (
    <Card title={t('stock.history')}>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={3} />}
      {data?.data.length === 0 && <p className={styles['soft']}>{t('stock.history.none')}</p>}
      {data && data.data.length > 0 && (
        <ol className={styles['timeline']}>
          {data.data.map((change) => (
            <li key={change.id}>
              <Cause change={change} />
              <span className={styles['soft']}>
                <Author author={change.attributes} />
                <Time value={change.meta!.created_at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function Cause({ change: { attributes, relationships } }: { change: InventoryChange }): ReactNode {
  const t = useTexts();
  const { delta, quantity, reason } = attributes;
  const order = relationships?.['order']?.data;
  return (
    <span>
      {t('stock.history.change', { delta, quantity: quantity ?? '–' })}
      {' · '}
      {t(`stock.history.${reason}`)}
      {order && (
        <>
          {' · '}
          <ObjectLink type="orders" id={order.id}>
            {t('stock.history.order')}
          </ObjectLink>
        </>
      )}
    </span>
  );
}
