import { isUniqueViolation } from '@storewright/database';
import {
  ApiError,
  checkIfMatch,
  etagOf,
  isUuid,
  type ListQuery,
  notFound,
  type Page,
  pageOf,
  type ParsedResource,
  type Row,
  rowsToRead,
  rowsToSkip,
} from '@storewright/json-api';
import type {
  ReadContext,
  ResourceLocator,
  ResourceRepository,
  TransactionContext,
} from '@storewright/resources';
import type { RowsOfShop, Shop } from '@storewright/tenancy';
import { v7 as uuidv7 } from 'uuid';
import { checkMerged, merged, type MetaData } from './meta-data';
import type { CreateMeta, UpdateMeta } from './meta.dto';
import { meta } from './meta.resource';
import {
  byIdsStatement,
  deleteMeta,
  findStatement,
  insertMeta,
  lockStatement,
  updateMeta,
} from './meta-statements';
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

/** A page of the objects that match the filters (specification §4.2). */
async function page({ rows, shop }: ReadContext, query: ListQuery): Promise<Page> {
  const { resource_type, resource_id, meta } = query.filters;
  const filters = {
    shop_id: shop.id,
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

async function find({ rows, shop }: ReadContext, id: string): Promise<Row> {
  const [row] = isUuid(id) ? await rows.query(findStatement(shop.id, id)) : [];
  if (!row) throw notFound('meta', id);
  return row;
}

async function insert({ rows, shop }: TransactionContext, input: ParsedResource<object>): Promise<Row> {
  const { id = uuidv7(), attributes, pointer } = input;
  const { resource_type, resource_id, data = {} } = attributes as CreateMeta;
  const write = insertMeta(shop.id, {
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
    throw isTaken ? idTaken(id, `${pointer}/id`, error) : error;
  }
}

/**
 * One new object in so many begins a new segment of the search, once it is committed. A failure is no concern of the request: another object will
 * begin it.
 */
async function growSegments(rows: RowsOfShop, shop: Shop, created: Row): Promise<void> {
  if (!opensSegment(Number(created['segment']), Math.random())) return;
  await rows.query(openSegmentStatement(shop.id)).catch(() => undefined);
}

/**
 * Locks the row, merges and writes: writers of different keys never lose each other's (CONTRACT §5). Where nothing changes, nothing is written: neither
 * version nor event.
 */
async function update(
  context: TransactionContext,
  locator: ResourceLocator,
  { attributes, pointer }: ParsedResource<object>,
): Promise<Row> {
  const row = await lock(context, locator);
  const { data, override = false } = attributes as UpdateMeta;
  if (data === undefined) return row;
  const old = JSON.parse(String(row['data'])) as MetaData;
  const next = merged(old, data, override);
  checkMerged(next, `${pointer}/attributes/data`);
  const [before, after] = [entryTokens(old), entryTokens(next)];
  const [gone, added] = [without(before, after), without(after, before)];
  const changed = { id: locator.id, segment: row.segment, data: JSON.stringify(next), gone, added };
  const [written] = await context.rows.write(updateMeta(context.shop.id, changed));
  return written ?? row;
}

async function remove(context: TransactionContext, locator: ResourceLocator): Promise<void> {
  const row = await lock(context, locator);
  const gone = entryTokens(JSON.parse(String(row['data'])) as MetaData);
  await context.rows.write(deleteMeta(context.shop.id, { id: locator.id, segment: row.segment, gone }));
}

async function lock(
  { rows, shop }: TransactionContext,
  { id, ifMatch }: ResourceLocator,
): Promise<Row & { segment: number }> {
  const [row] = isUuid(id) ? await rows.query(lockStatement(shop.id, id)) : [];
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

function idTaken(id: string, pointer: string, cause: unknown): ApiError {
  return new ApiError('already_exists', {
    detail: `There is a meta object with the id "${id}" already.`,
    source: { pointer },
    cause,
  });
}

/** The meta resource: its search and its entries are its own, everything else is as with every resource. */
export const metaRepository: ResourceRepository = {
  resource: meta,
  page,
  find,
  findByIds: ({ rows, shop }, ids) => rows.query(byIdsStatement(shop.id, ids)),
  insert,
  insertIsSingleStatement: () => true,
  afterInsert: growSegments,
  update,
  remove,
};
