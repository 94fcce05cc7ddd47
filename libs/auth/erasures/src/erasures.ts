// Written in SQL: derives the states of an erasure and of its apps from the clock of the database.
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase, listing, readPage } from '@storewright/database';
import { ApiError, type DocumentRow, isUuid, type ListQuery, notFound, shown } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import type { ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import { Erasure } from './erasure.entity';

@Injectable()
export class Erasures {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(Erasure, 'auth') private readonly erasures: Repository<Erasure>,
  ) {}

  list(shop_id: string, query: ListQuery): Promise<Page> {
    const { status, customer_id, installation_id } = query.filters;
    const erasures = erasuresOf(shop_id, this.erasures);
    if (status !== undefined) erasures.andWhere('e.status = :status', { status });
    if (customer_id !== undefined)
      erasures.andWhere('e.customer_id = :customer_id', { customer_id: idOf('customer_id', customer_id) });
    if (installation_id !== undefined)
      erasures.andWhere(
        `EXISTS (SELECT FROM auth.erasure_requests q WHERE q.shop_id = :shop_id AND q.erasure_id = e.id
          AND q.installation_id = :installation_id)`,
        { installation_id: idOf('installation_id', installation_id) },
      );
    const read = listing(erasures, { id: 'e.id' });
    return readPage((statement) => this.database.query({ shop_id }, statement), read, query);
  }

  async find(shop_id: string, id: string): Promise<DocumentRow> {
    const erasures = erasuresOf(shop_id, this.database.of({ shop_id }, this.erasures));
    const row = isUuid(id) && (await erasures.andWhere('e.id = :id', { id }).getRawOne<DocumentRow>());
    if (!row) throw notFound('erasures', id);
    return row;
  }
}

function idOf(name: string, text: string): string {
  if (isUuid(text)) return text;
  throw new ApiError('invalid_query_parameter', {
    detail: `"${shown(text)}" must be a UUID.`,
    source: { parameter: `filter[${name}]` },
  });
}

function erasuresOf(shop_id: string, { manager }: Repository<Erasure>): SelectQueryBuilder<ObjectLiteral> {
  return manager
    .createQueryBuilder()
    .from(`(${withApps})`, 'e')
    .select('e.*')
    .where('true')
    .setParameters({ shop_id });
}

const isOpen = 'r.confirmed_at IS NULL AND r.cancelled_at IS NULL';
/**
 * SQL expression for the state of an erasure request. `unreachable` means that the app has no webhook URL or
 * no webhook secret.
 */
const stateOfApp = `CASE WHEN r.confirmed_at IS NOT NULL THEN 'confirmed' WHEN r.cancelled_at IS NOT NULL
  THEN 'cancelled' WHEN now() >= e.due_at THEN 'overdue' WHEN r.sends > 0 AND r.last_status IS NULL
  AND r.last_error IS NULL THEN 'unreachable' ELSE 'due' END`;

const withApps = `
  SELECT e.shop_id, e.id, e.subject, e.customer_id, e.requested_at, e.due_at, e.cleared_at,
    CASE WHEN count(*) FILTER (WHERE r.erasure_id IS NOT NULL AND ${isOpen}) = 0 THEN 'completed'
      WHEN now() >= e.due_at THEN 'overdue' ELSE 'open' END AS status,
    coalesce(json_agg(json_build_object('app_id', r.app_id, 'installation_id', r.installation_id, 'name', r.app_name,
      'status', ${stateOfApp}, 'sends', r.sends, 'last_sent_at', r.last_sent_at, 'last_status', r.last_status,
      'last_error', r.last_error, 'delivered_at', r.delivered_at, 'confirmed_at', r.confirmed_at)
      ORDER BY r.app_name, r.app_id) FILTER (WHERE r.erasure_id IS NOT NULL), '[]') AS apps
  FROM auth.erasures e LEFT JOIN auth.erasure_requests r ON r.shop_id = :shop_id AND r.erasure_id = e.id
  WHERE e.shop_id = :shop_id GROUP BY e.shop_id, e.id`;
