import { type ColumnValues, TableRepository, type TransactionContext } from '@storewright/resources';
import { orders } from './orders.resource';

/** The rows as they are: whatever state an order is in, this is done. */
const ordersRepository = new TableRepository(orders, { hidden: ['email_folded'] });

const nothing: ColumnValues = {
  ...{ email: null, email_folded: null, billing_address: null, shipping_address: null, note: null },
};

/** Clears what orders know of a customer, who is locked: each that changes has its event. What was bought and paid stays. */
export async function redactOrdersOf(context: TransactionContext, customer_id: unknown): Promise<void> {
  const found = await context.rows.query({
    name: 'orders-of-customer',
    text: 'SELECT id FROM shop.orders WHERE shop_id = $1 AND customer_id = $2',
    values: [context.shop.id, customer_id],
  });
  const rows = await ordersRepository.lockAll(
    context,
    found.map(({ id }) => String(id)),
  );
  for (const row of rows) await ordersRepository.write(context, row, nothing);
}
