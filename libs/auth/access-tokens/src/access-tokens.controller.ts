import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { CurrentOwner, OwnsShop, type SignedInOwner } from '@storewright/accounts';
import {
  collectionDocument,
  created,
  ListParameters,
  type ListQuery,
  NewObject,
  noContent,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type ParsedResource,
  type Render,
  resourceDocument,
  withHeaders,
} from '@storewright/json-api';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { accessTokens, type CreateAccessToken } from './access-token.resource';
import { AccessTokens } from './access-tokens';

@Controller('api/shops/:shop_id/access_tokens')
export class AccessTokensController {
  constructor(private readonly store: AccessTokens) {}

  @Get()
  @OwnsShop()
  async list(@CurrentShop() { id }: Shop, @ListParameters(accessTokens) query: ListQuery): Promise<Render> {
    return collectionDocument(accessTokens, await this.store.list(id, query), query);
  }

  @Post()
  @OwnsShop()
  @Operation({ meta: { token: { type: 'string' } } })
  async create(
    @CurrentShop() shop: Shop,
    @CurrentOwner() owner: SignedInOwner,
    @ObjectParameters(accessTokens) query: ObjectQuery,
    @NewObject(accessTokens) input: ParsedResource<CreateAccessToken>,
  ): Promise<Render> {
    const { row, token } = await this.store.create(shop.id, owner, input);
    return withHeaders(created(accessTokens, row, query, { meta: { token } }), {
      'cache-control': 'no-store',
    });
  }

  @Get(':id')
  @OwnsShop()
  async show(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @ObjectParameters(accessTokens) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(accessTokens, await this.store.find(shop.id, id), query);
  }

  @Delete(':id')
  @OwnsShop()
  async revoke(
    @CurrentShop() shop: Shop,
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(accessTokens) _query: ObjectQuery,
  ): Promise<Render> {
    await this.store.revoke(shop.id, id, owner);
    return noContent();
  }
}
