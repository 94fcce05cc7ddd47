import { Controller, Delete, Get, Inject, Param, Patch, Post, type Type } from '@nestjs/common';
import {
  CurrentGrant,
  type Grant,
  Idempotent,
  idempotent,
  type IdempotentRequest,
  ReplicaReads,
  Scope,
} from '@storewright/access';
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
  NoQuery,
  nullDocument,
  type ObjectQuery,
  Operation,
  type Relationship,
  type Render,
  type Resource,
  resourceDocument,
  type ToMany,
  type ToOne,
  type Preconditions,
} from '@storewright/json-api';
import { scopeOf } from '@storewright/scopes';
import { CurrentShop, type Shop, ShopRows, type ShopTransaction } from '@storewright/tenancy';
import { readIncluded } from './includes';
import { CollectionQuery, LinkageQuery, Located, ResourceQuery } from './request-parameters';
import { ResourceRegistry } from './resource-registry';
import type { MemberChange, ResourceLocator } from './resource-queries';
import { ResourceRepository, type ResourceRepositoryClass } from './resource-repository';

/**
 * A relationship with the URLs `…/{id}/<name>` for related objects and `…/{id}/relationships/<name>` for
 * linkage.
 */
interface Related<R> {
  repositoryClass: ResourceRepositoryClass;
  name: string;
  relationship: R;
}

/**
 * Creates the controllers for the URLs of a resource's relationships. Read-only relationships have no routes
 * for changes (405).
 */
export function relationshipControllers(repositoryClass: ResourceRepositoryClass): Type[] {
  const { relationships } = repositoryClass.resource;
  return Object.entries(relationships).flatMap(([name, relationship]) => {
    if (!relationship.exposed) return [];
    const related = { repositoryClass, name };
    return isToMany(relationship)
      ? [relatedMany({ ...related, relationship }), linkageMany({ ...related, relationship })]
      : [relatedOne({ ...related, relationship }), linkageOne({ ...related, relationship })];
  });
}

function relatedOne({ repositoryClass, name, relationship: { column, type } }: Related<ToOne>): Type {
  const { resource } = repositoryClass;

  @Controller(`${resource.path.slice(1)}/:id/${name}`)
  class RelatedOne {
    constructor(
      readonly reads: ReplicaReads,
      @Inject(repositoryClass) readonly repository: ResourceRepository,
      readonly registry: ResourceRegistry,
    ) {}

    @Get()
    @Scope(scopeOf(resource.type, 'get'), scopeOf(type, 'get'))
    @Operation({ orNull: true })
    async get(
      @CurrentGrant() grant: Grant,
      @Param('id') id: string,
      @ResourceQuery(type) query: ObjectQuery,
    ): Promise<Render> {
      const rows = this.reads.of(grant);
      const target = this.registry.get(type);
      const other = (await this.repository.findOrFail(rows, id))[column];
      const [row] = typeof other === 'string' ? await target.findByIds(rows, [other]) : [];
      if (!row) return nullDocument(query.included);
      const primary = { resource: target.resource, rows: [row] };
      return resourceDocument(target.resource, row, query, {
        included: await readIncluded(this.registry, rows, primary, query),
      });
    }
  }
  return RelatedOne;
}

function relatedMany({ repositoryClass, name, relationship: { many, type } }: Related<ToMany>): Type {
  const { resource } = repositoryClass;

  @Controller(`${resource.path.slice(1)}/:id/${name}`)
  class RelatedMany {
    constructor(
      readonly reads: ReplicaReads,
      @Inject(repositoryClass) readonly repository: ResourceRepository,
      readonly registry: ResourceRegistry,
    ) {}

    @Get()
    @Scope(scopeOf(resource.type, 'get'), scopeOf(type, 'collection'))
    async list(
      @CurrentGrant() grant: Grant,
      @Param('id') id: string,
      @CollectionQuery(type) query: ListQuery,
    ): Promise<Render> {
      const rows = this.reads.of(grant);
      const target = this.registry.get(type);
      await this.repository.findOrFail(rows, id);
      const page = await target.page(rows, query, { many, id });
      const primary = { resource: target.resource, rows: page.rows };
      const included = await readIncluded(this.registry, rows, primary, query);
      return collectionDocument(target.resource, page, query, included);
    }
  }
  return RelatedMany;
}

function linkageOne({ repositoryClass, name, relationship }: Related<ToOne>): Type {
  const { resource } = repositoryClass;
  const { column, type, writable } = relationship;

  @Controller(`${resource.path.slice(1)}/:id/relationships/${name}`)
  class LinkageOne {
    constructor(
      readonly rows: ShopRows,
      @Inject(repositoryClass) readonly repository: ResourceRepository,
    ) {}

    @Get()
    @Scope(scopeOf(resource.type, 'get'))
    @Operation({ answers: [{ shows: 'linkage', of: relationship }] })
    async get(@CurrentShop() shop: Shop, @Param('id') id: string, @NoQuery() _query: void): Promise<Render> {
      const row = await this.repository.findOrFail(this.rows.of(shop), id);
      return linkageToOne(type, row[column] as string | null);
    }

    @IfUpdatable(resource, writable, Patch())
    async replace(
      @CurrentShop() shop: Shop,
      @Param('id') id: string,
      @NoQuery() _query: void,
      @Members(relationship) linkage: Linkage,
      @IfMatch() ifMatch?: Preconditions,
    ): Promise<Render> {
      const relationships = { [name]: linkage };
      const input = { attributes: {}, relationships, pointer: '', linkagePointer: '/data', source: '' };
      await this.rows.of(shop).transaction((tx) => this.repository.update(tx, { id, ifMatch }, input));
      return noContent();
    }
  }
  return LinkageOne;
}

function linkageMany({ repositoryClass, name, relationship }: Related<ToMany>): Type {
  const { resource } = repositoryClass;
  const { many, type, writable } = relationship;
  const change = (method: MethodDecorator) => IfUpdatable(resource, writable, method);

  @Controller(`${resource.path.slice(1)}/:id/relationships/${name}`)
  class LinkageMany {
    constructor(
      readonly rows: ShopRows,
      @Inject(repositoryClass) readonly repository: ResourceRepository,
      readonly registry: ResourceRegistry,
    ) {}

    @Get()
    @Scope(scopeOf(resource.type, 'get'))
    @Operation({ answers: [{ shows: 'linkage', of: relationship }] })
    async list(
      @CurrentShop() shop: Shop,
      @Param('id') id: string,
      @LinkageQuery(type) query: ListQuery,
    ): Promise<Render> {
      const rows = this.rows.of(shop);
      await this.repository.findOrFail(rows, id);
      return linkageToMany(type, await this.registry.get(type).page(rows, query, { many, id }), query);
    }

    @change(Patch())
    replace(
      @CurrentShop() shop: Shop,
      @Located() locator: ResourceLocator,
      @NoQuery() _query: void,
      @Members(relationship) ids: readonly string[],
    ): Promise<Render> {
      return this.change(shop, locator, { how: 'replace', ids });
    }

    @change(Post())
    add(
      @CurrentShop() shop: Shop,
      @Located() locator: ResourceLocator,
      @NoQuery() _query: void,
      @Members(relationship) ids: readonly string[],
      @Idempotent() attempt?: IdempotentRequest,
    ): Promise<Render> {
      return this.change(shop, locator, { how: 'add', ids }, attempt);
    }

    @change(Delete())
    remove(
      @CurrentShop() shop: Shop,
      @Located() locator: ResourceLocator,
      @NoQuery() _query: void,
      @Members(relationship) ids: readonly string[],
    ): Promise<Render> {
      return this.change(shop, locator, { how: 'remove', ids });
    }

    private change(
      shop: Shop,
      locator: ResourceLocator,
      { how, ids }: Pick<MemberChange, 'how' | 'ids'>,
      attempt?: IdempotentRequest,
    ): Promise<Render> {
      const rows = this.rows.of(shop);
      const work = async (tx: ShopTransaction): Promise<Render> => {
        await this.repository.updateMembers(tx, locator, { name, pointer: '/data', how, ids });
        return noContent();
      };
      return attempt ? idempotent(rows, attempt, work) : rows.transaction(work);
    }
  }
  return LinkageMany;
}

/** Adds the route with its scope if an update can send the relationship. */
function IfUpdatable(
  { type }: Resource,
  writable: Relationship['writable'],
  method: MethodDecorator,
): MethodDecorator {
  return (target, name, descriptor) => {
    if (!writable?.includes('update')) return;
    method(target, name, descriptor);
    Scope(scopeOf(type, 'patch'))(target, name, descriptor);
  };
}
