import { Controller, Get, Param } from '@nestjs/common';
import {
  collectionDocument,
  ListParameters,
  type ListQuery,
  ObjectParameters,
  type ObjectQuery,
  type Render,
  resourceDocument,
} from '@storewright/json-api';
import { MemberMay } from '@storewright/members';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { Directory } from './directory';
import { directoryApps } from './directory-app.resource';

@Controller('api/shops/:shop_id/directory_apps')
export class DirectoryController {
  constructor(private readonly directory: Directory) {}

  @Get()
  @MemberMay('installations.collection')
  async list(@CurrentShop() { id }: Shop, @ListParameters(directoryApps) query: ListQuery): Promise<Render> {
    return collectionDocument(directoryApps, await this.directory.list(id, query), query);
  }

  @Get(':id')
  @MemberMay('installations.collection')
  async show(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @ObjectParameters(directoryApps) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(directoryApps, await this.directory.find(shop.id, id), query);
  }
}
