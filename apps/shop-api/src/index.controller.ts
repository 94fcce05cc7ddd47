import { Controller, Get } from '@nestjs/common';
import { Public } from '@storewright/access';
import { imports, inventoryChanges } from '@storewright/catalog';
import { events } from '@storewright/event-log';
import {
  type Address,
  apiIndex,
  indexOperation,
  Operation,
  type Render,
  RequestAddress,
  type Resource,
} from '@storewright/json-api';
import { proposals } from '@storewright/proposals';
import { ResourceRegistry } from '@storewright/resources';
import { orderStatistics } from '@storewright/sales';
import { shops } from '@storewright/tenancy';
import { deliveries, streams, webhookStatistics } from '@storewright/webhook-deliveries';

/** Collections in the API index that no resource module registers. */
export const otherCollections: readonly Resource[] = [
  shops,
  events,
  deliveries,
  streams,
  orderStatistics,
  imports,
  inventoryChanges,
  proposals,
  webhookStatistics,
];

@Controller('api')
export class IndexController {
  constructor(private readonly registry: ResourceRegistry) {}

  /** Returns links to all collections of the shop API (docs/contract.md §2). */
  @Get()
  @Public('it only lists addresses')
  @Operation(indexOperation)
  index(@RequestAddress() address: Address): Render {
    const resources = this.registry.all.map(({ resource }) => resource);
    return apiIndex('Storewright shop API', [...resources, ...otherCollections], address);
  }
}
