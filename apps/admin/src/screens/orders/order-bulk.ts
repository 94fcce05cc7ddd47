import type { Order } from '../../api/store';
import {
  type BulkChoice,
  type BulkDefinition,
  sameFor,
  tagActions,
} from '../../parts/store/bulk/bulk-actions';
import type { Texts } from '../../texts/texts';
import { stateFields, steps } from './steps';

/** Bulk actions for orders. */
export function orderBulk(t: Texts): BulkDefinition<Order> {
  return {
    nameOf: ({ attributes }) => `#${attributes.number}`,
    actions: [
      ...tagActions<Order>(t),
      {
        id: 'status',
        label: t('bulk.status'),
        choices: (orders) => stepsOfAll(t, orders),
        none: t('bulk.noStep'),
      },
    ],
  };
}

/**
 * Steps that `meta.next` allows for every selected order. Refunds are excluded, because each has its own
 * amount.
 */
export function stepsOfAll(t: Texts, orders: readonly Order[]): BulkChoice<Order>[] {
  return stateFields.flatMap((field) => {
    const isNext = (state: string): boolean =>
      orders.every(({ meta }) => (meta!.next[field] as readonly string[] | undefined)?.includes(state));
    return [
      ...steps.filter(isNext).map((state) => ({
        id: `${field}.${state}`,
        label: t(state === 'completed' ? 'bulk.complete' : `store.step.${state}`),
        text: t('store.step.text'),
        isDanger: state === 'voided',
        change: sameFor<Order>({ [field]: state }),
      })),
      ...(isNext('cancelled') ? [cancellation(t, orders)] : []),
    ];
  });
}

function cancellation(t: Texts, orders: readonly Order[]): BulkChoice<Order> {
  const isPaid = orders.some(
    ({ attributes: { paid_amount, refunded_amount } }) => paid_amount > refunded_amount,
  );
  return {
    id: 'status.cancelled',
    label: t('bulk.cancel'),
    text: `${t('store.cancel.text')}${isPaid ? ` ${t('store.cancel.paid')}` : ''}`,
    isDanger: true,
    change: sameFor<Order>({ status: 'cancelled' }),
  };
}
