import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { accessOf, requireScopes, TokenGuard } from '@storewright/access';
import type { Shop } from '@storewright/tenancy';
import { prefixes } from '@storewright/tokens';
import type { SessionRequest } from './signed-in';

/** token → grant, or 401, or 403 without its scope, on the few routes that a token of a shop opens. Such a use counts as one: the nonce is dead then. */
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
    // The address names the shop, as a shop's host does elsewhere: another shop's token is refused as unknown.
    const { shop_id = '' } = request.params as { shop_id?: string };
    request.shop = { id: shop_id.toLowerCase() } as Shop;
    await this.tokens.canActivate(context);
    requireScopes(request.grant!, [access.orToken]);
    return true;
  }
}
