import type { Order } from '../../api/store';
import {
  type BulkChoice,
  type BulkDefinition,
  sameFor,
  tagActions,
} from '../../parts/store/bulk/bulk-actions';
import type { Texts } from '../../texts/texts';
import { stateFields, stepsOf } from './steps';

export function orderBulk(t: Texts): BulkDefinition<Order> {
  return {
    nameOf: ({ attributes }) => `#${attributes.number}`,
    actions: [
      ...tagActions<Order>(t),
      {
        id: 'status',
        label: t('bulk.status'),
        choices: (orders) => stepsOfAny(t, orders),
        none: t('bulk.noStep'),
      },
    ],
  };
}

/**
 * Returns the state changes that `meta.next` allows for at least one selected order. Excludes refunds, because each
 * refund has its own amount.
 */
export function stepsOfAny(t: Texts, orders: readonly Order[]): BulkChoice<Order>[] {
  return stateFields.flatMap((field) => {
    const able = (state: string): Order[] =>
      orders.filter(({ meta }) => (meta!.next[field] as readonly string[] | undefined)?.includes(state));
    const textOf = (text: string, count: number): string =>
      count === orders.length ? text : `${t('bulk.some', { count, total: orders.length })} ${text}`;
    return [
      ...stepsOf(field).flatMap((state) => {
        const count = able(state).length;
        if (count === 0) return [];
        return {
          id: `${field}.${state}`,
          label: t(state === 'completed' ? 'bulk.complete' : `store.step.${state}`),
          text: textOf(t('store.step.text'), count),
          isDanger: state === 'voided',
          change: sameFor<Order>({ [field]: state }),
        };
      }),
      ...(able('cancelled').length > 0
        ? [cancellation(t, able('cancelled'), (text) => textOf(text, able('cancelled').length))]
        : []),
    ];
  });
}

function cancellation(
  t: Texts,
  orders: readonly Order[],
  textOf: (text: string) => string,
): BulkChoice<Order> {
  const isPaid = orders.some(
    ({ attributes: { paid_amount, refunded_amount } }) => paid_amount > refunded_amount,
  );
  return {
    id: 'status.cancelled',
    label: t('bulk.cancel'),
    text: textOf(`${t('store.cancel.text')}${isPaid ? ` ${t('store.cancel.paid')}` : ''}`),
    isDanger: true,
    change: sameFor<Order>({ status: 'cancelled' }),
  };
}
