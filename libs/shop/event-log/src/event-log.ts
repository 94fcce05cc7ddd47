import { Injectable } from '@nestjs/common';
import { ShopDatabase } from '@storewright/database';
import {
  coordinatorOf,
  Event,
  eventStatement,
  isEpochDue,
  type LoggedEvent,
  type LogState,
  MAX_SEQUENCED,
  logStateStatement,
  rangeStatement,
  rangeTotalStatement,
  sequenceEvents,
  type Visibility,
} from '@storewright/events';
import { ApiError, isUuid, type ListQuery, notFound, type DocumentRow } from '@storewright/json-api';
import { type Page, pageOf, rowsToRead, rowsToSkip } from '@storewright/pages';
import { type Shop, ShopRows } from '@storewright/tenancy';
import { readEventFilters, readEventQuery } from './event-query';

@Injectable()
export class EventLog {
  constructor(
    private readonly rows: ShopRows,
    private readonly database: ShopDatabase,
  ) {}

  async list(shop: Shop, grant: Visibility, query: ListQuery): Promise<Page> {
    const whose = { shop_id: shop.id, visibility: visibilityOf(grant) };
    const range = { ...whose, ...readEventQuery(query) };
    const { first, epoch } = await this.upToNow(shop);
    if (range.above !== undefined) checkKept(range.above, first);
    await this.checkCursor(shop, query, first);
    const rows = this.rows.of(shop);
    const [read, total] = await Promise.all([
      rows.query<LoggedEvent>(rangeStatement(range, rowsToRead(query), rowsToSkip(query))),
      query.total
        ? rows.query<{ total: number }>(rangeTotalStatement({ ...whose, ...readEventFilters(query) }))
        : undefined,
    ]);
    const shown = read.map((row) => asShown(shop, row));
    return { ...pageOf(query, shown, total?.[0]!.total), meta: { epoch } };
  }

  async find(shop: Shop, grant: Visibility, id: string): Promise<DocumentRow> {
    if (!isUuid(id)) throw notFound('events', id);
    await this.upToNow(shop);
    const [row] = await this.rows
      .of(shop)
      .query<LoggedEvent>(eventStatement(shop.id, visibilityOf(grant), id));
    if (!row) throw notFound('events', id);
    return asShown(shop, row);
  }

  /**
   * Assigns sequence numbers to all committed events, so that clients can read the events of their own
   * writes. If necessary, starts a new epoch of the event log. Returns the first sequence number in the event
   * log.
   */
  private async upToNow(shop: Shop): Promise<{ first: bigint; epoch: number }> {
    let state = await this.stateOf(shop);
    const isDue = isEpochDue(state, await coordinatorOf(this.database));
    if (state.waiting || isDue) {
      await this.numberAll(shop, isDue);
      state = await this.stateOf(shop);
    }
    return { first: BigInt(state.first_sequence ?? 1), epoch: Number(state.epoch ?? 1) };
  }

  private async stateOf(shop: Shop): Promise<LogState> {
    const [row] = await this.rows.of(shop).query<LogState>(logStateStatement(shop.id));
    return row!;
  }

  /**
   * Throws if the event of the page cursor is not in the event log. A restore from a backup can remove the
   * event and assign its sequence number to a new event.
   */
  private async checkCursor(shop: Shop, { before, after }: ListQuery, first: bigint): Promise<void> {
    const [sequence, id] = before ?? after ?? [];
    if (sequence === undefined || id === undefined || BigInt(sequence) < first) return;
    const kept = this.rows.of(shop).repository(Event);
    if (await kept.exists({ where: { id, sequence } })) return;
    throw new ApiError('events_expired', {
      detail:
        'The log was restored from a backup and no longer contains the event of this cursor. Read the ' +
        'resources again, then continue from the newest event.',
      source: { parameter: before ? 'page[before]' : 'page[after]' },
    });
  }

  /**
   * Assigns sequence numbers to all pending events. Throws 503 if the time limit is too short for all events,
   * because a page without some committed events would look complete.
   */
  private async numberAll(shop: Shop, isDue: boolean): Promise<void> {
    const end = performance.now() + MAX_NUMBERING_MS;
    while ((await sequenceEvents(this.database, shop.id, isDue)) === MAX_SEQUENCED) {
      if (performance.now() < end) continue;
      throw new ApiError('overloaded', {
        detail: 'Too many events are waiting for a sequence number. Retry after the time in Retry-After.',
        headers: { 'retry-after': '2' },
      });
    }
  }
}

/** Time limit in milliseconds for assigning sequence numbers in one request. */
const MAX_NUMBERING_MS = 8_000;

/**
 * Throws 410 if events after sequence number `above` were deleted, so that clients notice the missing events.
 */
function checkKept(above: string, first: bigint): void {
  if (BigInt(above) + 1n >= first) return;
  throw new ApiError('events_expired', {
    detail:
      `The log starts at sequence number ${first}. The events between ${above} and ${first} were ` +
      `deleted. Read the resources again, then continue from ${first - 1n}.`,
    source: { parameter: 'filter[since]' },
  });
}

function visibilityOf({ scopes, installation_id }: Visibility): Visibility {
  return { ...(scopes && { scopes }), ...(installation_id !== undefined && { installation_id }) };
}

function asShown({ id: shop_id }: Shop, { type, resource, ...row }: LoggedEvent): DocumentRow {
  return { ...row, shop_id, event_type: type, data: resource };
}
