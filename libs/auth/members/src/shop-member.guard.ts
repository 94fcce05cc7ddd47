import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { accessOf, deviceAccessOf } from '@storewright/access';
import { isUuid, notFound } from '@storewright/json-api';
import { deviceNotAllowed } from '@storewright/sessions';
import type { MemberRequest } from './member-access';
import { Memberships, requireFactor, shopSuspended } from './memberships';

/** HTTP methods that a suspended shop allows: reading data and removing access. */
const allowedWhileSuspended = ['GET', 'HEAD', 'DELETE'];

/**
 * Guards all paths below `/api/shops/:shop_id`. Throws 404 for a person who is not a member of the shop, and
 * 403 for a missing permission or second factor. Accepts tokens of the shop, which BearerGuard has checked.
 */
@Injectable()
export class ShopMemberGuard implements CanActivate {
  constructor(private readonly memberships: Memberships) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<MemberRequest>();
    const { shop_id, id: about } = request.params as { shop_id?: string; id?: string };
    if (shop_id === undefined || request.grant) return true;
    const owner_id = request.session?.owner_id;
    const id = shop_id.toLowerCase();
    const member = owner_id && isUuid(id) ? await this.memberships.find(id, owner_id) : undefined;
    if (!member) throw notFound('shops', shop_id);
    const access = accessOf(context);
    if (access.kind !== 'session' || !access.shop) return false;
    const isOneself = access.orOneself && about?.toLowerCase() === owner_id;
    const isDevice = request.session?.kind === 'device';
    if (isDevice && deviceAccessOf(context)?.onlyTestShops && !(await this.memberships.isTestShop(id)))
      throw deviceNotAllowed();
    if (access.shop !== 'any member' && !isOneself) member.membership.require([access.shop]);
    if (!isOneself) requireFactor(member);
    if (member.shop.status === 'suspended' && !allowedWhileSuspended.includes(request.method))
      throw shopSuspended();
    request.shop = member.shop;
    request.membership = member.membership;
    return true;
  }
}
