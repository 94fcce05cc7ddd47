import type { Known, Order, OrderStates } from '../../api/store';
import type { Changing } from '../../parts/store/known';

export const stateFields = ['payment_status', 'fulfillment_status', 'status'] as const;

/** State changes of an order that need no further input, with the status attribute that each of them changes. */
export const steps = {
  authorized: 'payment_status',
  paid: 'payment_status',
  voided: 'payment_status',
  fulfilled: 'fulfillment_status',
  returned: 'fulfillment_status',
  completed: 'status',
} as const satisfies Record<string, keyof OrderStates>;

export type Step = keyof typeof steps;

export const stepsOf = (field: keyof OrderStates): Step[] =>
  (Object.keys(steps) as Step[]).filter((step) => steps[step] === field);

export interface OrderActionProps {
  known: Known<Order>;
  changing: Changing<Order>;
}

export function isNext({ object }: Known<Order>, step: Step): boolean {
  return (object.meta!.next[steps[step]] as readonly string[] | undefined)?.includes(step) ?? false;
}

/** Returns the most urgent action for an order: payment first, then fulfillment, then completion. */
export function primaryOf(known: Known<Order>): 'paid' | 'fulfill' | 'completed' | undefined {
  const { status, payment_status, fulfillment_status } = known.object.attributes;
  if (isNext(known, 'paid') && status !== 'cancelled') return 'paid';
  const isOpen = fulfillment_status === 'unfulfilled' || fulfillment_status === 'partial';
  const isWorthwhile = payment_status !== 'voided' && payment_status !== 'refunded';
  if (isOpen && isWorthwhile && status !== 'cancelled') return 'fulfill';
  return isNext(known, 'completed') ? 'completed' : undefined;
}
