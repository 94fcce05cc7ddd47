import { randomUUID } from 'node:crypto';
import { inMemoryTransaction } from '@storewright/api-testing';
import { ResourceRegistry } from '@storewright/resources';
import { Order } from '../orders/order.entity';
import { Customer } from './customer.entity';
import { CreateCustomer, UpdateCustomer } from './customers.dto';
import { OrdersRepository } from '../orders/orders.repository';
import { CustomersRepository } from './customers.repository';
import { customers } from './customers.resource';

const repository = new CustomersRepository();
// Redacting a customer locks orders.
const registry = new ResourceRegistry({} as never, {} as never);
for (const each of [repository, new OrdersRepository({} as never, {} as never)]) {
  Object.assign(each, { registry });
  each.onModuleInit();
}

const sent = <T extends object>(attributes: T) => ({
  attributes,
  relationships: {},
  pointer: '/data',
  source: '',
});
const creation = (attributes: Partial<CreateCustomer>) =>
  sent(Object.assign(new CreateCustomer(), attributes));
const change = (attributes: Partial<UpdateCustomer>) => sent(Object.assign(new UpdateCustomer(), attributes));

const anna = {
  ...{ email: 'Anna@example.com', email_folded: 'anna@example.com', phone: null, first_name: 'Anna' },
  ...{ tags: [] as string[], status: 'active' as const, orders_count: 0, total_spent_amount: '0' },
};

describe('insert and update of a customer', () => {
  it('store an email as sent, and a case-folded copy for comparisons', async () => {
    const tx = inMemoryTransaction();
    tx.given(Customer, anna);
    const insert = repository.insert(tx, creation({ email: ' ANNA@example.com' }));
    await expect(insert).rejects.toMatchObject({ code: 'already_exists' });
  });

  it('throw for a customer without email and phone', async () => {
    const tx = inMemoryTransaction();
    const [{ id }] = tx.given(Customer, anna) as [Customer];
    await expect(repository.update(tx, { id }, change({ email: null }))).rejects.toMatchObject({
      source: { pointer: '/data/attributes/email' },
    });
    const row = await repository.update(tx, { id }, change({ email: null, phone: '+49 30 1' }));
    expect(row).toMatchObject({ email: null, email_folded: null, phone: '+49 30 1' });
  });
});

it('the compiler rejects tx.emit with an event that the resource does not declare', async () => {
  const tx = inMemoryTransaction();
  // @ts-expect-error -- No customer is approved.
  const emitted = async () => tx.emit(customers, 'approved', { id: randomUUID() });
  await expect(emitted()).rejects.toThrow('customers does not declare approved as an event');
});

describe('redaction of a customer', () => {
  it('clears personal data of the customer and the orders, and keeps order count and spent amounts', async () => {
    const tx = inMemoryTransaction();
    const [{ id }] = tx.given(Customer, { ...anna, orders_count: 2 }) as [Customer];
    const [order, other] = tx.given(
      Order,
      { customer_id: id, email: 'anna@example.com', note: 'For Anna', cancel_reason: 'stock' },
      { customer_id: null, email: 'bert@example.com' },
    ) as [Order, Order];
    const row = await repository.update(tx, { id }, change({ status: 'redacted' }));
    expect(row).toMatchObject({ email: null, first_name: null, status: 'redacted', orders_count: 2 });
    const find = (each: Order) => tx.repository(Order).findOne({ where: { id: each.id } });
    expect(await find(order)).toMatchObject({ email: null, note: null, cancel_reason: 'stock', version: 2 });
    expect(await find(other)).toMatchObject({ email: 'bert@example.com', version: 1 });
  });

  it('makes later changes of the customer throw', async () => {
    const tx = inMemoryTransaction();
    const [{ id }] = tx.given(Customer, { ...anna, email: null, email_folded: null, status: 'redacted' }) as [
      Customer,
    ];
    for (const attributes of [{ status: 'active' as const }, { first_name: 'Berta' }])
      await expect(repository.update(tx, { id }, change(attributes))).rejects.toMatchObject({
        code: 'illegal_transition',
      });
    expect(tx.writes).toEqual([]);
  });
});
