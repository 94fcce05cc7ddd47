import { Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { DeviceMayInTestShops, StepUpRequired } from '@storewright/access';
import {
  Changes,
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
  timestampSchema,
  withHeaders,
} from '@storewright/json-api';
import { CurrentMember, MemberMay, type SignedInMember } from '@storewright/members';
import { CurrentOwner, type SignedInOwner } from '@storewright/sessions';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { accessTokens, type CreateAccessToken, type UpdateAccessToken } from './access-token.resource';
import { AccessTokens } from './access-tokens';
import { TokenRotations } from './token-rotations';

@Controller('api/shops/:shop_id/access_tokens')
export class AccessTokensController {
  constructor(
    private readonly store: AccessTokens,
    private readonly rotations: TokenRotations,
  ) {}

  @Get()
  @MemberMay('access_tokens.collection')
  async list(@CurrentShop() { id }: Shop, @ListParameters(accessTokens) query: ListQuery): Promise<Render> {
    return collectionDocument(accessTokens, await this.store.list(id, query), query);
  }

  @Post()
  @MemberMay('access_tokens.post')
  @DeviceMayInTestShops('storewright dev')
  @StepUpRequired()
  @Operation({ meta: { token: { type: 'string' } } })
  async create(
    @CurrentShop() shop: Shop,
    @CurrentMember() member: SignedInMember,
    @ObjectParameters(accessTokens) query: ObjectQuery,
    @NewObject(accessTokens) input: ParsedResource<CreateAccessToken>,
  ): Promise<Render> {
    const { row, token } = await this.store.create(shop.id, member, input);
    return withHeaders(created(accessTokens, row, query, { meta: { token } }), {
      'cache-control': 'no-store',
    });
  }

  @Get(':id')
  @MemberMay('access_tokens.get')
  async show(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @ObjectParameters(accessTokens) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(accessTokens, await this.store.find(shop.id, id), query);
  }

  /** Changing an access token requires the permission to create one, because the change can add scopes. */
  @Patch(':id')
  @MemberMay('access_tokens.post')
  @StepUpRequired()
  async change(
    @CurrentShop() shop: Shop,
    @CurrentMember() member: SignedInMember,
    @Param('id') id: string,
    @ObjectParameters(accessTokens) query: ObjectQuery,
    @Changes(accessTokens) input: ParsedResource<UpdateAccessToken>,
  ): Promise<Render> {
    return resourceDocument(accessTokens, await this.store.change(shop.id, id, member, input), query);
  }

  /**
   * Replaces the text of an access token. The previous text is valid until the first use of the new text, for
   * at most 24 hours.
   */
  @Post(':id/rotations')
  @MemberMay('access_tokens.post')
  @StepUpRequired()
  @Operation({
    meta: { token: { type: 'string' }, previous_token_expires_at: timestampSchema },
    errors: ['illegal_transition'],
  })
  async rotate(
    @CurrentShop() shop: Shop,
    @CurrentMember() member: SignedInMember,
    @Param('id') id: string,
    @ObjectParameters(accessTokens) query: ObjectQuery,
  ): Promise<Render> {
    const { row, token, previousExpiresAt } = await this.rotations.rotate(shop.id, id, member);
    const meta = { token, previous_token_expires_at: previousExpiresAt };
    return withHeaders(created(accessTokens, row, query, { meta }), { 'cache-control': 'no-store' });
  }

  @Delete(':id')
  @MemberMay('access_tokens.delete')
  @StepUpRequired()
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
