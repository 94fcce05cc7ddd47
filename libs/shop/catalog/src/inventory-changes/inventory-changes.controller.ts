import { Controller, Get, Param } from '@nestjs/common';
import { CurrentGrant, type Grant, ReplicaReads, Scope } from '@storewright/access';
import {
  collectionDocument,
  DescribesResource,
  isUuid,
  ListParameters,
  type ListQuery,
  notFound,
  ObjectParameters,
  type ObjectQuery,
  type Render,
  resourceDocument,
} from '@storewright/json-api';
import { Documents } from '@storewright/resources';
import type { InventoryChange } from './inventory-change.entity';
import { inventoryChanges } from './inventory-changes.resource';

/** Read-only routes. Changes of the stock write the objects. */
@Controller('api/inventory_changes')
@DescribesResource(inventoryChanges)
export class InventoryChangesController {
  private readonly documents = new Documents<InventoryChange>(inventoryChanges);

  constructor(private readonly reads: ReplicaReads) {}

  @Get()
  @Scope('inventory_changes.collection')
  async list(
    @CurrentGrant() grant: Grant,
    @ListParameters(inventoryChanges) query: ListQuery,
  ): Promise<Render> {
    return collectionDocument(
      inventoryChanges,
      await this.documents.page(this.reads.of(grant), query),
      query,
    );
  }

  @Get(':id')
  @Scope('inventory_changes.get')
  async get(
    @CurrentGrant() grant: Grant,
    @Param('id') id: string,
    @ObjectParameters(inventoryChanges) query: ObjectQuery,
  ): Promise<Render> {
    const row = isUuid(id) ? await this.documents.find(this.reads.of(grant), id) : undefined;
    if (!row) throw notFound(inventoryChanges.type, id);
    return resourceDocument(inventoryChanges, row, query);
  }
}
