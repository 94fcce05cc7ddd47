import { createParamDecorator } from '@nestjs/common';
import { DeclareAccess } from '@storewright/access';
import type { Right, Scope } from '@storewright/scopes';
import { type SessionRequest, signedInOwner, type SignedInOwner } from '@storewright/sessions';
import type { Membership } from './membership';

export interface SignedInMember extends SignedInOwner {
  membership: Membership;
}

export interface MemberRequest extends SessionRequest {
  membership?: Membership;
}

/** Restricts a route to members of the shop `:shop_id` whose role has this permission. */
export function MemberMay(right: Right): MethodDecorator {
  return DeclareAccess({ kind: 'session', shop: right });
}

/** Restricts a route to members whose role has this permission, and to the member with the id `:id`. */
export function MemberMayOrOneself(right: Right): MethodDecorator {
  return DeclareAccess({ kind: 'session', shop: right, orOneself: true });
}

/** Restricts a route to members of the shop `:shop_id` with any role. */
export function AnyMember(): MethodDecorator {
  return DeclareAccess({ kind: 'session', shop: 'any member' });
}

/** Restricts a route to members of the shop `:shop_id`, and to tokens of that shop with this scope. */
export function AnyMemberOrHoldsScope(scope: Scope): MethodDecorator {
  return DeclareAccess({ kind: 'session', shop: 'any member', orToken: scope });
}

export const CurrentMember = createParamDecorator((_: unknown, context): SignedInMember => {
  const request = context.switchToHttp().getRequest<MemberRequest>();
  if (!request.membership) throw new Error('the route has no shop in its address');
  return { ...signedInOwner(request), membership: request.membership };
});
