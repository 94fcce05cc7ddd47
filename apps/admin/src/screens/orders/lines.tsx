import type { ReactNode } from 'react';
import type { LineQuantity } from '../../api/order-history';
import type { Line, Order } from '../../api/store';
import { Card, Stack } from '../../parts/layout';
import { useMoney } from '../../parts/store/money';
import { ObjectLink } from '../../parts/store/object-link';
import styles from '../../parts/store/store.module.css';
import { Table } from '../../parts/table';
import { useTexts } from '../../texts/texts';
import type { History } from './history';
import { fulfilledLines, refundedLines } from './line-quantities';

/** Line items of an order, with their titles and prices at the time of the order. */
export function Lines({ order: { attributes }, history }: { order: Order; history: History }): ReactNode {
  const t = useTexts();
  const money = useMoney();
  const { line_items, currency_code } = attributes;
  const amount = (value: number) => <span className={styles['amount']}>{money(value, currency_code)}</span>;
  const count = (used: readonly LineQuantity[], at: number) =>
    used.filter(({ line_index }) => line_index === at).reduce((sum, { quantity }) => sum + quantity, 0);
  const doneOf = (at: number): string =>
    [
      { id: 'store.lines.fulfilled', done: count(fulfilledLines(history), at) } as const,
      { id: 'store.lines.refunded', done: count(refundedLines(history), at) } as const,
    ]
      .flatMap(({ id, done }) => (done > 0 ? [t(id, { count: done })] : []))
      .join(' · ');
  return (
    <Card flush title={t('store.order.lines')}>
      <Table
        label={t('store.order.lines')}
        columns={[
          {
            title: t('store.order.line'),
            isName: true,
            cell: ({ line, at }) => <LineName line={line} done={doneOf(at)} />,
          },
          { title: t('store.order.price'), end: true, cell: ({ line }) => amount(line.price_amount) },
          { title: t('store.order.quantity'), end: true, cell: ({ line }) => line.quantity },
          {
            title: t('store.order.total'),
            importance: 'always',
            end: true,
            cell: ({ line }) => amount(line.total_amount),
          },
        ]}
        rows={line_items.map((line, at) => ({ line, at }))}
        rowKey={({ at }) => String(at)}
      />
    </Card>
  );
}

function LineName({ line: { title, sku, product_id }, done }: { line: Line; done: string }): ReactNode {
  const name = <bdi>{title}</bdi>;
  return (
    <Stack gap="small">
      {product_id ? (
        <ObjectLink type="products" id={product_id}>
          {name}
        </ObjectLink>
      ) : (
        name
      )}
      {sku && <code className={styles['soft']}>{sku}</code>}
      {done && <span className={styles['soft']}>{done}</span>}
    </Stack>
  );
}
