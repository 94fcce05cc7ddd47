import type { ReactNode } from 'react';
import type { Resource } from '../../api/documents';
import { fulfillmentStatuses, type Order, orderStatuses, paymentStatuses } from '../../api/store';
import type { ListDefinition } from '../../parts/store/list-address';
import { useMoney } from '../../parts/store/money';
import { RowLink } from '../../parts/store/object-link';
import {
  filterByAmounts,
  filterByApp,
  filterByDays,
  filterByTag,
  filterByWords,
} from '../../parts/store/store-filters';
import { StoreList } from '../../parts/store/store-list';
import { Tags } from '../../parts/store/tags';
import { WordBadge } from '../../parts/store/words';
import type { Column } from '../../parts/table';
import { Time } from '../../parts/time';
import { type Texts, useTexts } from '../../texts/texts';
import { nameOf } from '../../parts/store/people';
import styles from '../../parts/store/store.module.css';
import { orderBulk } from './order-bulk';

const definition: ListDefinition = {
  path: '/api/orders',
  sort: '-number',
  sorts: ['number', 'created_at', 'total_amount'],
  include: 'customer',
  filters: [
    filterByWords('payment_status', paymentStatuses),
    filterByWords('fulfillment_status', fulfillmentStatuses),
    filterByWords('status', orderStatuses),
    filterByTag,
    filterByApp,
    filterByDays('created_at'),
    filterByAmounts('total_amount'),
  ],
};

export default function Orders(): ReactNode {
  const t = useTexts();
  const money = useMoney();
  return (
    <StoreList<Order>
      type="orders"
      definition={definition}
      bulk={orderBulk(t)}
      columns={(page) => columns(t, money, page?.included ?? [])}
    />
  );
}

function columns(t: Texts, money: ReturnType<typeof useMoney>, included: Resource[]): Column<Order>[] {
  return [
    {
      title: t('store.order.number'),
      sort: 'number',
      isName: true,
      cell: ({ id, attributes }) => <RowLink to={`/orders/${id}`}>#{attributes.number}</RowLink>,
    },
    {
      id: 'placed',
      sort: 'created_at',
      title: t('store.order.placed'),
      isPlain: true,
      cell: ({ meta }) => <Time value={meta!.created_at} />,
    },
    {
      id: 'customer',
      title: t('store.order.customer'),
      isPlain: true,
      wraps: true,
      cell: (order) => <Buyer order={order} included={included} />,
    },
    {
      id: 'payment',
      title: t('store.filter.payment_status'),
      isPlain: true,
      importance: 'high',
      cell: ({ attributes }) => <WordBadge word={attributes.payment_status} />,
    },
    {
      id: 'fulfillment',
      title: t('store.filter.fulfillment_status'),
      isPlain: true,
      importance: 'high',
      cell: ({ attributes: { status, fulfillment_status } }) => (
        <WordBadge word={status === 'cancelled' ? status : fulfillment_status} />
      ),
    },
    {
      id: 'tags',
      title: t('store.field.tags'),
      wraps: true,
      importance: 'low',
      cell: ({ attributes }) => <Tags tags={attributes.tags} />,
    },
    {
      id: 'total',
      sort: 'total_amount',
      title: t('store.order.total'),
      importance: 'always',
      end: true,
      cell: ({ attributes: { total_amount, currency_code } }) => (
        <span className={styles['amount']}>{money(total_amount, currency_code)}</span>
      ),
    },
  ];
}

function Buyer({ order, included }: { order: Order; included: Resource[] }): ReactNode {
  const id = order.relationships?.['customer']?.data?.id;
  const customer = included.find((each) => each.type === 'customers' && each.id === id);
  return <bdi>{nameOf(customer?.attributes) || order.attributes.email || '–'}</bdi>;
}
