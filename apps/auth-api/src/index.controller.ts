import { Controller, Get } from '@nestjs/common';
import { Public } from '@storewright/access';
import { ownAuditEntries } from '@storewright/activity';
import { apps, eventTypes, scopes } from '@storewright/installs';
import {
  type Address,
  apiIndex,
  indexOperation,
  Operation,
  type Render,
  RequestAddress,
} from '@storewright/json-api';
import { passkeys, totpDevices } from '@storewright/second-factors';
import { shops } from '@storewright/tenancy';

const collections = [apps, eventTypes, ownAuditEntries, passkeys, scopes, shops, totpDevices];

@Controller('api')
export class IndexController {
  /** Returns links to all collections of the auth API (docs/contract.md §2). */
  @Get()
  @Public('it only lists addresses')
  @Operation(indexOperation)
  index(@RequestAddress() address: Address): Render {
    return apiIndex('Storewright auth API', collections, address);
  }
}
