import { ApiError, type Row } from '@storewright/json-api';

/** What an order counts in the sums of its customer: nothing where it is cancelled. */
export interface Contribution {
  orders: number;
  spent: number;
}

export function contributionOf({ status, paid_amount, refunded_amount }: Row): Contribution {
  if (status === 'cancelled') return { orders: 0, spent: 0 };
  return { orders: 1, spent: Number(paid_amount) - Number(refunded_amount) };
}

interface Sent {
  payment_status?: string;
  refunded_amount?: number;
}

/** The amounts that change with the state of the payment. Throws 422 where an amount does not fit it. `pointer`: of the attributes. */
export function paymentAmounts(row: Row, { payment_status, refunded_amount }: Sent, pointer: string): Row {
  const [total, paid, refunded] = ['total_amount', 'paid_amount', 'refunded_amount'].map((name) =>
    Number(row[name]),
  ) as [number, number, number];
  const next = payment_status ?? row['payment_status'];
  const isNew = next !== row['payment_status'];
  if (next === 'partially_refunded' && (isNew || refunded_amount !== undefined)) {
    if (refunded_amount === refunded && !isNew) return {};
    if (refunded_amount === undefined || refunded_amount <= refunded || refunded_amount >= paid)
      throw unfit(
        `refunded_amount is what was refunded so far: more than ${refunded} and less than the ${paid} paid. Send payment_status "refunded" once it is all.`,
        refunded_amount === undefined ? pointer : `${pointer}/refunded_amount`,
      );
    return { refunded_amount };
  }
  const changed: Row =
    isNew && next === 'paid'
      ? { paid_amount: total }
      : isNew && next === 'refunded'
        ? { refunded_amount: paid }
        : {};
  if (refunded_amount !== undefined && refunded_amount !== Number(changed['refunded_amount'] ?? refunded))
    throw unfit(
      'refunded_amount comes with payment_status "partially_refunded"; "refunded" is all that was paid.',
      `${pointer}/refunded_amount`,
    );
  return changed;
}

function unfit(detail: string, pointer: string): ApiError {
  return new ApiError('invalid_attribute', {
    detail,
    source: { pointer },
    meta: { attribute: 'refunded_amount' },
  });
}
