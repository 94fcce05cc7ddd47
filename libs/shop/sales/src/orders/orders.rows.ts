import { ApiError, type ParsedResource, type Row } from '@storewright/json-api';
import { TableRows, type Target, type Work } from '@storewright/resources';
import { customerRows } from '../customers/customers.rows';
import { changeOrder } from './changing';
import { orders } from './orders.resource';
import type { CreateOrder, UpdateOrder } from './orders.dto';
import { pairOrder, placeOrder } from './placing';
import type { Shelves } from './shelves';

const firstNumber = 1_001;

/** Orders, which take from the stock and use codes; the service says where the stock is. */
export class OrderRows extends TableRows {
  constructor(private readonly shelves: Shelves) {
    super(orders, {
      hidden: ['email_folded'],
      found: {
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
      change: (work, row, input) => changeOrder(work, shelves, row, input as ParsedResource<UpdateOrder>),
      remove: refuseUnlessCancelled,
    });
  }

  override createsAtOnce(): boolean {
    return false;
  }

  override async create(work: Work, input: ParsedResource<object>): Promise<Row> {
    const placed = await placeOrder(work, this.shelves, input as ParsedResource<CreateOrder>);
    const row = await super.create(work, { ...input, attributes: placed.values, relationships: {} });
    await pairOrder(work, row['id'], placed);
    return row;
  }

  /** Locks customers before their orders, as redacting a customer does. Should the order get another customer meanwhile, the database finds the circle. */
  override async change(work: Work, target: Target, input: ParsedResource<object>): Promise<Row> {
    const { customer_id } = await this.find(work, target.id);
    const both = [customer_id, input.relationships['customer']];
    await customerRows.lockAll(
      work,
      both.filter((id) => typeof id === 'string'),
    );
    return super.change(work, target, input);
  }
}

function refuseUnlessCancelled(_work: Work, { status }: Row): Promise<void> {
  if (status === 'cancelled') return Promise.resolve();
  throw new ApiError('illegal_transition', {
    detail: `Only a cancelled order is deleted; this one is ${String(status)}. Cancel it first, so that stock and codes are released.`,
    meta: { allowed: ['cancelled'] },
  });
}
