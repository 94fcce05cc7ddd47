import { Injectable } from '@nestjs/common';
import { ShopDatabase } from '@storewright/database';
import {
  type Audience,
  eventStatement,
  sequenceEvents,
  stretchStatement,
  stretchTotalStatement,
} from '@storewright/events';
import {
  ApiError,
  isUuid,
  type ListQuery,
  notFound,
  type Page,
  pageOf,
  type Row,
  rowsToRead,
  rowsToSkip,
} from '@storewright/json-api';
import { type Shop, ShopRows } from '@storewright/tenancy';
import { asked, askedInAll } from './asked';

/** Whether committed events wait for their number, and where the log begins. */
const state = {
  name: 'events-state',
  text: `SELECT EXISTS (SELECT FROM shop.events WHERE shop_id = $1 AND sequence IS NULL) AS waiting,
    (SELECT first_sequence FROM shop.event_streams WHERE shop_id = $1) AS first_sequence`,
};

/** The log of a shop as it is told to whoever holds a token of it. */
@Injectable()
export class EventLog {
  constructor(
    private readonly rows: ShopRows,
    private readonly database: ShopDatabase,
  ) {}

  async list(shop: Shop, grant: Audience, query: ListQuery): Promise<Page> {
    const whose = { shop_id: shop.id, audience: audienceOf(grant) };
    const stretch = { ...whose, ...asked(query) };
    const first = await this.upToNow(shop);
    if (stretch.above !== undefined) checkKept(stretch.above, first);
    const rows = this.rows.of(shop);
    const [read, total] = await Promise.all([
      rows.query(stretchStatement(stretch, rowsToRead(query), rowsToSkip(query))),
      query.total ? rows.query(stretchTotalStatement({ ...whose, ...askedInAll(query) })) : undefined,
    ]);
    const shown = read.map((row) => asShown(shop, row));
    return pageOf(query, shown, total && Number(total[0]!['total']));
  }

  async find(shop: Shop, grant: Audience, id: string): Promise<Row> {
    if (!isUuid(id)) throw notFound('events', id);
    await this.upToNow(shop);
    const [row] = await this.rows.of(shop).query(eventStatement(shop.id, audienceOf(grant), id));
    if (!row) throw notFound('events', id);
    return asShown(shop, row);
  }

  /** Gives numbers to what was committed before this request, so that a client reads what it wrote. Returns the first number that is kept. */
  private async upToNow(shop: Shop): Promise<bigint> {
    const [row] = await this.rows.of(shop).query({ ...state, values: [shop.id] });
    if (row!['waiting'] === true) await sequenceEvents(this.database, shop.id);
    return BigInt((row!['first_sequence'] as string | null) ?? 1);
  }
}

/** Who misses events has to know it. */
function checkKept(above: string, first: bigint): void {
  if (BigInt(above) + 1n >= first) return;
  throw new ApiError('events_expired', {
    detail: `The log begins with the sequence ${first}; what came between ${above} and it is gone. Read the resources anew, and go on from ${first - 1n}.`,
    source: { parameter: 'filter[since]' },
  });
}

function audienceOf({ scopes, installation_id }: Audience): Audience {
  return { ...(scopes && { scopes }), ...(installation_id !== undefined && { installation_id }) };
}

function asShown({ id: shop_id }: Shop, { type, resource, ...row }: Row): Row {
  return { ...row, shop_id, event_type: type, data: resource };
}
