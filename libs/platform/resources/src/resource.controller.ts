import { Controller, Delete, Get, Inject, Optional, Param, Patch, Post, type Type } from '@nestjs/common';
import {
  CurrentGrant,
  CustomerReads,
  type Grant,
  type IdempotentRequest,
  Idempotent,
  idempotent,
  Proposable,
  ReplicaReads,
  Scope,
} from '@storewright/access';
import {
  collectionDocument,
  created,
  DescribesResource,
  IfMatch,
  type IncludedResources,
  type ListQuery,
  noContent,
  type ObjectQuery,
  type ParsedResource,
  type Render,
  resourceDocument,
  type DocumentRow,
  type Preconditions,
} from '@storewright/json-api';
import { type Action, scopeOf } from '@storewright/scopes';
import { type ReadContext, ShopRows, type ShopTransaction } from '@storewright/tenancy';
import { readIncluded } from './includes';
import { propose, type WriteAccess, WriteAccessOf } from './proposals/approval';
import { Proposer } from './proposals/proposer';
import { ChangedResource, CollectionQuery, NewResource, ResourceQuery } from './request-parameters';
import { canDo } from './resource-actions';
import { ResourceRegistry } from './resource-registry';
import { ResourceRepository, type ResourceRepositoryClass } from './resource-repository';
import { mayRead, shownToWriter } from './write-response';

/**
 * Creates the Nest controller with the routes of a resource. Guards have already checked host, shop, token
 * and scope. Unsupported actions have no route.
 */
export function resourceController(repositoryClass: ResourceRepositoryClass): Type {
  const { resource } = repositoryClass;
  const { type } = resource;

  @Controller(resource.path.slice(1))
  @DescribesResource(resource)
  class ResourceController {
    constructor(
      readonly rows: ShopRows,
      @Inject(repositoryClass) readonly repository: ResourceRepository,
      readonly registry: ResourceRegistry,
      readonly reads: ReplicaReads,
      readonly customers: CustomerReads,
    ) {}
    @Optional() @Inject(Proposer) readonly proposer?: Proposer;

    @Route(Get(), 'collection')
    async list(@CurrentGrant() grant: Grant, @CollectionQuery(type) query: ListQuery): Promise<Render> {
      const rows = this.reads.of(grant);
      const page = await this.repository.page(rows, query);
      const included = await this.included(rows, page.rows, query);
      this.count(grant, page.rows, included);
      return collectionDocument(resource, page, query, included);
    }

    @Route(Post(), 'post')
    async create(
      @WriteAccessOf(`${type}.post`) { grant, approval }: WriteAccess,
      @ResourceQuery(type) query: ObjectQuery,
      @NewResource(type) input: ParsedResource<object>,
      @Idempotent() attempt?: IdempotentRequest,
    ): Promise<Render> {
      if (approval) return propose(this, approval, { op: 'add', input }, attempt);
      const rows = this.rows.of(grant.shop);
      const shown = (answer: Render) => shownToWriter(grant, { resource, input }, answer);
      let row: DocumentRow | undefined;
      let included: IncludedResources = [];
      const create = async (tx: ShopTransaction): Promise<Render> => {
        row = await this.repository.insert(tx, input);
        included = await this.included(tx, [row], query);
        return shown(created(resource, row, query, { included }));
      };
      let answer: Render;
      if (attempt) answer = shown(await idempotent(rows, attempt, create));
      else if (query.includes?.length) answer = await rows.transaction(create);
      else {
        row = await this.repository.create(rows, input);
        answer = shown(created(resource, row, query, { included }));
      }
      if (row && mayRead(grant, resource)) this.count(grant, [row], included);
      if (row) await this.repository.afterCommit?.(rows, row);
      return answer;
    }

    @Route(Get(':id'), 'get')
    async get(
      @CurrentGrant() grant: Grant,
      @Param('id') id: string,
      @ResourceQuery(type) query: ObjectQuery,
    ): Promise<Render> {
      const rows = this.reads.of(grant);
      const row = await this.repository.findOrFail(rows, id);
      return this.document(grant, rows, row, query);
    }

    @Route(Patch(':id'), 'patch')
    async update(
      @WriteAccessOf(`${type}.patch`) { grant, approval }: WriteAccess,
      @Param('id') id: string,
      @ResourceQuery(type) query: ObjectQuery,
      @ChangedResource(type) input: ParsedResource<object>,
      @IfMatch() ifMatch?: Preconditions,
    ): Promise<Render> {
      if (approval) return propose(this, approval, { op: 'update', id, ifMatch, input });
      const rows = this.rows.of(grant.shop);
      const row = await this.repository.change(rows, { id, ifMatch }, input);
      const reader = mayRead(grant, resource) ? grant : undefined;
      return shownToWriter(grant, { resource, input }, await this.document(reader, rows, row, query));
    }

    @Route(Delete(':id'), 'delete')
    async delete(
      @WriteAccessOf(`${type}.delete`) { grant, approval }: WriteAccess,
      @Param('id') id: string,
      @ResourceQuery(type) _query: ObjectQuery,
      @IfMatch() ifMatch?: Preconditions,
    ): Promise<Render> {
      if (approval) return propose(this, approval, { op: 'remove', id, ifMatch });
      await this.repository.deleteObject(this.rows.of(grant.shop), { id, ifMatch });
      return noContent();
    }

    /** Renders an object. `reader` is undefined if the token cannot read the whole response. */
    private document(
      reader: Grant | undefined,
      context: ReadContext,
      row: DocumentRow,
      query: ObjectQuery,
    ): Render | Promise<Render> {
      if (query.includes?.length)
        return this.included(context, [row], query).then((included) => {
          if (reader) this.count(reader, [row], included);
          return resourceDocument(resource, row, query, { included });
        });
      if (reader) this.customers.add(reader, resource, [row]);
      return resourceDocument(resource, row, query);
    }

    private included(context: ReadContext, rows: readonly DocumentRow[], query: ObjectQuery) {
      return readIncluded(this.registry, context, { resource, rows }, query);
    }

    private count(grant: Grant, rows: readonly DocumentRow[], included: IncludedResources): void {
      this.customers.add(grant, resource, rows);
      this.customers.addIncluded(grant, included);
    }
  }

  function Route(method: MethodDecorator, action: Action): MethodDecorator {
    return (target, name, descriptor) => {
      if (!canDo(resource, action)) return;
      method(target, name, descriptor);
      Scope(scopeOf(type, action))(target, name, descriptor);
      if (action !== 'collection' && action !== 'get') Proposable()(target, name, descriptor);
    };
  }

  return ResourceController;
}
