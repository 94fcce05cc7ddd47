import { Controller, Delete, Get, Param, Patch, Post, type Type } from '@nestjs/common';
import { Idempotent, idempotent, type IdempotentRequest, Scope } from '@storewright/access';
import {
  Changes,
  collectionDocument,
  created,
  IfMatch,
  type ListQuery,
  NewObject,
  noContent,
  type ObjectQuery,
  type ParsedResource,
  type Render,
  resourceDocument,
  type Row,
} from '@storewright/json-api';
import { type Action, scopeOf } from '@storewright/scopes';
import { CurrentShop, type Shop, ShopRows, type ShopTransaction } from '@storewright/tenancy';
import { readIncluded, type RepositoriesByType } from './includes';
import type { ResourceRepository, TransactionContext } from './resource-repository';
import { CollectionQuery, ResourceQuery } from './include-authorization';

/**
 * The way of a request to any resource. Host, shop, token and scope are behind it (the app's request pipeline); here follow its input, its rows and its
 * document. What the resource cannot do has no route.
 */
export function resourceController(repository: ResourceRepository, repositories: RepositoriesByType): Type {
  const { resource } = repository;

  @Controller(resource.path.slice(1))
  class ResourceController {
    constructor(readonly rows: ShopRows) {}

    @Route(true, Get(), 'collection')
    async list(@CurrentShop() shop: Shop, @CollectionQuery(resource) query: ListQuery): Promise<Render> {
      const context = { shop, rows: this.rows.of(shop) };
      const page = await repository.page(context, query);
      return collectionDocument(
        resource,
        page,
        query,
        await readIncluded(repositories, context, { resource, rows: page.rows }, query),
      );
    }

    @Route(repository.insert, Post(), 'post')
    async create(
      @CurrentShop() shop: Shop,
      @ResourceQuery(resource) query: ObjectQuery,
      @NewObject(resource) input: ParsedResource<object>,
      @Idempotent() request?: IdempotentRequest,
    ): Promise<Render> {
      const rows = this.rows.of(shop);
      let row: Row | undefined;
      const create = async (within: TransactionContext['rows']): Promise<Render> => {
        row = await repository.insert!({ shop, rows: within }, input);
        const context = { shop, rows: within };
        return created(resource, row, query, {
          included: await readIncluded(repositories, context, { resource, rows: [row] }, query),
        });
      };
      const atOnce = repository.insertIsSingleStatement?.(input) === true;
      const answer = request
        ? await idempotent(rows, request, create)
        : await (atOnce ? create(rows) : rows.transaction(create));
      if (row) await repository.afterInsert?.(rows, shop, row);
      return answer;
    }

    @Route(true, Get(':id'), 'get')
    async get(
      @CurrentShop() shop: Shop,
      @Param('id') id: string,
      @ResourceQuery(resource) query: ObjectQuery,
    ): Promise<Render> {
      const context = { shop, rows: this.rows.of(shop) };
      const row = await repository.find(context, id);
      return this.document(shop, row, query);
    }

    @Route(repository.update, Patch(':id'), 'patch')
    async update(
      @CurrentShop() shop: Shop,
      @Param('id') id: string,
      @ResourceQuery(resource) query: ObjectQuery,
      @Changes(resource) input: ParsedResource<object>,
      @IfMatch() ifMatch?: string,
    ): Promise<Render> {
      const change = (rows: ShopTransaction) => repository.update!({ shop, rows }, { id, ifMatch }, input);
      const row = await this.rows.of(shop).transaction(change);
      return this.document(shop, row, query);
    }

    @Route(repository.remove, Delete(':id'), 'delete')
    async delete(
      @CurrentShop() shop: Shop,
      @Param('id') id: string,
      @ResourceQuery(resource) _query: ObjectQuery,
      @IfMatch() ifMatch?: string,
    ): Promise<Render> {
      await this.rows.of(shop).transaction((rows) => repository.remove!({ shop, rows }, { id, ifMatch }));
      return noContent();
    }

    private async document(shop: Shop, row: Row, query: ObjectQuery): Promise<Render> {
      if (!query.includes?.length) return resourceDocument(resource, row, query);
      const context = { shop, rows: this.rows.of(shop) };
      return resourceDocument(resource, row, query, {
        included: await readIncluded(repositories, context, { resource, rows: [row] }, query),
      });
    }
  }

  /** A route with the scope that it needs, where the resource can do it. */
  function Route(can: unknown, method: MethodDecorator, action: Action): MethodDecorator {
    return (target, name, descriptor) => {
      if (!can) return;
      method(target, name, descriptor);
      Scope(scopeOf(resource.type, action))(target, name, descriptor);
    };
  }

  return ResourceController;
}
