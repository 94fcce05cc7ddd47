export {
  AnyMember,
  AnyMemberOrHoldsScope,
  CurrentMember,
  MemberMay,
  type SignedInMember,
} from './member-access';
export { MembersModule } from './members.module';
export { Membership } from './membership';
export { Memberships, requireFactor, shopSuspended } from './memberships';
export { ShopMemberGuard } from './shop-member.guard';
export { endTokensWithoutFactor, hasSecondFactor } from './second-factor-rule';
