import { Controller, Get, Param } from '@nestjs/common';
import { AuthDatabase, type Context, readPage } from '@storewright/database';
import {
  isUuid,
  List,
  type ListQuery,
  many,
  notFound,
  type ObjectQuery,
  one,
  type Page,
  type Render,
  type Row,
  Shown,
} from '@storewright/json-api';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { CurrentOwner, OwnsShop, SignedIn, type SignedInOwner } from '../sessions/signed-in';
import { auditEntries, ownAuditEntries } from './audit-entry.resource';

const columns = 'id, shop_id, owner_id, app_id, kind, detail, request_id, created_at';
const ofShop = 'FROM auth.audit_entries WHERE shop_id = $1';
const ofOwner = 'FROM auth.audit_entries WHERE owner_id = $1 AND shop_id IS NULL';

/** The log of a shop (CONTRACT §4). `sort=-id` shows the newest first. */
@Controller('api/shops/:shop_id/audit_entries')
export class AuditController {
  constructor(private readonly database: AuthDatabase) {}

  @Get()
  @OwnsShop()
  async list(@CurrentShop() { id }: Shop, @List(auditEntries) query: ListQuery): Promise<Render> {
    return many(auditEntries, await pageOfLog(this.database, { shop_id: id }, ofShop, query), query);
  }

  @Get(':id')
  @OwnsShop()
  async show(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @Shown(auditEntries) query: ObjectQuery,
  ): Promise<Render> {
    return one(auditEntries, await entryOfLog(this.database, { shop_id: shop.id }, ofShop, id), query);
  }
}

/** The log of the signed-in person. */
@Controller('api/audit_entries')
export class OwnAuditController {
  constructor(private readonly database: AuthDatabase) {}

  @Get()
  @SignedIn()
  async list(
    @CurrentOwner() { id }: SignedInOwner,
    @List(ownAuditEntries) query: ListQuery,
  ): Promise<Render> {
    return many(ownAuditEntries, await pageOfLog(this.database, { owner_id: id }, ofOwner, query), query);
  }

  @Get(':id')
  @SignedIn()
  async show(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @Shown(ownAuditEntries) query: ObjectQuery,
  ): Promise<Render> {
    return one(ownAuditEntries, await entryOfLog(this.database, { owner_id: owner.id }, ofOwner, id), query);
  }
}

function pageOfLog(database: AuthDatabase, context: Context, log: string, query: ListQuery): Promise<Page> {
  const { kind } = query.filters;
  const listing = {
    columns,
    from: kind === undefined ? log : `${log} AND kind = $2`,
    values: [...Object.values(context), ...(kind === undefined ? [] : [kind])],
    keys: { id: 'id' },
  };
  return readPage((statement) => database.query(context, statement), listing, query);
}

async function entryOfLog(database: AuthDatabase, context: Context, log: string, id: string): Promise<Row> {
  const statement = {
    text: `SELECT ${columns} ${log} AND id = $2`,
    values: [...Object.values(context), id],
  };
  const [row] = isUuid(id) ? await database.query(context, statement) : [];
  if (!row) throw notFound('audit_entries', id);
  return row;
}
