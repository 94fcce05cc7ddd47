import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { isUuid, notFound } from '@storewright/json-api';
import type { SessionRequest } from '../sessions/signed-in';
import { Ownership, shopSuspended } from './ownership';

/** What a suspended shop still allows: to look, and to take power away. */
const allowedWhileSuspended = ['GET', 'HEAD', 'DELETE'];

/**
 * owner → shop, or 404. It looks at the address, not at what a route declares: nothing below `/api/shops/:shop_id` is ever reached by who does
 * not own that shop (or holds no token of it, where the route allows that).
 */
@Injectable()
export class ShopOwnerGuard implements CanActivate {
  constructor(private readonly ownership: Ownership) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<SessionRequest>();
    const { shop_id } = request.params as { shop_id?: string };
    if (shop_id === undefined || request.grant) return true;
    const owner_id = request.session?.owner_id;
    const id = shop_id.toLowerCase();
    const shop = owner_id && isUuid(id) ? await this.ownership.find(id, owner_id) : undefined;
    if (!shop) throw notFound('shops', shop_id);
    if (shop.status === 'suspended' && !allowedWhileSuspended.includes(request.method)) throw shopSuspended();
    request.shop = shop;
    return true;
  }
}
