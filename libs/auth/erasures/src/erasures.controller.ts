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
import { erasures } from './erasure.resource';
import { Erasures } from './erasures';

@Controller('api/shops/:shop_id/erasures')
export class ErasuresController {
  constructor(private readonly store: Erasures) {}

  @Get()
  @MemberMay('audit_entries.collection')
  async list(@CurrentShop() shop: Shop, @ListParameters(erasures) query: ListQuery): Promise<Render> {
    return collectionDocument(erasures, await this.store.list(shop.id, query), query);
  }

  @Get(':id')
  @MemberMay('audit_entries.get')
  async show(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @ObjectParameters(erasures) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(erasures, await this.store.find(shop.id, id.toLowerCase()), query);
  }
}
