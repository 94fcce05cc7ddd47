import { Controller, Delete, Get, Inject, Optional, Param, Patch, Post, type Type } from '@nestjs/common';
import {
  CurrentGrant,
  CustomerReads,
  type Grant,
  Idempotent,
  idempotent,
  type IdempotentRequest,
  Proposable,
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
import { inversesOf } from '@storewright/entities';
import { scopeOf } from '@storewright/scopes';
import { CurrentShop, type Shop, ShopRows, type ShopTransaction } from '@storewright/tenancy';
import { readIncluded } from './includes';
import { singleWrite, type WriteAccess, WriteAccessOf } from './proposals/approval';
import { Proposer } from './proposals/proposer';
import { CollectionQuery, LinkageQuery, Located, ResourceQuery } from './request-parameters';
import { conventionalPath, ResourceRegistry } from './resource-registry';
import type { MemberChange, ResourceLocator } from './resource-queries';
import type { ResourceRepositoryClass } from './resource-repository';

/**
 * A relationship with two URLs: `…/{id}/<name>` for related objects and `…/{id}/relationships/<name>` for
 * linkage.
 */
interface Related<R> {
  /** Type and path of the resource that has the relationship. */
  owner: Pick<Resource, 'type' | 'path'>;
  name: string;
  relationship: R;
}

/**
 * Creates the Nest controllers for the relationship URLs of a resource. A read-only relationship has no
 * routes for changes, so clients receive 405.
 */
export function relationshipControllers(
  { resource }: Pick<ResourceRepositoryClass, 'resource'>,
  names: readonly string[] = Object.keys(resource.relationships),
): Type[] {
  return Object.entries(resource.relationships).flatMap(([name, relationship]) => {
    if (!relationship.exposed || 'declaredBy' in relationship || !names.includes(name)) return [];
    const related = { owner: resource, name };
    return isToMany(relationship)
      ? [relatedMany({ ...related, relationship }), linkageMany({ ...related, relationship })]
      : [relatedOne({ ...related, relationship }), linkageOne({ ...related, relationship })];
  });
}

export function inverseControllers({ resource }: ResourceRepositoryClass): Type[] {
  return inversesOf(resource).flatMap(({ target, name, relationship }) => {
    // The path of the target is derived from its type, because a resource cannot import its target. The
    // registry checks the path at startup.
    const related = { owner: { type: target, path: conventionalPath(target) }, name, relationship };
    return [relatedMany(related), linkageMany(related)];
  });
}

function relatedOne({ owner, name, relationship: { column, type } }: Related<ToOne>): Type {
  @Controller(`${owner.path.slice(1)}/:id/${name}`)
  class RelatedOne {
    constructor(
      readonly reads: ReplicaReads,
      readonly registry: ResourceRegistry,
      readonly customers: CustomerReads,
    ) {}

    @Get()
    @Scope(scopeOf(owner.type, 'get'), scopeOf(type, 'get'))
    @Operation({ orNull: true })
    async get(
      @CurrentGrant() grant: Grant,
      @Param('id') id: string,
      @ResourceQuery(type) query: ObjectQuery,
    ): Promise<Render> {
      const rows = this.reads.of(grant);
      const target = this.registry.get(type);
      const other = (await this.registry.readerOf(owner.type).findOrFail(rows, id))[column];
      const [row] = typeof other === 'string' ? await target.findByIds(rows, [other]) : [];
      if (!row) return nullDocument(query.included);
      const primary = { resource: target.resource, rows: [row] };
      const included = await readIncluded(this.registry, rows, primary, query);
      this.customers.add(grant, target.resource, [row]);
      this.customers.addIncluded(grant, included);
      return resourceDocument(target.resource, row, query, { included });
    }
  }
  return RelatedOne;
}

function relatedMany({ owner, name, relationship: { many, type } }: Related<ToMany>): Type {
  @Controller(`${owner.path.slice(1)}/:id/${name}`)
  class RelatedMany {
    constructor(
      readonly reads: ReplicaReads,
      readonly registry: ResourceRegistry,
      readonly customers: CustomerReads,
    ) {}

    @Get()
    @Scope(scopeOf(owner.type, 'get'), scopeOf(type, 'collection'))
    async list(
      @CurrentGrant() grant: Grant,
      @Param('id') id: string,
      @CollectionQuery(type) query: ListQuery,
    ): Promise<Render> {
      const rows = this.reads.of(grant);
      const target = this.registry.get(type);
      await this.registry.get(owner.type).findOrFail(rows, id);
      const page = await target.page(rows, query, { many, id });
      const primary = { resource: target.resource, rows: page.rows };
      const included = await readIncluded(this.registry, rows, primary, query);
      this.customers.add(grant, target.resource, page.rows);
      this.customers.addIncluded(grant, included);
      return collectionDocument(target.resource, page, query, included);
    }
  }
  return RelatedMany;
}

function linkageOne({ owner, name, relationship }: Related<ToOne>): Type {
  const { column, type, writable } = relationship;

  @Controller(`${owner.path.slice(1)}/:id/relationships/${name}`)
  class LinkageOne {
    constructor(
      readonly rows: ShopRows,
      readonly registry: ResourceRegistry,
      @Optional() @Inject(Proposer) readonly proposer?: Proposer,
    ) {}

    @Get()
    @Scope(scopeOf(owner.type, 'get'))
    @Operation({ answers: [{ shows: 'linkage', of: relationship }] })
    async get(@CurrentShop() shop: Shop, @Param('id') id: string, @NoQuery() _query: void): Promise<Render> {
      const row = await this.registry.readerOf(owner.type).findOrFail(this.rows.of(shop), id);
      return linkageToOne(type, row[column] as string | null);
    }

    @IfUpdatable(owner, writable, Patch())
    async replace(
      @WriteAccessOf(`${owner.type}.patch`) { grant, approval }: WriteAccess,
      @Param('id') id: string,
      @NoQuery() _query: void,
      @Members(relationship) linkage: Linkage,
      @IfMatch() ifMatch?: Preconditions,
    ): Promise<Render> {
      const relationships = { [name]: linkage };
      const input = { attributes: {}, relationships, pointer: '', linkagePointer: '/data', source: '' };
      if (approval) {
        const repository = this.registry.get(owner.type);
        const operation = { op: 'update', repository, pointer: '', id, ifMatch, input } as const;
        const ref = { type: owner.type, id, relationship: name };
        return this.proposer!.propose(singleWrite(approval, 'update', operation, ref));
      }
      await this.rows
        .of(grant.shop)
        .transaction((tx) => this.registry.get(owner.type).update(tx, { id, ifMatch }, input));
      return noContent();
    }
  }
  return LinkageOne;
}

function linkageMany({ owner, name, relationship }: Related<ToMany>): Type {
  const { many, type, writable } = relationship;
  const change = (method: MethodDecorator) => IfUpdatable(owner, writable, method);

  @Controller(`${owner.path.slice(1)}/:id/relationships/${name}`)
  class LinkageMany {
    constructor(
      readonly rows: ShopRows,
      readonly registry: ResourceRegistry,
      @Optional() @Inject(Proposer) readonly proposer?: Proposer,
    ) {}

    @Get()
    @Scope(scopeOf(owner.type, 'get'))
    @Operation({ answers: [{ shows: 'linkage', of: relationship }] })
    async list(
      @CurrentShop() shop: Shop,
      @Param('id') id: string,
      @LinkageQuery(type) query: ListQuery,
    ): Promise<Render> {
      const rows = this.rows.of(shop);
      await this.registry.get(owner.type).findOrFail(rows, id);
      return linkageToMany(type, await this.registry.get(type).page(rows, query, { many, id }), query);
    }

    @change(Patch())
    replace(
      @WriteAccessOf(`${owner.type}.patch`) access: WriteAccess,
      @Located() locator: ResourceLocator,
      @NoQuery() _query: void,
      @Members(relationship) ids: readonly string[],
    ): Promise<Render> {
      return this.change(access, locator, { how: 'replace', ids });
    }

    @change(Post())
    add(
      @WriteAccessOf(`${owner.type}.patch`) access: WriteAccess,
      @Located() locator: ResourceLocator,
      @NoQuery() _query: void,
      @Members(relationship) ids: readonly string[],
      @Idempotent() attempt?: IdempotentRequest,
    ): Promise<Render> {
      return this.change(access, locator, { how: 'add', ids }, attempt);
    }

    @change(Delete())
    remove(
      @WriteAccessOf(`${owner.type}.patch`) access: WriteAccess,
      @Located() locator: ResourceLocator,
      @NoQuery() _query: void,
      @Members(relationship) ids: readonly string[],
    ): Promise<Render> {
      return this.change(access, locator, { how: 'remove', ids });
    }

    private change(
      { grant, approval }: WriteAccess,
      locator: ResourceLocator,
      { how, ids }: Pick<MemberChange, 'how' | 'ids'>,
      attempt?: IdempotentRequest,
    ): Promise<Render> {
      if (approval) {
        const repository = this.registry.get(owner.type);
        const operation = {
          op: 'members',
          repository,
          pointer: '/data',
          ...locator,
          name,
          how,
          ids,
        } as const;
        const ref = { type: owner.type, id: locator.id, relationship: name };
        const write = singleWrite(approval, how === 'replace' ? 'update' : how, operation, ref);
        return this.proposer!.propose({ ...write, attempt });
      }
      const rows = this.rows.of(grant.shop);
      const work = async (tx: ShopTransaction): Promise<Render> => {
        await this.registry.get(owner.type).updateMembers(tx, locator, { name, pointer: '/data', how, ids });
        return noContent();
      };
      return attempt ? idempotent(rows, attempt, work) : rows.transaction(work);
    }
  }
  return LinkageMany;
}

function IfUpdatable(
  { type }: Pick<Resource, 'type'>,
  writable: Relationship['writable'],
  method: MethodDecorator,
): MethodDecorator {
  return (target, name, descriptor) => {
    if (!writable?.includes('update')) return;
    method(target, name, descriptor);
    Scope(scopeOf(type, 'patch'))(target, name, descriptor);
    Proposable()(target, name, descriptor);
  };
}
