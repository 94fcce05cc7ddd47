import { Controller, Delete, Get, Inject, Param } from '@nestjs/common';
import { CurrentGrant, type Grant, StepUpRequired } from '@storewright/access';
import {
  collectionDocument,
  ListParameters,
  type ListQuery,
  noContent,
  notFound,
  ObjectParameters,
  type ObjectQuery,
  type Render,
  resourceDocument,
} from '@storewright/json-api';
import { MemberMay } from '@storewright/members';
import { CurrentOwner, HoldsToken, type SignedInOwner } from '@storewright/sessions';
import { baseUrlOf, CurrentShop, HOSTS, type Hosts, type Shop } from '@storewright/tenancy';
import { oauthTokens, shopOAuthTokens } from './oauth-token.resource';
import { OAuthTokens } from './oauth-tokens';

@Controller('api/oauth_tokens')
export class OAuthTokensController {
  constructor(
    private readonly store: OAuthTokens,
    @Inject(HOSTS) private readonly hosts: Pick<Hosts, 'shopUrl'>,
  ) {}

  @Get(':id')
  @HoldsToken()
  async show(
    @CurrentGrant() grant: Grant,
    @Param('id') id: string,
    @ObjectParameters(oauthTokens) query: ObjectQuery,
  ): Promise<Render> {
    if (grant.kind !== 'oauth_token' || grant.token_id !== id.toLowerCase())
      throw notFound('oauth_tokens', id);
    const token = await this.store.find(grant.shop.id, id);
    const base_url = baseUrlOf(this.hosts, grant.shop.domain);
    return resourceDocument(oauthTokens, { ...token, base_url }, query);
  }
}

@Controller('api/shops/:shop_id/oauth_tokens')
export class ShopOAuthTokensController {
  constructor(private readonly store: OAuthTokens) {}

  @Get()
  @MemberMay('oauth_tokens.collection')
  async list(
    @CurrentShop() { id }: Shop,
    @ListParameters(shopOAuthTokens) query: ListQuery,
  ): Promise<Render> {
    return collectionDocument(shopOAuthTokens, await this.store.list(id, query), query);
  }

  @Get(':id')
  @MemberMay('oauth_tokens.get')
  async show(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @ObjectParameters(shopOAuthTokens) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(shopOAuthTokens, await this.store.find(shop.id, id), query);
  }

  @Delete(':id')
  @MemberMay('oauth_tokens.delete')
  @StepUpRequired()
  async revoke(
    @CurrentShop() shop: Shop,
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(shopOAuthTokens) _query: ObjectQuery,
  ): Promise<Render> {
    await this.store.revoke(shop.id, id, owner);
    return noContent();
  }
}
