import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { auditKinds, AuditLink, isAuditKind } from '@storewright/audit';
import { AuthDatabase, listing, readPage, selectColumns } from '@storewright/database';
import { App, AuditEntry } from '@storewright/entities';
import { ApiError, isUuid, type ListQuery, notFound, type DocumentRow, shown } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import type { Repository, SelectQueryBuilder } from 'typeorm';

/**
 * Selects the audit log of a shop or of a person. The id is also the row-level security context of the query.
 */
export type Log = { shop_id: string } | { owner_id: string };

@Injectable()
export class AuditEntries {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(AuditEntry, 'auth') private readonly entries: Repository<AuditEntry>,
  ) {}

  list(log: Log, query: ListQuery): Promise<Page> {
    const kinds = wantedKinds(query.filters['kind']);
    const app_id = wantedApp(query.filters['app']);
    const entries = entriesOf(log, this.entries);
    if (kinds) entries.andWhere('e.kind = ANY (:kinds)', { kinds });
    if (app_id !== undefined) entries.andWhere('e.app_id = :app_id', { app_id });
    const read = listing(entries, { id: 'e.id' });
    return readPage((statement) => this.database.query(log, statement), read, query);
  }

  async find(log: Log, id: string): Promise<DocumentRow> {
    const entries = entriesOf(log, this.database.of(log, this.entries));
    const row = isUuid(id) && (await entries.andWhere('e.id = :id', { id }).getRawOne<DocumentRow>());
    if (!row) throw notFound('audit_entries', id);
    return row;
  }
}

/**
 * Adds the current names of people and apps to audit log entries. Ids are never reused, so no entry shows the
 * name of a different person or app.
 */
function entriesOf(log: Log, repository: Repository<AuditEntry>): SelectQueryBuilder<AuditEntry> {
  const own = 'e.owner_id = :owner_id AND e.shop_id IS NULL';
  const columns = [
    'id',
    'shop_id',
    'owner_id',
    'app_id',
    'kind',
    'detail',
    'request_id',
    'actor',
    'token_id',
    'created_at',
  ] as const;
  return selectColumns(repository.createQueryBuilder('e'), columns)
    .addSelect('auth.owner_name(e.owner_id)', 'owner_name')
    .addSelect('a.name', 'app_name')
    .addSelect('l.sequence', 'sequence')
    .addSelect(`encode(l.previous_hash, 'hex')`, 'previous_hash')
    .addSelect(`encode(l.hash, 'hex')`, 'hash')
    .leftJoin(App, 'a', 'a.id = e.app_id')
    .leftJoin(AuditLink, 'l', 'l.shop_id = e.shop_id AND l.entry_id = e.id')
    .where('shop_id' in log ? 'e.shop_id = :shop_id' : own, log);
}

/** Parses a comma-separated list of audit log entry kinds. Throws 400 for an unknown kind. */
function wantedKinds(filter: string | undefined): string[] | undefined {
  const kinds = filter?.split(',');
  const unknown = kinds?.find((kind) => !isAuditKind(kind));
  if (unknown === undefined) return kinds;
  throw new ApiError('invalid_query_parameter', {
    detail: `"${shown(unknown)}" is not a kind of audit log entry. Use one of ${Object.keys(auditKinds).join(', ')}.`,
    source: { parameter: 'filter[kind]' },
  });
}

function wantedApp(filter: string | undefined): string | undefined {
  if (filter === undefined || isUuid(filter)) return filter;
  throw new ApiError('invalid_query_parameter', {
    detail: `"${shown(filter)}" must be the id of an app.`,
    source: { parameter: 'filter[app]' },
  });
}
