import type { ReactNode } from 'react';
import type { Resource } from '../../api/documents';
import { fulfillmentStatuses, type Order, orderStatuses, paymentStatuses } from '../../api/store';
import type { ListDefinition } from '../../parts/store/list-address';
import { useMoney } from '../../parts/store/money';
import { RowLink } from '../../parts/store/object-link';
import { StoreList } from '../../parts/store/store-list';
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
  include: 'customer',
  filters: [
    { name: 'status', words: orderStatuses },
    { name: 'payment_status', words: paymentStatuses },
    { name: 'fulfillment_status', words: fulfillmentStatuses },
  ],
};

/** Orders of the shop, newest first. */
export default function Orders(): ReactNode {
  const t = useTexts();
  const money = useMoney();
  return (
    <StoreList<Order>
      type="orders"
      definition={definition}
      bulk={orderBulk(t)}
      columns={({ included = [] }) => columns(t, money, included)}
    />
  );
}

function columns(t: Texts, money: ReturnType<typeof useMoney>, included: Resource[]): Column<Order>[] {
  return [
    {
      title: t('store.order.number'),
      isName: true,
      cell: ({ id, attributes }) => <RowLink to={`/orders/${id}`}>#{attributes.number}</RowLink>,
    },
    { title: t('store.order.placed'), isPlain: true, cell: ({ meta }) => <Time value={meta!.created_at} /> },
    {
      title: t('store.order.customer'),
      isPlain: true,
      wraps: true,
      cell: (order) => <Buyer order={order} included={included} />,
    },
    {
      title: t('store.filter.payment_status'),
      isPlain: true,
      importance: 'high',
      cell: ({ attributes }) => <WordBadge word={attributes.payment_status} />,
    },
    {
      title: t('store.filter.fulfillment_status'),
      isPlain: true,
      importance: 'high',
      cell: ({ attributes: { status, fulfillment_status } }) => (
        <WordBadge word={status === 'cancelled' ? status : fulfillment_status} />
      ),
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

function Buyer({ order, included }: { order: Order; included: Resource[] }): ReactNode {
  const id = order.relationships?.['customer']?.data?.id;
  const customer = included.find((each) => each.type === 'customers' && each.id === id);
  return <bdi>{nameOf(customer?.attributes) || order.attributes.email || '–'}</bdi>;
}
