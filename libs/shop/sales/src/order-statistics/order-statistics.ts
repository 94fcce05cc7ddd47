import { Injectable } from '@nestjs/common';
import type { EntityListing } from '@storewright/database';
import { type Days, daysBetween, type ListQuery, notFound, type DocumentRow } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import type { ReadContext } from '@storewright/tenancy';
import type { SelectQueryBuilder } from 'typeorm';
import { Order } from '../orders/order.entity';
import { isDate, readDateRange } from './date-range';

/** SQL expression for the position of an order's day in the array `:starts`. */
const day = 'width_bucket(t.created_at, :starts::timestamptz[])';
const date = `(:days::text[])[${day}]`;
const id = `(${date} || '-' || t.currency_code) COLLATE "C"`;

const columns = [
  [id, 'id'],
  [date, 'date'],
  // Without the parentheses, TypeORM's QueryBuilder would rename the selected column.
  ['(t.currency_code)', 'currency_code'],
  ['count(*)', 'orders_count'],
  ['sum(t.total_amount)', 'total_amount'],
  ['sum(t.refunded_amount)', 'refunded_amount'],
  ['sum(t.total_amount - t.refunded_amount)', 'net_amount'],
] as const;

/** Restricts created_at, so that the query uses the index and reads only orders of these days. */
const ofDays = (select: SelectQueryBuilder<Order>): SelectQueryBuilder<Order> =>
  select
    .andWhere('t.created_at >= :start AND t.created_at < :end')
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

@Injectable()
export class OrderStatistics {
  list(rows: ReadContext, zone: string, query: ListQuery): Promise<Page> {
    const { from, to } = readDateRange(query, { zone });
    return rows.repository(Order).page({ ...listing, values: valuesOf(daysBetween(from, to, zone)) }, query);
  }

  async find(rows: ReadContext, zone: string, id: string): Promise<DocumentRow> {
    const [, on, currency_code] = /^(.{10})-([A-Z]{3})$/.exec(id) ?? [];
    const [row] =
      on !== undefined && isDate(on)
        ? await rows.repository(Order).select('statistics of a day', ofCurrency, {
            ...valuesOf(daysBetween(on, on, zone)),
            currency_code,
          })
        : [];
    if (!row) throw notFound('order_statistics', id);
    return row;
  }
}

const valuesOf = ({ days, starts, end }: Days) => ({ days, starts, start: starts[0], end });

function ofCurrency(select: SelectQueryBuilder<Order>): SelectQueryBuilder<Order> {
  for (const [expression, name] of columns) select.addSelect(expression, name);
  return ofDays(select.where('t.currency_code = :currency_code'));
}
