import { Inject, Injectable } from '@nestjs/common';
import type { Statement } from '@storewright/database';
import { type ColumnValues, parseJson, type Row } from '@storewright/entities';
import {
  isUuid,
  type ListQuery,
  type ParsedResource,
  type Resource,
  type DocumentRow,
  Violations,
} from '@storewright/json-api';
import { type Page, pageOf, rowsToRead, rowsToSkip } from '@storewright/pages';
import {
  type Lookup,
  MAX_FEW,
  type NewObjectInput,
  type RelatedWrites,
  ResourceRepository,
  type RuleResult,
  withWrites,
} from '@storewright/resources';
import type { InsertValues, ReadContext, RowsOfShop, ShopTransaction } from '@storewright/tenancy';
import type { CreateMeta, UpdateMeta } from './meta.dto';
import type { Meta } from './meta.entity';
import { meta } from './meta.resource';
import { checkData, checkMerged, isData, merged, type MetaLimits } from './meta-data';
import { changeEntries, segmentWithEntries } from './meta-entries';
import { conditionsOfWords } from './meta-words';
import {
  attachedTo,
  entryTokens,
  KnownSegments,
  type MetaCondition,
  MetaFilterError,
  openSegmentStatement,
  opensSegment,
  pageBound,
  parseMetaFilter,
  searchStatement,
  totalStatement,
  untilEnd,
} from './search';

export const META_LIMITS = Symbol('limits of meta data');

@Injectable()
export class MetaRepository extends ResourceRepository<Meta, CreateMeta, UpdateMeta> {
  static override readonly resource = meta;

  private readonly segments = new KnownSegments();

  constructor(@Inject(META_LIMITS) private readonly limits: MetaLimits) {
    super();
  }

  override validate(
    { data }: { data?: unknown },
    violations: Violations,
    pointer: string,
    source: string,
  ): void {
    if (isData(data)) checkData(data, violations, `${pointer}/data`, source, this.limits);
  }

  /** Returns a page of the metadata objects that match the filters (docs/contract.md §5). */
  override async page(context: ReadContext, query: ListQuery): Promise<Page> {
    const { resource_type, meta } = query.filters;
    const { order, after, before, number } = query;
    const words = conditionsOfWords(query.words ?? []);
    const resource_id = query.filters['resource_id'] ?? words.resource_id;
    if (words.resource_id !== undefined && words.resource_id !== resource_id)
      return pageOf(query, [], query.total ? 0 : undefined);
    const question = {
      shop_id: context.shop.id,
      resource_type,
      resource_id,
      conditions: [...(meta === undefined ? [] : conditionsOf(meta)), ...words.conditions],
      order,
      after,
      before,
      limit: rowsToRead(query),
      offset: rowsToSkip(query),
      // A page that is requested by number depends on all earlier pages, so the search for this page has no
      // limits.
      bound: number === undefined ? pageBound : undefined,
    };
    const [rows, total] = await Promise.all([
      context.query(searchStatement(question)),
      query.total ? context.query(totalStatement(question)) : undefined,
    ]);
    const { rows: found, end } = untilEnd(rows, order);
    return pageOf(query, found, total && Number(total[0]!['total']), end);
  }

  /**
   * Implements `filter[meta]` for all resources: finds objects whose attached metadata matches the filter.
   */
  override attachedLookup({ type: resource_type }: Resource, filter: string): Lookup {
    const conditions = conditionsOf(filter);
    const { sql, values } = attachedTo(resource_type, conditions);
    const order = [{ column: 'id', descending: false }];
    const few = async (context: ReadContext): Promise<readonly string[] | undefined> => {
      const question = { shop_id: context.shop.id, resource_type, conditions };
      const place = { order, limit: MAX_FEW + 1, most: MAX_FEW + 1, bound: pageBound };
      const { rows, end } = untilEnd(await context.query(searchStatement({ ...question, ...place })), order);
      if (end || rows.length > MAX_FEW) return undefined;
      // Removes ids that are not UUIDs, because metadata can be attached to any id.
      return rows.map((row) => String(row['resource_id'])).filter(isUuid);
    };
    return { sql, values, candidates: [few] };
  }

  protected override beforeInsert(
    { id, attributes }: NewObjectInput<CreateMeta>,
    { shop }: ShopTransaction,
  ): InsertValues<Meta> {
    const { resource_type, resource_id, data = {} } = attributes;
    const segment = segmentWithEntries(entryTokens(data), this.segments.of(shop.id, id));
    return { resource_type, resource_id, data, segment };
  }

  /**
   * After the creation of a metadata object, sometimes starts a new search index segment. The request
   * succeeds even if this fails, because a later request starts the segment.
   */
  override async afterCommit(rows: RowsOfShop, created: DocumentRow): Promise<void> {
    const { id: shopId } = rows.shop;
    const known = this.segments.of(shopId, String(created['id'])) !== undefined;
    const read = (statement: Statement) => rows.query(statement);
    if (!known) await this.segments.learn(shopId, Math.random(), read).catch(() => undefined);
    if (!opensSegment(Number(created['segment']), Math.random())) return;
    await rows.query(openSegmentStatement(shopId, String(created['id']))).catch(() => undefined);
  }

  /**
   * Merges the metadata while the row is locked, so that concurrent updates of different keys are both stored
   * (docs/contract.md §5).
   */
  protected override beforeUpdate(
    { attributes, pointer }: ParsedResource<UpdateMeta>,
    row: Row<Meta>,
    tx: ShopTransaction,
  ): RuleResult<ColumnValues<Meta>> {
    const { data, override = false } = attributes;
    if (data === undefined) return {};
    const old = parseJson(row.data);
    const next = merged(old, data, override);
    checkMerged(next, `${pointer}/attributes/data`, this.limits);
    const [before, after] = [entryTokens(old), entryTokens(next)];
    const changes = { removed: without(before, after), added: without(after, before) };
    return withWrites({ data: next }, { before: () => changeEntries(tx, row, changes) });
  }

  protected override beforeDelete(row: Row<Meta>, tx: ShopTransaction): RelatedWrites {
    const removed = entryTokens(parseJson(row.data));
    return { before: () => changeEntries(tx, row, { removed, added: [] }) };
  }
}

function conditionsOf(text: string): MetaCondition[] {
  try {
    return parseMetaFilter(text);
  } catch (error) {
    if (!(error instanceof MetaFilterError)) throw error;
    const source = { parameter: 'filter[meta]' };
    const violations = new Violations();
    for (const { reason, detail } of error.violations)
      violations.add('invalid_query_parameter', { detail, source, meta: { reason } });
    violations.throwIfAny();
    throw error;
  }
}

function without(tokens: Buffer[], others: Buffer[]): Buffer[] {
  const known = new Set(others.map((token) => token.toString('latin1')));
  return tokens.filter((token) => !known.has(token.toString('latin1')));
}
