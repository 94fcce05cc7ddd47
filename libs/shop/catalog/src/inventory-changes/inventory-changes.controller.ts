import { Controller, Get, type OnModuleInit, Param } from '@nestjs/common';
import { CurrentGrant, type Grant, ReplicaReads, Scope } from '@storewright/access';
import {
  collectionDocument,
  DescribesResource,
  type DocumentRow,
  isUuid,
  type ListQuery,
  notFound,
  type ObjectQuery,
  type Render,
  resourceDocument,
} from '@storewright/json-api';
import {
  CollectionQuery,
  Documents,
  readIncluded,
  type ResourceReader,
  ResourceQuery,
  ResourceRegistry,
} from '@storewright/resources';
import type { ReadContext } from '@storewright/tenancy';
import type { InventoryChange } from './inventory-change.entity';
import { inventoryChanges } from './inventory-changes.resource';

/**
 * Read-only routes for stock changes. The API records a stock change when a variant, an order or an import
 * changes the stock.
 */
@Controller('api/inventory_changes')
@DescribesResource(inventoryChanges)
export class InventoryChangesController implements ResourceReader, OnModuleInit {
  readonly resource = inventoryChanges;
  private readonly documents = new Documents<InventoryChange>(inventoryChanges);

  constructor(
    private readonly reads: ReplicaReads,
    private readonly registry: ResourceRegistry,
  ) {}

  onModuleInit(): void {
    this.registry.addReadOnly(this);
  }

  @Get()
  @Scope('inventory_changes.collection')
  async list(
    @CurrentGrant() grant: Grant,
    @CollectionQuery('inventory_changes') query: ListQuery,
  ): Promise<Render> {
    const reads = this.reads.of(grant);
    const page = await this.documents.page(reads, query);
    return collectionDocument(inventoryChanges, page, query, await this.included(reads, page.rows, query));
  }

  @Get(':id')
  @Scope('inventory_changes.get')
  async get(
    @CurrentGrant() grant: Grant,
    @Param('id') id: string,
    @ResourceQuery('inventory_changes') query: ObjectQuery,
  ): Promise<Render> {
    const reads = this.reads.of(grant);
    const row = await this.findOrFail(reads, id);
    const included = await this.included(reads, [row], query);
    return resourceDocument(inventoryChanges, row, query, { included });
  }

  async findOrFail(context: ReadContext, id: string): Promise<DocumentRow> {
    const row = isUuid(id) ? await this.documents.find(context, id) : undefined;
    if (!row) throw notFound(inventoryChanges.type, id);
    return row;
  }

  private included(context: ReadContext, rows: readonly DocumentRow[], query: ObjectQuery) {
    return readIncluded(this.registry, context, { resource: inventoryChanges, rows }, query);
  }
}
