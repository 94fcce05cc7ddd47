import type { EntityListing } from '@storewright/database';
import { type EntityResource, type ShopRow, tableOf } from '@storewright/entities';
import {
  comparedOf,
  type Condition,
  isToMany,
  type ListQuery,
  type DocumentRow,
} from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import type { ReadContext } from '@storewright/tenancy';
import type { SelectQueryBuilder } from 'typeorm';
import { fewest, type Lookup, lookedUp } from './lookups';
import type { Membership, ParentScope, RelatedQuery } from './resource-queries';

type Columns = readonly (readonly [expression: string, name: string])[];

/** Reads the rows of a resource with all columns and computed values that the API returns. */
export class Documents<E extends ShopRow> {
  private readonly shown: Columns;
  private readonly byId: Readonly<Record<'name' | 'text', string>>;
  private readonly byIds: Readonly<Record<'name' | 'text', string>>;

  constructor(private readonly resource: EntityResource<E>) {
    const { type, entity, columns } = resource;
    this.shown = columns.map((name) => [resource.expression('t', name), name] as const);
    const ofShop = `SELECT ${resource.select('t')} FROM ${tableOf(entity)} t WHERE t.shop_id = $1 AND`;
    this.byId = { name: `${type} by id`, text: `${ofShop} t.id = $2` };
    this.byIds = { name: `${type} by ids`, text: `${ofShop} t.id = ANY ($2)` };
  }

  async find(context: ReadContext, id: string): Promise<DocumentRow | undefined> {
    const { name, text } = this.byId;
    // The properties of the statement are listed one by one, because spreading an object here costs 2 µs per
    // request (V8 hidden classes).
    const [row] = await context.query({ name, text, values: [context.shop.id, id] });
    return row;
  }

  findByIds(context: ReadContext, ids: readonly string[]): Promise<DocumentRow[]> {
    const { name, text } = this.byIds;
    return context.query({ name, text, values: [context.shop.id, ids] });
  }

  page(context: ReadContext, query: ListQuery, parent?: ParentScope): Promise<Page> {
    return context.repository(this.resource.entity).page(this.listing(query.conditions, parent), query);
  }

  /**
   * Reads a page of a list with text, tag or meta filters, whose conditions depend on rows of other tables. If at
   * most `MAX_FEW` rows can match, reads these rows by id. Otherwise scans a limited part of the list.
   */
  async pageOf(
    context: ReadContext,
    query: ListQuery,
    lookups: readonly Lookup[],
    parent?: ParentScope,
  ): Promise<Page> {
    const few = await fewest(context, lookups);
    const listing = this.listing(
      query.conditions.filter(({ name }) => !this.isTags(name)),
      parent,
    );
    // A request with a page number needs all preceding pages, so a limited scan of the list is not enough.
    const isWalked = few === undefined && query.number === undefined;
    return context.repository(this.resource.entity).page(lookedUp(listing, lookups, few, isWalked), query);
  }

  isTags(name: string): boolean {
    return this.resource.filterable[name] === 'tags';
  }

  /**
   * Returns the related objects of several parent objects, each with the id of its parent as `of`.
   * QueryBuilder does not support LATERAL, which makes Postgres do one index lookup per parent.
   */
  findRelated(context: ReadContext, { many, ids, limit }: RelatedQuery): Promise<DocumentRow[]> {
    const { from, by, name, id = 'uuid' } = members(this.resource, many);
    return context.query({
      name: `${this.resource.type}-of-${name}`,
      text: `SELECT parent.id AS of, member.* FROM unnest($2::${id}[]) AS parent (id) CROSS JOIN LATERAL (
        SELECT ${this.resource.select('t')} FROM ${from} ORDER BY ${by} LIMIT $3) AS member`,
      values: [context.shop.id, ids, limit],
    });
  }

  /** Returns the SQL of a list, without sort order and pagination. */
  listing(conditions: readonly Condition[], parent?: ParentScope): EntityListing<E> {
    const compared = conditions.map((condition, at) => this.comparison(condition, `filter${at}`));
    const { resource } = this;
    return {
      shape: [...compared, parent ? JSON.stringify(parent.many) : ''].join(' '),
      columns: this.shown,
      build: (query) => {
        if (parent) ofParent(query, parent.many);
        for (const each of compared) query.andWhere(each);
        return query;
      },
      values: {
        ...(parent && { parent: parent.id }),
        ...Object.fromEntries(
          conditions.flatMap(({ operator, values }, at) =>
            operator === 'exists' ? [] : [[`filter${at}`, values.length > 1 ? values : values[0]]],
          ),
        ),
      },
      ranges: conditions
        .filter(({ name, operator }) => isByOrder(operator) || this.isUneven(name))
        .map(({ name }) => name),
      keys: Object.fromEntries(
        ['id', ...resource.sortable].map((name) => [name, resource.expression('t', name)]),
      ),
    };
  }

  /**
   * True for a filter on an id that is not a relationship, such as the author. The frequency of these values
   * differs widely: a few values match almost every row, most values match few rows.
   */
  private isUneven(name: string): boolean {
    const kind = this.resource.filterable[name];
    return kind !== undefined && comparedOf(kind) === 'id' && this.resource.relationships[name] === undefined;
  }

  private comparison({ name, operator, values }: Condition, parameter: string): string {
    const column = this.columnOf(name);
    if (operator === 'exists') return `${column} IS ${values[0] === 'true' ? 'NOT NULL' : 'NULL'}`;
    if (values.length === 1) return `${column} ${operator} :${parameter}`;
    return operator === '=' ? `${column} = ANY (:${parameter})` : `${column} <> ALL (:${parameter})`;
  }

  private columnOf(name: string): string {
    const { filterable, relationships } = this.resource;
    const kind = filterable[name];
    const relationship = relationships[name];
    if (typeof kind === 'object' && 'is' in kind && kind.column) return `t.${kind.column}`;
    if (relationship && !isToMany(relationship)) return `t.${relationship.column}`;
    return this.resource.expression('t', name);
  }
}

const isByOrder = (operator: Condition['operator']) => ['<', '<=', '>', '>='].includes(operator);

function ofParent<E extends ShopRow>(query: SelectQueryBuilder<E>, many: Membership): void {
  if ('attachedTo' in many) throw new Error('what is attached to an object is listed at its own address');
  if ('column' in many) query.andWhere(`t.${many.column} = :parent`);
  else
    query
      // By its class: a name with a schema looks like a property of an alias to QueryBuilder.
      .innerJoin(
        query.dataSource.getMetadata(many.table).target,
        'pair',
        `pair.shop_id = t.shop_id AND pair.${many.inverseJoinColumn} = t.id`,
      )
      .andWhere('pair.shop_id = :shop_id')
      .andWhere(`pair.${many.joinColumn} = :parent`);
}

interface Members {
  from: string;
  by: string;
  name: string;
  /** Set to `text` if the related rows store the id of the parent object as text. */
  id?: 'text';
}

function members({ entity }: EntityResource, many: Membership): Members {
  if ('attachedTo' in many) {
    const { attachedTo } = many;
    const from = `${tableOf(entity)} t WHERE t.shop_id = $1 AND t.resource_type = '${attachedTo}' AND t.resource_id = parent.id`;
    return { from, by: 't.id', name: attachedTo, id: 'text' };
  }
  if ('column' in many) {
    const from = `${tableOf(entity)} t WHERE t.shop_id = $1 AND t.${many.column} = parent.id`;
    return { from, by: 't.id', name: many.column };
  }
  const { table, joinColumn, inverseJoinColumn } = many;
  const on = `t.shop_id = pair.shop_id AND t.id = pair.${inverseJoinColumn}`;
  const from = `${table} pair JOIN ${tableOf(entity)} t ON ${on} WHERE pair.shop_id = $1 AND pair.${joinColumn} = parent.id`;
  return { from, by: `pair.${inverseJoinColumn}`, name: table };
}
