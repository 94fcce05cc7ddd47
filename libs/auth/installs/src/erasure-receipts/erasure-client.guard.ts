import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { bearerOf, type GrantedRequest, TokenGuard } from '@storewright/access';
import { credentialsOf } from '@storewright/json-api';
import type { FastifyRequest } from 'fastify';
import { ClientAuthentication } from '../oauth/client-authentication';
import { OAuthError } from '../oauth/oauth-error';
import { invalidClient } from '../oauth-tokens/exchange.controller';

/**
 * An app that confirms an erasure. `shop_id` is present if the app authenticated with a token of that shop.
 */
export interface ConfirmingApp {
  app_id: string;
  shop_id?: string;
}

interface ErasureRequest extends FastifyRequest {
  confirming?: ConfirmingApp;
}

/**
 * Authenticates an app by its OAuth token, or by its id and secret. The secret also works after the shop
 * uninstalled the app.
 */
@Injectable()
export class ErasureClientGuard implements CanActivate {
  constructor(
    private readonly tokens: TokenGuard,
    private readonly clients: ClientAuthentication,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ErasureRequest & GrantedRequest>();
    if (credentialsOf(request.headers.authorization, 'Bearer') === undefined) {
      request.confirming = { app_id: await this.clientOf(request) };
      return true;
    }
    if (bearerOf(request).kind !== 'oauth_token')
      throw invalidClient('Only an app can confirm an erasure. Send its OAuth token, or its id and secret.');
    await this.tokens.canActivate(context);
    const { app_id, shop } = request.grant!;
    request.confirming = { app_id: app_id!, shop_id: shop.id };
    return true;
  }

  private async clientOf(request: FastifyRequest): Promise<string> {
    try {
      const client = await this.clients.authenticate(request, new Map());
      if (client.kind === 'app') return client.app_id;
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
    }
    throw invalidClient(
      'Send the OAuth token of the app as "Bearer", or the id and the secret of the app with HTTP Basic.',
    );
  }
}

export const CurrentApp = createParamDecorator((_: unknown, context): ConfirmingApp => {
  const { confirming } = context.switchToHttp().getRequest<ErasureRequest>();
  if (!confirming) throw new Error('the route must use ErasureClientGuard');
  return confirming;
});
