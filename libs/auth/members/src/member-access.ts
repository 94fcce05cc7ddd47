import { createParamDecorator } from '@nestjs/common';
import { DeclareAccess } from '@storewright/access';
import type { Right, Scope } from '@storewright/scopes';
import { type SessionRequest, signedInOwner, type SignedInOwner } from '@storewright/sessions';
import type { Membership } from './membership';

/** A signed-in person and their membership of the shop in the path. */
export interface SignedInMember extends SignedInOwner {
  membership: Membership;
}

export interface MemberRequest extends SessionRequest {
  /** Membership of the signed-in person in the shop of the path. */
  membership?: Membership;
}

/** The route requires a member of the shop `:shop_id` whose role has this right. */
export function MemberMay(right: Right): MethodDecorator {
  return DeclareAccess({ kind: 'session', shop: right });
}

/** The route requires a member whose role has this right, or the member that `:id` names. */
export function MemberMayOrOneself(right: Right): MethodDecorator {
  return DeclareAccess({ kind: 'session', shop: right, orOneself: true });
}

/** The route requires any member of the shop `:shop_id`. */
export function AnyMember(): MethodDecorator {
  return DeclareAccess({ kind: 'session', shop: 'any member' });
}

/** The route requires any member of the shop `:shop_id`, or a token of that shop with this scope. */
export function AnyMemberOrHoldsScope(scope: Scope): MethodDecorator {
  return DeclareAccess({ kind: 'session', shop: 'any member', orToken: scope });
}

export const CurrentMember = createParamDecorator((_: unknown, context): SignedInMember => {
  const request = context.switchToHttp().getRequest<MemberRequest>();
  if (!request.membership) throw new Error('the route has no shop in its address');
  return { ...signedInOwner(request), membership: request.membership };
});
