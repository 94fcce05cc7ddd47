import { Controller, Get, Param, Post } from '@nestjs/common';
import { invalidToken, StepUpNotRequired } from '@storewright/access';
import {
  created,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type Render,
  resourceDocument,
  withHeaders,
} from '@storewright/json-api';
import { AnyMember } from '@storewright/members';
import { CurrentSession, type ActiveSession } from '@storewright/sessions';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { madeSessionToken, sessionTokens } from './session-token.resource';
import { SessionTokens } from './session-tokens';

@Controller('api/shops/:shop_id/session_tokens')
export class SessionTokensController {
  constructor(private readonly store: SessionTokens) {}

  /**
   * Creates an access token for the admin panel with the scopes of the member's role. The token ends with the
   * session.
   */
  @Post()
  @AnyMember()
  @StepUpNotRequired('the token has the rights of the session and ends with it')
  @Operation({ errors: ['limit_reached'] })
  async create(
    @CurrentShop() shop: Shop,
    @CurrentSession() session: ActiveSession,
    @ObjectParameters(madeSessionToken) query: ObjectQuery,
  ): Promise<Render> {
    const row = await this.store.create(shop.id, session);
    if (!row) throw invalidToken('The session has ended. Sign in again.');
    return withHeaders(created(madeSessionToken, row, query), { 'cache-control': 'no-store' });
  }

  @Get(':id')
  @AnyMember()
  async show(
    @CurrentShop() shop: Shop,
    @CurrentSession() session: ActiveSession,
    @Param('id') id: string,
    @ObjectParameters(sessionTokens) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(sessionTokens, await this.store.find(shop.id, session, id), query);
  }
}
