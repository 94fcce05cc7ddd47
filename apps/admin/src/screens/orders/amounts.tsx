import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { shopPage } from '../../api/shop-api';
import type { Code, Order } from '../../api/store';
import { Card, Row, Stack } from '../../parts/layout';
import { useMoney } from '../../parts/store/money';
import styles from '../../parts/store/store.module.css';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import own from './order.module.css';

/** Prices, payments and balance of an order. `steps` contains buttons that change the payment status. */
export function Amounts({ order, steps }: { order: Order; steps: ReactNode }): ReactNode {
  const t = useTexts();
  const may = useMay();
  return (
    <Card title={t('store.order.amounts')}>
      <Stack>
        <Summary order={order} codes={may('codes.collection') && <Codes orderId={order.id} />} />
        {steps && <Row end>{steps}</Row>}
      </Stack>
    </Card>
  );
}

/** Lists the amounts of an order from the prices to the balance. `codes` appears after the discount. */
export function Summary({ order: { attributes }, codes }: { order: Order; codes?: ReactNode }): ReactNode {
  const t = useTexts();
  const money = useMoney();
  const { currency_code, paid_amount, refunded_amount, total_amount, discount_amount } = attributes;
  const row = (name: string, value: number, isStrong = false) => (
    <>
      <dt className={isStrong ? own['strong'] : ''}>{name}</dt>
      <dd className={`${styles['amount']} ${isStrong ? own['strong'] : ''}`}>
        {money(value, currency_code)}
      </dd>
    </>
  );
  return (
    <dl className={own['summary']}>
      {row(t('store.order.subtotal'), attributes.subtotal_amount)}
      {discount_amount > 0 && row(t('store.order.discount'), -discount_amount)}
      {codes}
      {row(t('store.order.shippingCost'), attributes.shipping_amount)}
      {attributes.tax_amount > 0 && row(t('store.order.tax'), attributes.tax_amount)}
      {row(t('store.order.total'), total_amount, true)}
      {row(t('store.order.paid'), paid_amount)}
      {refunded_amount > 0 && row(t('store.order.refunded'), -refunded_amount)}
      {row(t('store.order.balance'), total_amount - paid_amount, true)}
    </dl>
  );
}

function Codes({ orderId }: { orderId: string }): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const { data } = useQuery({
    queryKey: ['codes', id, 'of', orderId],
    queryFn: ({ signal }) => shopPage<Code>(id, `/api/orders/${orderId}/codes`, { signal }),
  });
  if (!data?.data.length) return null;
  return (
    <>
      <dt>{t('store.order.codes')}</dt>
      <dd>
        {data.data.map(({ id: code, attributes }, at) => (
          <span key={code}>
            {at > 0 && ', '}
            <Link to={`/codes/${code}`}>{attributes.code}</Link>
          </span>
        ))}
      </dd>
    </>
  );
}
