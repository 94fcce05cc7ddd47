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
import { scopeUses } from './scope-use.resource';
import { ScopeUses } from './scope-uses';

@Controller('api/shops/:shop_id/scope_uses')
export class ScopeUsesController {
  constructor(private readonly store: ScopeUses) {}

  @Get()
  @MemberMay('request_counts.collection')
  async list(@CurrentShop() shop: Shop, @ListParameters(scopeUses) query: ListQuery): Promise<Render> {
    return collectionDocument(scopeUses, await this.store.list(shop, query), query);
  }

  @Get(':id')
  @MemberMay('request_counts.get')
  async show(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @ObjectParameters(scopeUses) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(scopeUses, await this.store.find(shop, id), query);
  }
}
