import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { shopPage } from '../../api/shop-api';
import type { Code, Order } from '../../api/store';
import { Facts } from '../../parts/facts';
import { Card } from '../../parts/layout';
import { useMoney } from '../../parts/store/money';
import styles from '../../parts/store/store.module.css';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';

/** Shows prices, payments and codes of an order. */
export function Amounts({ order: { id, attributes } }: { order: Order }): ReactNode {
  const t = useTexts();
  const may = useMay();
  const money = useMoney();
  const { currency_code, paid_amount, refunded_amount, total_amount, discount_amount } = attributes;
  const amount = (value: number) => <span className={styles['amount']}>{money(value, currency_code)}</span>;
  const where = (isThere: boolean, value: number) => (isThere ? amount(value) : undefined);
  return (
    <Card title={t('store.order.amounts')}>
      <Facts
        facts={[
          { name: t('store.order.subtotal'), value: amount(attributes.subtotal_amount) },
          { name: t('store.order.discount'), value: where(discount_amount > 0, -discount_amount) },
          ...(may('codes.collection')
            ? [{ name: t('store.order.codes'), value: <Codes orderId={id} /> }]
            : []),
          { name: t('store.order.shippingCost'), value: amount(attributes.shipping_amount) },
          { name: t('store.order.tax'), value: where(attributes.tax_amount > 0, attributes.tax_amount) },
          { name: t('store.order.total'), value: <strong>{amount(total_amount)}</strong> },
          { name: t('store.order.paid'), value: amount(paid_amount) },
          { name: t('store.order.refunded'), value: where(refunded_amount > 0, refunded_amount) },
        ]}
      />
    </Card>
  );
}

/** Shows the codes that were applied to the order. */
function Codes({ orderId }: { orderId: string }): ReactNode {
  const { id } = useShop();
  const { data } = useQuery({
    queryKey: ['codes', id, 'of', orderId],
    queryFn: ({ signal }) => shopPage<Code>(id, `/api/orders/${orderId}/codes`, { signal }),
  });
  if (!data?.data.length) return '–';
  return data.data.map(({ id: code, attributes }, at) => (
    <span key={code}>
      {at > 0 && ', '}
      <Link to={`/codes/${code}`}>{attributes.code}</Link>
    </span>
  ));
}
