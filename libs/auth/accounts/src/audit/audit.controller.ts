import { Controller, Get, Param } from '@nestjs/common';
import { AuthDatabase, type Context, readPage } from '@storewright/database';
import {
  ApiError,
  collectionDocument,
  isUuid,
  ListParameters,
  type ListQuery,
  notFound,
  ObjectParameters,
  type ObjectQuery,
  type Page,
  type Render,
  resourceDocument,
  type Row,
  shown,
} from '@storewright/json-api';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { CurrentOwner, OwnsShop, SignedIn, type SignedInOwner } from '../sessions/signed-in';
import { auditKinds, isAuditKind } from './audit-kinds';
import { auditEntries, ownAuditEntries } from './audit-entry.resource';

/** Names are those of today: an id in an entry leads to the same person or app whatever it is called now. */
const columns =
  'e.id, e.shop_id, e.owner_id, e.app_id, e.kind, e.detail, e.request_id, e.created_at, o.name AS owner_name, a.name AS app_name';
const entries =
  'FROM auth.audit_entries e LEFT JOIN auth.owners o ON o.id = e.owner_id LEFT JOIN auth.apps a ON a.id = e.app_id';
const ofShop = `${entries} WHERE e.shop_id = $1`;
const ofOwner = `${entries} WHERE e.owner_id = $1 AND e.shop_id IS NULL`;

/** The log of a shop (CONTRACT §4). `sort=-id` shows the newest first. */
@Controller('api/shops/:shop_id/audit_entries')
export class AuditController {
  constructor(private readonly database: AuthDatabase) {}

  @Get()
  @OwnsShop()
  async list(@CurrentShop() { id }: Shop, @ListParameters(auditEntries) query: ListQuery): Promise<Render> {
    return collectionDocument(
      auditEntries,
      await pageOfLog(this.database, { shop_id: id }, ofShop, query),
      query,
    );
  }

  @Get(':id')
  @OwnsShop()
  async show(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @ObjectParameters(auditEntries) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(
      auditEntries,
      await entryOfLog(this.database, { shop_id: shop.id }, ofShop, id),
      query,
    );
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
    @ListParameters(ownAuditEntries) query: ListQuery,
  ): Promise<Render> {
    return collectionDocument(
      ownAuditEntries,
      await pageOfLog(this.database, { owner_id: id }, ofOwner, query),
      query,
    );
  }

  @Get(':id')
  @SignedIn()
  async show(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(ownAuditEntries) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(
      ownAuditEntries,
      await entryOfLog(this.database, { owner_id: owner.id }, ofOwner, id),
      query,
    );
  }
}

function pageOfLog(database: AuthDatabase, context: Context, log: string, query: ListQuery): Promise<Page> {
  const kinds = wantedKinds(query.filters['kind']);
  const listing = {
    columns,
    from: kinds ? `${log} AND e.kind = ANY ($2::text[])` : log,
    values: [...Object.values(context), ...(kinds ? [kinds] : [])],
    keys: { id: 'e.id' },
  };
  return readPage((statement) => database.query(context, statement), listing, query);
}

/** One kind, or several with commas between them. */
function wantedKinds(filter: string | undefined): string[] | undefined {
  const kinds = filter?.split(',');
  const unknown = kinds?.find((kind) => !isAuditKind(kind));
  if (unknown === undefined) return kinds;
  throw new ApiError('invalid_query_parameter', {
    detail: `"${shown(unknown)}" is no kind of entry; there are ${Object.keys(auditKinds).join(', ')}.`,
    source: { parameter: 'filter[kind]' },
  });
}

async function entryOfLog(database: AuthDatabase, context: Context, log: string, id: string): Promise<Row> {
  const statement = {
    text: `SELECT ${columns} ${log} AND e.id = $2`,
    values: [...Object.values(context), id],
  };
  const [row] = isUuid(id) ? await database.query(context, statement) : [];
  if (!row) throw notFound('audit_entries', id);
  return row;
}
