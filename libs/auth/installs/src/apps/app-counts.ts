import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase, listing, readPage } from '@storewright/database';
import { App } from '@storewright/entities';
import {
  type CountedSince,
  countedSpan,
  type ListQuery,
  notFound,
  readCountedSince,
  type DocumentRow,
  spanForms,
} from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import type { SignedInOwner } from '@storewright/sessions';
import type { Repository } from 'typeorm';
import { Apps } from './apps';

/** Declaration of numbers that the platform counts for every app per UTC hour or day. */
export interface Counted {
  type: string;
  /**
   * SQL table expression with the counted rows. The table must have a column `start`, and the expression uses
   * the parameters `:app_id`, `:since` and `:interval`.
   */
  source: string;
  numbers: readonly string[];
  /** SQL expressions of additional columns, keyed by column name. `r` is a row of `source`. */
  others?: Readonly<Record<string, string>>;
}

interface Parameters extends CountedSince {
  app_id: string;
}

/**
 * Reads counts of an app over all shops, such as requests and webhook deliveries, for the developer of the
 * app.
 */
@Injectable()
export class AppCounts {
  constructor(
    private readonly database: AuthDatabase,
    private readonly apps: Apps,
    @InjectRepository(App, 'auth') private readonly repository: Repository<App>,
  ) {}

  /** Lists the counts of an app. `parameters` contains additional parameters of the SQL in `source`. */
  async list(
    counted: Counted,
    { owner, appId, query }: { owner: SignedInOwner; appId: string; query: ListQuery },
    parameters: Record<string, unknown> = {},
  ): Promise<Page> {
    const range = readCountedSince(query.filters, { now: this.database.clock.now(), zone: 'UTC' });
    const { id: app_id } = await this.apps.find({ owner, id: appId });
    const counts = countsOf(this.repository, counted, { ...parameters, app_id, ...range });
    const read = listing(counts, { id: 'c.id' });
    return readPage((statement) => this.database.query({ owner_id: owner.id }, statement), read, query);
  }

  /**
   * Returns an app's counts of one interval. `id` is a day such as 2026-11-21 or an hour such as
   * 2026-11-21T09.
   */
  async find(
    counted: Counted,
    { owner, appId, id }: { owner: SignedInOwner; appId: string; id: string },
    parameters: Record<string, unknown> = {},
  ): Promise<DocumentRow> {
    const { id: app_id } = await this.apps.find({ owner, id: appId });
    const span = countedSpan(id);
    const repository = this.database.of({ owner_id: owner.id }, this.repository);
    const counts =
      span &&
      countsOf(repository, counted, { ...parameters, app_id, ...span }).andWhere('c.id = :id', { id });
    const row = await counts?.getRawOne<DocumentRow>();
    if (!row) throw notFound(counted.type, id);
    return row;
  }
}

function countsOf(
  { manager }: Repository<App>,
  { source, numbers, others = {} }: Counted,
  parameters: Parameters,
) {
  const counts = manager
    .createQueryBuilder()
    .from(source, 'r')
    .select(`to_char(r.start AT TIME ZONE 'UTC', :format) COLLATE "C"`, 'id')
    .addSelect(':app_id::uuid', 'app_id')
    .addSelect('r.start', 'start');
  for (const [column, sql] of Object.entries(others)) counts.addSelect(sql, column);
  for (const column of numbers) counts.addSelect(`r.${column}::double precision`, column);
  const columns = ['id', 'app_id', 'start', ...Object.keys(others), ...numbers];
  return manager
    .createQueryBuilder()
    .from(`(${counts.getQuery()})`, 'c')
    .select(columns.map((column) => `c.${column}`).join())
    .where('true')
    .setParameters({ ...parameters, format: spanForms[parameters.interval] });
}
