import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import { ApiError, isUuid, notFound } from '@storewright/json-api';
import type { Shop } from '@storewright/tenancy';
import type { SessionRequest } from '../sessions/signed-in';

const find = `SELECT s.id, s.domain, s.status FROM auth.shop_owners o JOIN auth.shops s ON s.id = o.shop_id
  WHERE o.shop_id = $1 AND o.owner_id = $2`;

/** What a suspended shop still allows: to look, and to take power away. */
const allowedWhileSuspended = ['GET', 'HEAD', 'DELETE'];

/**
 * owner → shop, or 404. It looks at the address, not at what a route declares: nothing below `/api/shops/:shop_id` is ever reached by who does
 * not own that shop (or holds no token of it, where the route allows that).
 */
@Injectable()
export class ShopOwnerGuard implements CanActivate {
  constructor(private readonly database: AuthDatabase) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<SessionRequest>();
    const { shop_id } = request.params as { shop_id?: string };
    if (shop_id === undefined || request.grant) return true;
    const owner_id = request.session?.owner_id;
    const id = shop_id.toLowerCase();
    const shop = owner_id && isUuid(id) ? await this.find(id, owner_id) : undefined;
    if (!shop) throw notFound('shops', shop_id);
    if (shop.status === 'suspended' && !allowedWhileSuspended.includes(request.method)) {
      throw new ApiError('shop_suspended', { detail: 'The shop is suspended; ask its operator.' });
    }
    request.shop = shop;
    return true;
  }

  private async find(shopId: string, ownerId: string): Promise<Shop | undefined> {
    const statement = { name: 'shop-of-owner', text: find, values: [shopId, ownerId] };
    const [row] = await this.database.query({ owner_id: ownerId }, statement);
    return row as unknown as Shop | undefined;
  }
}
