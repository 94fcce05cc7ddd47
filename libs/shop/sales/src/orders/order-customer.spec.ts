import { inMemoryTransaction } from '@storewright/api-testing';
import { parseJson } from '@storewright/entities';
import { Customer } from '../customers/customer.entity';
import { Order } from './order.entity';
import { lockCustomer, moveSums } from './order-customer';
import { UpdateOrder } from './orders.dto';

const change = (attributes: Partial<UpdateOrder>, relationships: Record<string, string | null> = {}) => ({
  ...{ attributes: Object.assign(new UpdateOrder(), attributes), relationships },
  ...{ pointer: '/data', source: '' },
});
const euros = (amount: number) => [{ currency_code: 'EUR', amount }];
const active = {
  ...{ status: 'active' as const, orders_count: 1, total_spent: euros(700), total_spent_amount: '700' },
};
const paid = { status: 'open', currency_code: 'EUR', paid_amount: '700', refunded_amount: '0' } as const;

async function sumsOf(tx: ReturnType<typeof inMemoryTransaction>, { id }: Customer) {
  const customer = (await tx.repository(Customer).findOne({ where: { id } }))!;
  return [customer.orders_count, customer.total_spent_amount, parseJson(customer.total_spent)];
}

describe('customer of an order', () => {
  it('must exist and must not be redacted', async () => {
    const tx = inMemoryTransaction();
    const [one, nobody] = tx.given(Customer, active, { ...active, status: 'redacted' }) as [
      Customer,
      Customer,
    ];
    expect(await lockCustomer(tx, undefined, '/c')).toBeUndefined();
    expect(await lockCustomer(tx, one.id, '/c')).toEqual(one);
    await expect(lockCustomer(tx, 'x', '/c')).rejects.toMatchObject({ code: 'not_found' });
    await expect(lockCustomer(tx, nobody.id, '/c')).rejects.toMatchObject({
      disclosed: { scope: 'customers.get', meta: { relationship: 'customer', reason: 'redacted' } },
    });
  });

  it("has a new order's amount added to the spent amounts", async () => {
    const tx = inMemoryTransaction();
    const [customer] = tx.given(Customer, active) as [Customer];
    const [order] = tx.given(Order, { ...paid, customer_id: customer.id }) as [Order];
    await moveSums(
      tx,
      order,
      { orders: 1, spent: 300, currency_code: 'EUR' },
      change({ refunded_amount: 400 }),
    );
    expect(await sumsOf(tx, customer)).toEqual([1, '300', euros(300)]);
    await moveSums(tx, order, { orders: 1, spent: 700, currency_code: 'EUR' }, change({ note: 'x' }));
    expect(tx.writes).toHaveLength(1);
  });

  it("has an order's amount subtracted when the order moves to a different customer", async () => {
    const tx = inMemoryTransaction();
    const [from, to] = tx.given(Customer, active, active) as [Customer, Customer];
    const [order] = tx.given(Order, { ...paid, customer_id: from.id }) as [Order];
    await moveSums(
      tx,
      order,
      { orders: 1, spent: 700, currency_code: 'EUR' },
      change({}, { customer: to.id }),
    );
    expect([await sumsOf(tx, from), await sumsOf(tx, to)]).toEqual([
      [0, '0', []],
      [2, '1400', euros(1400)],
    ]);
  });

  it('cannot add personal data to an order after redaction, but can add tags', async () => {
    const tx = inMemoryTransaction();
    const [customer] = tx.given(Customer, { ...active, status: 'redacted' }) as [Customer];
    const [order] = tx.given(Order, { ...paid, customer_id: customer.id }) as [Order];
    const next = { orders: 1, spent: 700, currency_code: 'EUR' };
    await expect(moveSums(tx, order, next, change({ email: 'anna@example.com' }))).rejects.toMatchObject({
      source: { pointer: '/data/attributes/email' },
    });
    await moveSums(tx, order, next, change({ tags: ['kept'] }));
  });
});
