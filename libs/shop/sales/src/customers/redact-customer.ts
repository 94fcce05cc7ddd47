import type { ColumnValues, EntityResource } from '@storewright/entities';
import { Redaction, type RedactionRules } from '@storewright/events';
import { type ShopTransaction, transactionTime } from '@storewright/tenancy';
import { v7 as uuidv7 } from 'uuid';
import { orders } from '../orders/orders.resource';
import { redactedOrder } from '../orders/redact-orders';
import type { Customer } from './customer.entity';
import { customers } from './customers.resource';

/** Column values of a customer after a redaction, which keeps order count and spent amounts. */
export const redactedCustomer: ColumnValues<Customer> = {
  ...{ email: null, email_folded: null, phone: null, first_name: null, last_name: null },
  ...{ default_address: null, note: null, tags: [], accepts_marketing: false, status: 'redacted' },
};

/**
 * Requests that the worker erases copies of personal data in events, webhook deliveries and stored responses,
 * because the shop API cannot change these copies. Covers the customer, the orders and the objects in
 * `others`. Runs in the transaction that redacts the rows.
 */
export async function redactCopies(
  tx: ShopTransaction,
  customer_id: string,
  order_ids: readonly string[],
  others: RedactionRules,
): Promise<void> {
  const { status: _status, ...cleared } = redactedCustomer;
  const rules: RedactionRules = {
    ...others,
    customers: { ids: [customer_id], clear: shownOf(customers as EntityResource, cleared) },
    orders: {
      ids: order_ids,
      relationship: 'customer',
      clear: shownOf(orders as EntityResource, redactedOrder),
    },
  };
  await tx.repository(Redaction).insert({
    ...{ id: uuidv7(), resource_type: 'customers', resource_id: customer_id, rules, cleared: 0 },
    requested_at: transactionTime,
  });
}

function shownOf({ attributes }: EntityResource, values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in attributes));
}
