import { ApiError, type ParsedResource, type Row } from '@storewright/json-api';
import { type ResourceLocator, TableRepository, type TransactionContext } from '@storewright/resources';
import { customersRepository } from '../customers/customers.repository';
import { changeOrder } from './changing';
import { orders } from './orders.resource';
import type { CreateOrder, UpdateOrder } from './orders.dto';
import { pairOrder, placeOrder } from './placing';
import type { Shelves } from './shelves';

const firstNumber = 1_001;

/** Orders, which take from the stock and use codes; the service says where the stock is. */
export class OrdersRepository extends TableRepository {
  constructor(private readonly shelves: Shelves) {
    super(orders, {
      hidden: ['email_folded'],
      insertExpressions: {
        // Whoever comes next waits for this row until the order is committed or not, so numbers and times rise together.
        with: `number AS (
          INSERT INTO shop.order_numbers AS latest (shop_id, last_number) VALUES ($1, ${firstNumber})
          ON CONFLICT (shop_id) DO UPDATE SET last_number = latest.last_number + 1
          RETURNING last_number AS number, clock_timestamp() AS taken_at)`,
        columns: {
          number: '(SELECT number FROM number)',
          created_at: '(SELECT taken_at FROM number)',
          updated_at: '(SELECT taken_at FROM number)',
        },
      },
      beforeUpdate: (context, row, input) =>
        changeOrder(context, shelves, row, input as ParsedResource<UpdateOrder>),
      beforeRemove: refuseUnlessCancelled,
    });
  }

  override insertIsSingleStatement(): boolean {
    return false;
  }

  override async insert(context: TransactionContext, input: ParsedResource<object>): Promise<Row> {
    const placed = await placeOrder(context, this.shelves, input as ParsedResource<CreateOrder>);
    const row = await super.insert(context, { ...input, attributes: placed.values, relationships: {} });
    await pairOrder(context, row['id'], placed);
    return row;
  }

  /** Locks customers before their orders, as redacting a customer does. Should the order get another customer meanwhile, the database finds the circle. */
  override async update(
    context: TransactionContext,
    locator: ResourceLocator,
    input: ParsedResource<object>,
  ): Promise<Row> {
    const { customer_id } = await this.find(context, locator.id);
    const both = [customer_id, input.relationships['customer']];
    await customersRepository.lockAll(
      context,
      both.filter((id) => typeof id === 'string'),
    );
    return super.update(context, locator, input);
  }
}

function refuseUnlessCancelled(_context: TransactionContext, { status }: Row): Promise<void> {
  if (status === 'cancelled') return Promise.resolve();
  throw new ApiError('illegal_transition', {
    detail: `Only a cancelled order is deleted; this one is ${String(status)}. Cancel it first, so that stock and codes are released.`,
    meta: { allowed: ['cancelled'] },
  });
}
