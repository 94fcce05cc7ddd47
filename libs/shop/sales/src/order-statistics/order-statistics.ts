import { Injectable } from '@nestjs/common';
import type { EntityListing } from '@storewright/database';
import { type ListQuery, notFound, type Page, type Row } from '@storewright/json-api';
import type { ReadContext } from '@storewright/tenancy';
import type { SelectQueryBuilder } from 'typeorm';
import { Order } from '../orders/order.entity';
import { type DateRange, isDate, readDateRange } from './date-range';

/** Of UTC, whatever the time zone of the session. */
const day = `date_trunc('day', t.created_at AT TIME ZONE 'UTC')`;
const date = `to_char(${day}, 'YYYY-MM-DD')`;
const id = `(${date} || '-' || t.currency_code) COLLATE "C"`;

const columns = [
  [id, 'id'],
  [date, 'date'],
  // In brackets, because QueryBuilder would name the column as the entity does.
  ['(t.currency_code)', 'currency_code'],
  ['count(*)', 'orders_count'],
  ['sum(t.total_amount)', 'total_amount'],
  ['sum(t.refunded_amount)', 'refunded_amount'],
  ['sum(t.total_amount - t.refunded_amount)', 'net_amount'],
] as const;

const midnight = (date: string) => `(${date})::timestamp AT TIME ZONE 'UTC'`;

/** The index of created_at leads to the orders of the days, and no others are read. */
const ofDays = (select: SelectQueryBuilder<Order>): SelectQueryBuilder<Order> =>
  select
    .andWhere(`t.created_at >= ${midnight(':from::date')} AND t.created_at < ${midnight(':to::date + 1')}`)
    .andWhere(`t.status <> 'cancelled'`)
    .groupBy(day)
    .addGroupBy('t.currency_code');

const listing: Omit<EntityListing<Order>, 'values'> = {
  shape: 'statistics',
  columns,
  build: (select) => ofDays(select).having('true'),
  keys: { id },
  grouped: true,
};

/** Orders by the day on which they were placed and their currency, counted and added up by the database. */
@Injectable()
export class OrderStatistics {
  list(rows: ReadContext, query: ListQuery): Promise<Page> {
    const values: DateRange = readDateRange(query);
    return rows.repository(Order).page({ ...listing, values: { ...values } }, query);
  }

  async find(rows: ReadContext, id: string): Promise<Row> {
    const [, on, currency_code] = /^(.{10})-([A-Z]{3})$/.exec(id) ?? [];
    const [row] =
      on !== undefined && isDate(on)
        ? await rows
            .repository(Order)
            .select('statistics of a day', ofCurrency, { from: on, to: on, currency_code })
        : [];
    if (!row) throw notFound('order_statistics', id);
    return row;
  }
}

function ofCurrency(select: SelectQueryBuilder<Order>): SelectQueryBuilder<Order> {
  for (const [expression, name] of columns) select.addSelect(expression, name);
  return ofDays(select.where('t.currency_code = :currency_code'));
}
