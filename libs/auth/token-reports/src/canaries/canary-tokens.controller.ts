import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { StepUpNotRequired, StepUpRequired } from '@storewright/access';
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
import { MemberMay } from '@storewright/members';
import { CurrentOwner, type SignedInOwner } from '@storewright/sessions';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { type CreateCanaryToken, canaryTokens } from './canary-token.resource';
import { CanaryTokens } from './canary-tokens';

/** Canary tokens of a shop. Members need the same permissions as for access tokens. */
@Controller('api/shops/:shop_id/canary_tokens')
export class CanaryTokensController {
  constructor(private readonly store: CanaryTokens) {}

  @Get()
  @MemberMay('access_tokens.collection')
  async list(@CurrentShop() { id }: Shop, @ListParameters(canaryTokens) query: ListQuery): Promise<Render> {
    return collectionDocument(canaryTokens, await this.store.list(id, query), query);
  }

  @Post()
  @MemberMay('access_tokens.post')
  @StepUpNotRequired('a canary token gives no access')
  @Operation({ meta: { token: { type: 'string' } } })
  async create(
    @CurrentShop() shop: Shop,
    @CurrentOwner() owner: SignedInOwner,
    @ObjectParameters(canaryTokens) query: ObjectQuery,
    @NewObject(canaryTokens) input: ParsedResource<CreateCanaryToken>,
  ): Promise<Render> {
    const { row, token } = await this.store.create(shop.id, owner, input);
    return withHeaders(created(canaryTokens, row, query, { meta: { token } }), {
      'cache-control': 'no-store',
    });
  }

  @Get(':id')
  @MemberMay('access_tokens.get')
  async show(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @ObjectParameters(canaryTokens) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(canaryTokens, await this.store.find(shop.id, id), query);
  }

  /**
   * Deleting a canary token requires step-up authentication, so that an attacker with a stolen session cannot
   * remove the token.
   */
  @Delete(':id')
  @MemberMay('access_tokens.delete')
  @StepUpRequired()
  async delete(
    @CurrentShop() shop: Shop,
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(canaryTokens) _query: ObjectQuery,
  ): Promise<Render> {
    await this.store.delete(shop.id, id, owner);
    return noContent();
  }
}
