import { ApiError, type ParsedResource, type Row, Violations } from '@storewright/json-api';
import {
  checkTransition,
  type ColumnValues,
  TableRepository,
  type TransactionContext,
} from '@storewright/resources';
import { redactOrdersOf } from '../orders/redaction';
import { changesOf, foldIfAny } from '../rules';
import { customerStates } from './customer-states';
import { addUnreachable, type CreateCustomer, type UpdateCustomer } from './customers.dto';
import { customers } from './customers.resource';

export const customersRepository = new TableRepository(customers, {
  hidden: ['email_folded'],
  unique: { email_folded: 'email' },
  beforeInsert,
  beforeUpdate,
  beforeRemove,
});

function beforeInsert(
  _context: TransactionContext,
  { attributes }: ParsedResource<CreateCustomer>,
): ColumnValues {
  return {
    ...{ accepts_marketing: false, tags: [], status: 'active' },
    ...attributes,
    ...{ email_folded: foldIfAny(attributes.email), orders_count: 0, total_spent_amount: 0 },
  };
}

/** What is left of a customer who is to be nobody: the sums. */
const redacted: ColumnValues = {
  ...{ email: null, email_folded: null, phone: null, first_name: null, last_name: null },
  ...{ default_address: null, note: null, tags: [], accepts_marketing: false, status: 'redacted' },
};

async function beforeUpdate(
  context: TransactionContext,
  row: Row,
  { attributes, pointer }: ParsedResource<UpdateCustomer>,
): Promise<ColumnValues> {
  if (row['status'] === 'redacted') refuseChanges(row, attributes, pointer);
  const { status } = attributes;
  if (status !== undefined)
    checkTransition(customerStates, String(row['status']), status, `${pointer}/attributes/status`);
  if (status === 'redacted') {
    await redactOrdersOf(context, row['id']);
    return redacted;
  }
  checkReachable({ ...row, ...attributes }, attributes, `${pointer}/attributes`);
  return { ...attributes, email_folded: foldIfAny(attributes.email) };
}

function refuseChanges(row: Row, attributes: UpdateCustomer, pointer: string): void {
  const [changed] = changesOf(customers, row, attributes);
  if (changed === undefined) return;
  throw new ApiError('illegal_transition', {
    detail: 'The customer is redacted: nobody, for good. Make another one.',
    source: { pointer: `${pointer}/attributes/${changed}` },
    meta: { allowed: [] },
  });
}

function checkReachable(next: Row, attributes: UpdateCustomer, pointer: string): void {
  if ((next['email'] ?? next['phone'] ?? null) !== null) return;
  const violations = new Violations();
  const taken = (['email', 'phone'] as const).find((name) => attributes[name] === null);
  addUnreachable(violations, `${pointer}/${taken}`);
  violations.throwIfAny();
}

async function beforeRemove({ rows, shop }: TransactionContext, { id }: Row): Promise<void> {
  const [found] = await rows.query({
    name: 'customers-referenced',
    text: `SELECT EXISTS (SELECT FROM shop.orders WHERE shop_id = $1 AND customer_id = $2) AS orders,
      EXISTS (SELECT FROM shop.codes WHERE shop_id = $1 AND customer_id = $2) AS codes`,
    values: [shop.id, id],
  });
  const type = ['orders', 'codes'].find((each) => found![each] === true);
  if (!type) return;
  throw new ApiError('still_referenced', {
    detail:
      type === 'orders'
        ? 'The customer has orders, which stay. Redact the customer instead: status "redacted" clears every personal field, here and in the orders.'
        : 'Codes are for this customer alone; delete them or give them to another one first.',
    meta: { type },
  });
}
