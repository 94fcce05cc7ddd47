import { isUniqueViolation, type Transaction } from '@storewright/database';
import {
  ApiError,
  checkIfMatch,
  etagOf,
  type Input,
  isUuid,
  type ListQuery,
  notFound,
  type Page,
  pageOf,
  type Row,
  rowsToRead,
  rowsToSkip,
} from '@storewright/json-api';
import type { RowsOfShop } from '@storewright/tenancy';
import { v7 as uuidv7 } from 'uuid';
import { checkMerged, merged, type MetaData } from './meta-data';
import type { CreateMeta, UpdateMeta } from './meta.dto';
import { deletion, findStatement, insertion, lockStatement, update } from './meta-statements';
import {
  entryTokens,
  type MetaCondition,
  MetaFilterError,
  openSegmentStatement,
  opensSegment,
  parseMetaFilter,
  searchStatement,
  totalStatement,
} from './search';

/** One meta object of one shop, and the state of it that the client knows. */
interface Target {
  shop_id: string;
  id: string;
  ifMatch?: string | undefined;
}

/** A page of the objects that match the filters (specification §4.2). */
export async function listMeta(rows: RowsOfShop, shopId: string, query: ListQuery): Promise<Page> {
  const { resource_type, resource_id, meta } = query.filters;
  const filters = {
    shop_id: shopId,
    ...(resource_type === undefined ? {} : { resource_type }),
    ...(resource_id === undefined ? {} : { resource_id }),
    conditions: meta === undefined ? [] : conditionsOf(meta),
  };
  const { order, after, before } = query;
  const place = {
    order,
    ...(after && { after }),
    ...(before && { before }),
    limit: rowsToRead(query),
    offset: rowsToSkip(query),
  };
  const [read, total] = await Promise.all([
    rows.query(searchStatement({ ...filters, ...place })),
    query.total ? rows.query(totalStatement(filters)) : undefined,
  ]);
  return pageOf(query, read, total && Number(total[0]!['total']));
}

export async function findMeta(rows: RowsOfShop, shopId: string, id: string): Promise<Row> {
  const [row] = isUuid(id) ? await rows.query(findStatement(shopId, id)) : [];
  if (!row) throw notFound('meta', id);
  return row;
}

export async function createMeta(
  rows: Pick<RowsOfShop, 'write'>,
  shopId: string,
  { id = uuidv7(), attributes: { resource_type, resource_id, data = {} } }: Input<CreateMeta>,
): Promise<Row> {
  const write = insertion(shopId, {
    id,
    resource_type,
    resource_id,
    data: JSON.stringify(data),
    tokens: entryTokens(data),
  });
  try {
    const [row] = await rows.write(write);
    return row!;
  } catch (error) {
    // Within a transaction the error is still the database's own.
    const isTaken =
      isUniqueViolation(error) || (error instanceof ApiError && error.code === 'already_exists');
    throw isTaken ? idTaken(id, error) : error;
  }
}

/**
 * One new object in so many begins a new segment of the search, once it is committed. A failure is no concern of the request: another object will
 * begin it.
 */
export async function growSegments(rows: RowsOfShop, shopId: string, created: Row): Promise<void> {
  if (!opensSegment(Number(created['segment']), Math.random())) return;
  await rows.query(openSegmentStatement(shopId)).catch(() => undefined);
}

/**
 * Locks the row, merges and writes: writers of different keys never lose each other's (CONTRACT §5). Where nothing changes, nothing is written: neither
 * version nor event.
 */
export function changeMeta(
  rows: RowsOfShop,
  target: Target,
  { data, override = false }: UpdateMeta,
): Promise<Row> {
  return rows.transaction(async (transaction) => {
    const row = await lock(transaction, target);
    if (data === undefined) return row;
    const old = JSON.parse(String(row['data'])) as MetaData;
    const next = merged(old, data, override);
    checkMerged(next, '/data/attributes/data');
    const [before, after] = [entryTokens(old), entryTokens(next)];
    const [gone, added] = [without(before, after), without(after, before)];
    const change = { id: target.id, segment: row.segment, data: JSON.stringify(next), gone, added };
    const [changed] = await transaction.write(update(target.shop_id, change));
    return changed ?? row;
  });
}

export function deleteMeta(rows: RowsOfShop, target: Target): Promise<void> {
  return rows.transaction(async (transaction) => {
    const row = await lock(transaction, target);
    const gone = entryTokens(JSON.parse(String(row['data'])) as MetaData);
    await transaction.write(deletion(target.shop_id, { id: target.id, segment: row.segment, gone }));
  });
}

async function lock(
  transaction: Transaction,
  { shop_id, id, ifMatch }: Target,
): Promise<Row & { segment: number }> {
  const [row] = isUuid(id) ? await transaction.query(lockStatement(shop_id, id)) : [];
  if (!row) throw notFound('meta', id);
  checkIfMatch(ifMatch, etagOf(row));
  return row as Row & { segment: number };
}

function conditionsOf(text: string): MetaCondition[] {
  try {
    return parseMetaFilter(text);
  } catch (error) {
    if (!(error instanceof MetaFilterError)) throw error;
    throw new ApiError('invalid_query_parameter', {
      detail: error.detail,
      source: { parameter: 'filter[meta]' },
    });
  }
}

function without(tokens: Buffer[], others: Buffer[]): Buffer[] {
  const known = new Set(others.map((token) => token.toString('latin1')));
  return tokens.filter((token) => !known.has(token.toString('latin1')));
}

function idTaken(id: string, cause: unknown): ApiError {
  return new ApiError('already_exists', {
    detail: `There is a meta object with the id "${id}" already.`,
    source: { pointer: '/data/id' },
    cause,
  });
}
