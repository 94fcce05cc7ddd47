import { ApiError, type ParsedResource, type Row } from '@storewright/json-api';
import type { ColumnValues, TransactionContext } from '@storewright/resources';
import { changesOf, foldIfAny } from '../rules';
import { paymentAmounts } from './amounts';
import { releaseCodes } from './codes-of-order';
import { moveSums } from './customer-of-order';
import { checkStates, momentOf, type OrderStates, stateFields } from './order-states';
import type { UpdateOrder } from './orders.dto';
import { orders } from './orders.resource';
import { putBack } from './picking';
import { databaseTime } from './placing';
import type { Shelves } from './shelves';

/** The columns that change, and everything around the order that changes with them. The order is locked, and its customers before it. */
export async function changeOrder(
  context: TransactionContext,
  shelves: Shelves,
  row: Row,
  input: ParsedResource<UpdateOrder>,
): Promise<ColumnValues> {
  const { attributes, pointer } = input;
  const place = `${pointer}/attributes`;
  const states = row as unknown as OrderStates;
  if (states.status === 'cancelled') refuseChanges(row, input);
  checkStates(states, attributes as Partial<OrderStates>, place);
  checkReason(attributes, states.status, place);
  const amounts = paymentAmounts(row, attributes, place);
  const values = {
    ...attributes,
    ...{ email_folded: foldIfAny(attributes.email) },
    ...amounts,
    ...(await momentsOf(context, states, attributes, amounts)),
  };
  await moveSums(context, row, { ...row, ...amounts, status: attributes.status ?? states.status }, input);
  if (attributes.status === 'cancelled' && states.status !== 'cancelled') {
    await releaseCodes(context, row['id']);
    await putBack(context, shelves, row['id']);
  }
  return values;
}

/** What still changes of a cancelled order: what the shop writes about it. */
const stillOpen = ['note', 'tags'];

function refuseChanges(
  row: Row,
  { attributes, relationships, pointer, linkagePointer }: ParsedResource<UpdateOrder>,
): void {
  const { customer } = relationships;
  const moved = customer !== undefined && customer !== row['customer_id'];
  const [changed] = changesOf(orders, row, attributes).filter((name) => !stillOpen.includes(name));
  if (changed === undefined && !moved) return;
  const place = changed === undefined ? 'relationships/customer' : `attributes/${changed}`;
  throw new ApiError('illegal_transition', {
    detail: `The order is cancelled; of it only ${stillOpen.join(' and ')} still change.`,
    source: { pointer: changed === undefined && linkagePointer ? linkagePointer : `${pointer}/${place}` },
    meta: { allowed: [] },
  });
}

function checkReason({ cancel_reason = null, status }: UpdateOrder, before: string, pointer: string): void {
  if (cancel_reason === null || (status ?? before) === 'cancelled') return;
  throw new ApiError('invalid_attribute', {
    detail: 'cancel_reason comes with status "cancelled".',
    source: { pointer: `${pointer}/cancel_reason` },
    meta: { attribute: 'cancel_reason' },
  });
}

/** The times of what happens now: of each state that is new, and of each refund. */
async function momentsOf(
  context: TransactionContext,
  states: OrderStates,
  sent: UpdateOrder,
  amounts: Row,
): Promise<ColumnValues> {
  const entered = stateFields.flatMap((field) => {
    const state = sent[field];
    return state !== undefined && state !== states[field] ? [momentOf[field][state]] : [];
  });
  if ('refunded_amount' in amounts) entered.push('refunded_at');
  const columns = entered.filter((column) => column !== undefined);
  if (columns.length === 0) return {};
  const now = await databaseTime(context);
  return Object.fromEntries(columns.map((column) => [column, now]));
}
