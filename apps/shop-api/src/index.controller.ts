import { Controller, Get } from '@nestjs/common';
import { Public } from '@storewright/access';
import {
  type Address,
  document,
  parseNoQuery,
  type Render,
  RequestAddress,
  type Resource,
} from '@storewright/json-api';
import { meta } from '@storewright/meta';

const collections: Resource[] = [meta];

@Controller('api')
export class IndexController {
  /** Links to every collection (CONTRACT §2). */
  @Get()
  @Public('it only lists addresses')
  index(@RequestAddress() { origin, path }: Address): Render {
    parseNoQuery(path.split('?')[1] ?? '');
    const links = collections.map(({ type, path: collection }) => [type, origin + collection]);
    return document({
      links: { self: `${origin}/api`, ...Object.fromEntries(links) },
      meta: { service: 'Storewright shop API' },
    });
  }
}
