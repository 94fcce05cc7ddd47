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
import { readIncluded, type RepositoriesByType } from './includes';
import type { MemberChange, ResourceLocator, ResourceRepository } from './resource-repository';
import { CollectionQuery, LinkageQuery, NoQuery, ResourceQuery } from './include-authorization';

/** A relationship that has addresses: `…/{id}/<name>` for what it leads to, `…/{id}/relationships/<name>` for the linkage. */
interface Related<R> {
  repository: ResourceRepository;
  repositories: RepositoriesByType;
  name: string;
  relationship: R;
}

/** The addresses of one relationship. What cannot be changed has no route for it: 405. */
export function relationshipControllers(
  repository: ResourceRepository,
  repositories: RepositoriesByType,
  name: string,
): Type[] {
  const relationship = repository.resource.relationships[name]!;
  const related = { repository, repositories, name };
  return isToMany(relationship)
    ? [relatedMany({ ...related, relationship }), linkageMany({ ...related, relationship })]
    : [relatedOne({ ...related, relationship }), linkageOne({ ...related, relationship })];
}

function relatedOne({
  repository,
  repositories,
  name,
  relationship: { column, type },
}: Related<ToOne>): Type {
  const { resource } = repository;
  const target = targetOf(resource, name);

  @Controller(`${resource.path.slice(1)}/:id/${name}`)
  class RelatedOne {
    constructor(readonly rows: ShopRows) {}

    @Get()
    @Scope(scopeOf(resource.type, 'get'), scopeOf(type, 'get'))
    async get(
      @CurrentShop() shop: Shop,
      @Param('id') id: string,
      @ResourceQuery(target) query: ObjectQuery,
    ): Promise<Render> {
      const context = { shop, rows: this.rows.of(shop) };
      const other = (await repository.find(context, id))[column];
      const [row] =
        typeof other === 'string' ? await repositories.get(type)!.findByIds(context, [other]) : [];
      if (!row) return nullDocument(query.included);
      const included = await readIncluded(repositories, context, { resource: target, rows: [row] }, query);
      return resourceDocument(target, row, query, { included });
    }
  }
  return RelatedOne;
}

function relatedMany({
  repository,
  repositories,
  name,
  relationship: { many: of, type },
}: Related<ToMany>): Type {
  const { resource } = repository;
  const target = targetOf(resource, name);

  @Controller(`${resource.path.slice(1)}/:id/${name}`)
  class RelatedMany {
    constructor(readonly rows: ShopRows) {}

    @Get()
    @Scope(scopeOf(resource.type, 'get'), scopeOf(type, 'collection'))
    async list(
      @CurrentShop() shop: Shop,
      @Param('id') id: string,
      @CollectionQuery(target) query: ListQuery,
    ): Promise<Render> {
      const context = { shop, rows: this.rows.of(shop) };
      await repository.find(context, id);
      const page = await repositories.get(type)!.page(context, query, { many: of, id });
      const included = await readIncluded(
        repositories,
        context,
        { resource: target, rows: page.rows },
        query,
      );
      return collectionDocument(target, page, query, included);
    }
  }
  return RelatedMany;
}

function linkageOne({ repository, name, relationship }: Related<ToOne>): Type {
  const { resource } = repository;
  const { column, type, writable } = relationship;

  @Controller(`${resource.path.slice(1)}/:id/relationships/${name}`)
  class LinkageOne {
    constructor(readonly rows: ShopRows) {}

    @Get()
    @Scope(scopeOf(resource.type, 'get'))
    async get(@CurrentShop() shop: Shop, @Param('id') id: string, @NoQuery() _query: void): Promise<Render> {
      const row = await repository.find({ shop, rows: this.rows.of(shop) }, id);
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
      await this.rows
        .of(shop)
        .transaction((rows) => repository.update!({ shop, rows }, { id, ifMatch }, input));
      return noContent();
    }
  }
  return LinkageOne;
}

function linkageMany({ repository, repositories, name, relationship }: Related<ToMany>): Type {
  const { resource } = repository;
  const { many: of, type, writable } = relationship;
  const target = targetOf(resource, name);
  const change = (method: MethodDecorator) =>
    Where(writable?.includes('update'), method, Scope(scopeOf(resource.type, 'patch')));

  @Controller(`${resource.path.slice(1)}/:id/relationships/${name}`)
  class LinkageMany {
    constructor(readonly rows: ShopRows) {}

    @Get()
    @Scope(scopeOf(resource.type, 'get'))
    async list(
      @CurrentShop() shop: Shop,
      @Param('id') id: string,
      @LinkageQuery(target) query: ListQuery,
    ): Promise<Render> {
      const context = { shop, rows: this.rows.of(shop) };
      await repository.find(context, id);
      return linkageToMany(type, await repositories.get(type)!.page(context, query, { many: of, id }), query);
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
        repository.updateMembers!({ shop, rows }, locator, { name, pointer: '/data', ...change });
      await this.rows.of(shop).transaction(work);
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
