import { Injectable } from '@nestjs/common';
import type { ColumnValues, Row } from '@storewright/entities';
import { type ParsedResource, Violations } from '@storewright/json-api';
import {
  checkTransition,
  illegalTransition,
  type NewObjectInput,
  type PlannedWrite,
  precondition,
  ResourceRepository,
  type RowLock,
  type WritePlan,
  withWrites,
} from '@storewright/resources';
import type { InsertValues, ShopTransaction } from '@storewright/tenancy';
import { Any, Not } from 'typeorm';
import { locksOfEntries, redactEntries } from '../orders/redact-entries';
import { ordersOf, redactOrders } from '../orders/redact-orders';
import { changedAttributes, foldOptional } from '../rules';
import { Customer } from './customer.entity';
import { customerStates } from './customer-states';
import { addUnreachable, type CreateCustomer, type UpdateCustomer } from './customers.dto';
import { customers } from './customers.resource';
import { redactCopies, redactedCustomer } from './redact-customer';

@Injectable()
export class CustomersRepository extends ResourceRepository<Customer, CreateCustomer, UpdateCustomer> {
  static override readonly resource = customers;
  protected override readonly unique = { email_folded: 'email' };

  protected override readonly referenceAdvice = {
    orders:
      'The customer has orders, so it cannot be deleted. Send "status": "redacted" to erase all ' +
      'personal data of the customer and its orders.',
    codes:
      'The customer cannot be deleted because codes are limited to this customer. Delete these codes ' +
      'or change their "customer" relationship first.',
  };

  protected override beforeInsert({ attributes }: NewObjectInput<CreateCustomer>): InsertValues<Customer> {
    return {
      ...{ accepts_marketing: false, tags: [], status: 'active' },
      ...attributes,
      ...{
        email_folded: foldOptional(attributes.email),
        orders_count: 0,
        total_spent: [],
        total_spent_amount: 0,
      },
    };
  }

  /** Locks every order with personal data of the customer before a redaction, which changes these orders. */
  override async locksOf(
    tx: ShopTransaction,
    writes: readonly PlannedWrite<CreateCustomer, UpdateCustomer>[],
  ): Promise<RowLock[]> {
    const redacted = writes.flatMap((write) =>
      write.op === 'update' && write.input.attributes.status === 'redacted' ? [write.id] : [],
    );
    const locks = await super.locksOf(tx, writes);
    if (redacted.length === 0) return locks;
    const found = await tx
      .repository(Customer)
      .find({ where: { id: Any(redacted) }, select: ['id', 'email_folded'] });
    const orders = await Promise.all(found.map((customer) => ordersOf(tx, customer)));
    const others = await Promise.all(found.map(({ id }) => this.locksOfPersonalData(tx, id)));
    return [
      ...locks,
      ...(await locksOfEntries(tx, orders.flat())),
      ...orders.flat().map((id): RowLock => ({ type: 'orders', id, lock: 'no_key_update' })),
      ...others.flat(),
    ];
  }

  protected override beforeUpdate(
    { attributes, pointer }: ParsedResource<UpdateCustomer>,
    customer: Row<Customer>,
    tx: ShopTransaction,
  ): ColumnValues<Customer> | Promise<WritePlan<ColumnValues<Customer>>> {
    const { status, email, phone } = attributes;
    const place = `${pointer}/attributes`;
    precondition(customer, { status: Not('redacted') }, () => rejectChanges(customer, attributes, place));
    if (status !== undefined)
      checkTransition(customerStates, customer.status, status, `${place}/status`, 'customers.get');
    if (status === 'redacted') return this.redact(tx, customer);
    if (email === null || phone === null) checkReachable(customer, attributes, place);
    return { ...attributes, email_folded: foldOptional(email) };
  }

  /**
   * Redacts a customer. The events contain no personal data. The worker then sends the event
   * `customers.redaction_requested` to every app that may have stored data of the customer
   * (docs/adr/erasure.md).
   */
  private async redact(
    tx: ShopTransaction,
    customer: Row<Customer>,
  ): Promise<WritePlan<ColumnValues<Customer>>> {
    const orders = await redactOrders(tx, customer);
    const ofOrders = await redactEntries(tx, orders);
    const others = { ...ofOrders, ...(await this.erasePersonalData(tx, customer.id)) };
    await redactCopies(tx, customer.id, orders, others);
    const isRedacted = customer.status === 'redacted';
    const events = ['redaction_requested', 'redacted'] as const;
    const after = () => (isRedacted ? [] : events.map((change) => tx.emit(customers, change, customer)));
    return withWrites(redactedCustomer, { after });
  }
}

function rejectChanges(customer: Row<Customer>, attributes: UpdateCustomer, pointer: string): void {
  const [changed] = changedAttributes(customers, customer, attributes);
  if (changed === undefined) return;
  throw illegalTransition('customers.get', {
    detail:
      'This customer’s data was erased permanently, so the customer cannot change. Create a new customer.',
    pointer: `${pointer}/${changed}`,
    allowed: [],
  });
}

function checkReachable(customer: Row<Customer>, attributes: UpdateCustomer, pointer: string): void {
  const { email = customer.email, phone = customer.phone } = attributes;
  if (email !== null || phone !== null) return;
  const violations = new Violations();
  const cleared = (['email', 'phone'] as const).find((name) => attributes[name] === null);
  addUnreachable(violations, `${pointer}/${cleared}`);
  violations.throwIfAny();
}
