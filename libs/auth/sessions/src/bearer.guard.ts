import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { accessOf, requireScopes, TokenGuard } from '@storewright/access';
import type { Shop } from '@storewright/tenancy';
import { prefixes } from '@storewright/tokens';
import type { SessionRequest } from './signed-in';

/**
 * Authenticates shop tokens on routes that accept them. The first use of a token invalidates the nonce from
 * which the token was issued.
 */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(private readonly tokens: TokenGuard) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(context);
    if (access.kind === 'bearer') return this.tokens.canActivate(context);
    if (access.kind !== 'session' || !access.orToken) return true;
    const request = context.switchToHttp().getRequest<SessionRequest>();
    const { authorization } = request.headers;
    if (authorization === undefined || authorization.includes(prefixes.session)) return true;
    // Rejects a token of a different shop than the shop in the path, like an unknown token.
    const { shop_id = '' } = request.params as { shop_id?: string };
    request.shop = { id: shop_id.toLowerCase() } as Shop;
    await this.tokens.canActivate(context);
    requireScopes(request, [access.orToken]);
    return true;
  }
}
