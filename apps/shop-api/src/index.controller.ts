import { Controller, Get } from '@nestjs/common';
import { Public } from '@storewright/access';
import { events } from '@storewright/event-log';
import { type Address, apiIndex, type Render, RequestAddress, type Resource } from '@storewright/json-api';
import { shops } from '@storewright/tenancy';
import { deliveries, streams } from '@storewright/webhook-deliveries';
import { resources } from './resources';

/** Everything that the shop API serves. */
export const collections: Resource[] = [
  ...resources.map(({ resource }) => resource),
  shops,
  events,
  deliveries,
  streams,
];

@Controller('api')
export class IndexController {
  /** Links to every collection (CONTRACT §2). */
  @Get()
  @Public('it only lists addresses')
  index(@RequestAddress() address: Address): Render {
    return apiIndex('Storewright shop API', collections, address);
  }
}
