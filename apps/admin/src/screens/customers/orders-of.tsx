import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { shopPage } from '../../api/shop-api';
import type { Order } from '../../api/store';
import { Card } from '../../parts/layout';
import { EmptyState, ErrorState, Skeleton } from '../../parts/states';
import { useMoney } from '../../parts/store/money';
import { ObjectLink } from '../../parts/store/object-link';
import styles from '../../parts/store/store.module.css';
import { WordBadge } from '../../parts/store/words';
import { type Column, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { useShop } from '../../session/shop';
import { type Texts, useTexts } from '../../texts/texts';

/** Maximum number of orders on the customer's page. A link opens the full list. */
const MAX_ORDERS = 10;

/** Orders of a customer. `count` is the expected number of orders, for which the loading card reserves space. */
export function OrdersOf({ customerId, count }: { customerId: string; count: number }): ReactNode {
  const t = useTexts();
  const money = useMoney();
  const { id } = useShop();
  const query = useQuery({
    queryKey: ['orders', id, 'of', customerId],
    queryFn: ({ signal }) =>
      shopPage<Order>(id, '/api/orders', {
        query: { 'filter[customer]': customerId, sort: '-id', 'page[size]': MAX_ORDERS },
        signal,
      }),
  });
  const rows = query.data?.data;
  return (
    <Card flush title={t('store.customer.newest', { count: MAX_ORDERS })}>
      {!rows && query.isPending && (
        <Skeleton lines={Math.min(count, MAX_ORDERS) || 3} cards={count > 0} tall />
      )}
      {!rows && query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {rows?.length === 0 && <EmptyState icon="orders" title={t('store.customer.noOrders')} />}
      {rows && rows.length > 0 && (
        <Table
          label={t('store.orders.title')}
          columns={columns(t, money)}
          rows={rows}
          rowKey={({ id: order }) => order}
        />
      )}
    </Card>
  );
}

function columns(t: Texts, money: ReturnType<typeof useMoney>): Column<Order>[] {
  return [
    {
      title: t('store.order.number'),
      isName: true,
      cell: ({ id, attributes }) => (
        <ObjectLink type="orders" id={id}>
          #{attributes.number}
        </ObjectLink>
      ),
    },
    {
      title: t('store.order.placed'),
      isPlain: true,
      cell: ({ meta }) => <Time value={meta!.created_at} form="date" />,
    },
    {
      title: t('store.filter.payment_status'),
      isPlain: true,
      cell: ({ attributes }) => <WordBadge word={attributes.payment_status} />,
    },
    {
      title: t('store.order.total'),
      importance: 'always',
      end: true,
      cell: ({ attributes: { total_amount, currency_code } }) => (
        <span className={styles['amount']}>{money(total_amount, currency_code)}</span>
      ),
    },
  ];
}
