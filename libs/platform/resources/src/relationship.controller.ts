import { Controller, Delete, Get, Param, Patch, Post, type Type } from '@nestjs/common';
import { Scope } from '@storewright/access';
import {
  collectionDocument,
  IfMatch,
  isToMany,
  type Linkage,
  linkageToMany,
  linkageToOne,
  type ListQuery,
  Members,
  noContent,
  nullDocument,
  type ObjectQuery,
  type Render,
  resourceDocument,
  targetOf,
  type ToMany,
  type ToOne,
} from '@storewright/json-api';
import { scopeOf } from '@storewright/scopes';
import { CurrentShop, type Shop, ShopRows, type ShopTransaction } from '@storewright/tenancy';
import { readIncluded, type RowsByType } from './includes';
import type { MemberChange, ResourceLocator, ResourceRows } from './resource-rows';
import { CollectionQuery, LinkageQuery, NoQuery, ResourceQuery } from './include-authorization';

/** A relationship that has addresses: `…/{id}/<name>` for what it leads to, `…/{id}/relationships/<name>` for the linkage. */
interface Related<R> {
  served: ResourceRows;
  all: RowsByType;
  name: string;
  relationship: R;
}

/** The addresses of one relationship. What cannot be changed has no route for it: 405. */
export function relationshipControllers(served: ResourceRows, all: RowsByType, name: string): Type[] {
  const relationship = served.resource.relationships[name]!;
  const related = { served, all, name };
  return isToMany(relationship)
    ? [relatedMany({ ...related, relationship }), linkageMany({ ...related, relationship })]
    : [relatedOne({ ...related, relationship }), linkageOne({ ...related, relationship })];
}

function relatedOne({ served, all, name, relationship: { column, type } }: Related<ToOne>): Type {
  const { resource } = served;
  const target = targetOf(resource, name);

  @Controller(`${resource.path.slice(1)}/:id/${name}`)
  class RelatedOne {
    constructor(readonly door: ShopRows) {}

    @Get()
    @Scope(scopeOf(resource.type, 'get'), scopeOf(type, 'get'))
    async get(
      @CurrentShop() shop: Shop,
      @Param('id') id: string,
      @ResourceQuery(target) query: ObjectQuery,
    ): Promise<Render> {
      const context = { shop, rows: this.door.of(shop) };
      const other = (await served.find(context, id))[column];
      const [row] = typeof other === 'string' ? await all.get(type)!.findByIds(context, [other]) : [];
      if (!row) return nullDocument(query.included);
      const included = await readIncluded(all, context, { resource: target, rows: [row] }, query);
      return resourceDocument(target, row, query, { included });
    }
  }
  return RelatedOne;
}

function relatedMany({ served, all, name, relationship: { many: of, type } }: Related<ToMany>): Type {
  const { resource } = served;
  const target = targetOf(resource, name);

  @Controller(`${resource.path.slice(1)}/:id/${name}`)
  class RelatedMany {
    constructor(readonly door: ShopRows) {}

    @Get()
    @Scope(scopeOf(resource.type, 'get'), scopeOf(type, 'collection'))
    async list(
      @CurrentShop() shop: Shop,
      @Param('id') id: string,
      @CollectionQuery(target) query: ListQuery,
    ): Promise<Render> {
      const context = { shop, rows: this.door.of(shop) };
      await served.find(context, id);
      const page = await all.get(type)!.page(context, query, { many: of, id });
      const included = await readIncluded(all, context, { resource: target, rows: page.rows }, query);
      return collectionDocument(target, page, query, included);
    }
  }
  return RelatedMany;
}

function linkageOne({ served, name, relationship }: Related<ToOne>): Type {
  const { resource } = served;
  const { column, type, writable } = relationship;

  @Controller(`${resource.path.slice(1)}/:id/relationships/${name}`)
  class LinkageOne {
    constructor(readonly door: ShopRows) {}

    @Get()
    @Scope(scopeOf(resource.type, 'get'))
    async get(@CurrentShop() shop: Shop, @Param('id') id: string, @NoQuery() _query: void): Promise<Render> {
      const row = await served.find({ shop, rows: this.door.of(shop) }, id);
      return linkageToOne(type, row[column] as string | null);
    }

    @Where(writable?.includes('update'), Patch(), Scope(scopeOf(resource.type, 'patch')))
    async replace(
      @CurrentShop() shop: Shop,
      @Param('id') id: string,
      @NoQuery() _query: void,
      @Members(relationship) linkage: Linkage,
      @IfMatch() ifMatch?: string,
    ): Promise<Render> {
      const relationships = { [name]: linkage };
      const input = { attributes: {}, relationships, pointer: '', linkagePointer: '/data', source: '' };
      await this.door.of(shop).transaction((rows) => served.update!({ shop, rows }, { id, ifMatch }, input));
      return noContent();
    }
  }
  return LinkageOne;
}

function linkageMany({ served, all, name, relationship }: Related<ToMany>): Type {
  const { resource } = served;
  const { many: of, type, writable } = relationship;
  const target = targetOf(resource, name);
  const change = (method: MethodDecorator) =>
    Where(writable?.includes('update'), method, Scope(scopeOf(resource.type, 'patch')));

  @Controller(`${resource.path.slice(1)}/:id/relationships/${name}`)
  class LinkageMany {
    constructor(readonly door: ShopRows) {}

    @Get()
    @Scope(scopeOf(resource.type, 'get'))
    async list(
      @CurrentShop() shop: Shop,
      @Param('id') id: string,
      @LinkageQuery(target) query: ListQuery,
    ): Promise<Render> {
      const context = { shop, rows: this.door.of(shop) };
      await served.find(context, id);
      return linkageToMany(type, await all.get(type)!.page(context, query, { many: of, id }), query);
    }

    @change(Patch())
    replace(
      @CurrentShop() shop: Shop,
      @Param('id') id: string,
      @NoQuery() _query: void,
      @Members(relationship) ids: readonly string[],
      @IfMatch() ifMatch?: string,
    ): Promise<Render> {
      return this.change(shop, { id, ifMatch }, { how: 'replace', ids });
    }

    @change(Post())
    add(
      @CurrentShop() shop: Shop,
      @Param('id') id: string,
      @NoQuery() _query: void,
      @Members(relationship) ids: readonly string[],
      @IfMatch() ifMatch?: string,
    ): Promise<Render> {
      return this.change(shop, { id, ifMatch }, { how: 'add', ids });
    }

    @change(Delete())
    remove(
      @CurrentShop() shop: Shop,
      @Param('id') id: string,
      @NoQuery() _query: void,
      @Members(relationship) ids: readonly string[],
      @IfMatch() ifMatch?: string,
    ): Promise<Render> {
      return this.change(shop, { id, ifMatch }, { how: 'remove', ids });
    }

    private async change(
      shop: Shop,
      locator: ResourceLocator,
      change: Pick<MemberChange, 'how' | 'ids'>,
    ): Promise<Render> {
      const work = (rows: ShopTransaction) =>
        served.updateMembers!({ shop, rows }, locator, { name, pointer: '/data', ...change });
      await this.door.of(shop).transaction(work);
      return noContent();
    }
  }
  return LinkageMany;
}

/** The decorators of a route that is there only where it can be used. */
function Where(can: boolean | undefined, ...decorators: MethodDecorator[]): MethodDecorator {
  return (target, name, descriptor) => {
    if (can) for (const decorate of decorators) decorate(target, name, descriptor);
  };
}
