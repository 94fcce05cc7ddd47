import type { Row } from '@storewright/entities';
import { ApiError } from '@storewright/json-api';
import type { Member } from '@storewright/people';
import {
  allRights,
  type Area,
  areasIn,
  currentRights,
  readingRights,
  type Right,
  type Role,
  type Scope,
  scopesIn,
} from '@storewright/scopes';

type StoredRights = Pick<Row<Member>, 'role' | 'scopes'>;
export type StoredGrant = StoredRights & Pick<Row<Member>, 'role_id'>;

export class Membership {
  readonly role: Role;
  readonly rights: ReadonlySet<string>;

  constructor({ role, scopes }: StoredRights) {
    this.role = role;
    this.rights = new Set(rightsOf(role, scopes));
  }

  /** True for roles with all permissions, including permissions that the platform adds later. */
  get isUnlimited(): boolean {
    return this.role === 'owner' || this.role === 'administrator';
  }

  get areas(): Area[] {
    return areasIn(this.rights);
  }

  /** Shop API scopes for access tokens of this member. null means all scopes. */
  get scopes(): Scope[] | null {
    return this.isUnlimited ? null : scopesIn(this.rights as Set<Right>);
  }

  has(right: Right): boolean {
    return this.rights.has(right);
  }

  /** Throws 403 if the member lacks permissions, and names the missing permissions. */
  require(rights: readonly Right[]): void {
    const missing = rights.filter((right) => !this.rights.has(right));
    if (missing.length > 0)
      throw insufficientRole(`Your role in this shop lacks the permissions ${missing.join(', ')}.`, missing);
  }

  requireOwner(): void {
    if (this.role !== 'owner')
      throw insufficientRole('Only an owner can transfer the ownership of the shop.');
  }

  /**
   * Throws 403 if the scopes that a member gives to an app, token or member exceed the permissions of the
   * giving member. null means all scopes.
   */
  requireToGive(scopes: readonly string[] | null): void {
    if (this.isUnlimited) return;
    if (!scopes)
      throw insufficientRole(
        'You cannot grant all permissions, because your role does not have all of them.',
      );
    const beyond = scopes.filter((scope) => !this.rights.has(scope));
    if (beyond.length > 0)
      throw insufficientRole(
        `You cannot grant permissions that your role does not have: ${beyond.join(', ')}.`,
        beyond,
      );
  }

  /**
   * Throws 403 if the member to change has permissions that this member lacks. Check the membership before
   * and after the change.
   */
  requireToChange(other: Membership): void {
    if (this.role === 'owner') return;
    if (other.role === 'owner')
      throw insufficientRole('Only an owner can make members owners or change other owners.');
    this.requireToGive(other.isUnlimited ? null : [...other.rights]);
  }
}

function rightsOf(role: Role, scopes: readonly string[] | null): readonly string[] {
  if (role === 'staff') return currentRights(scopes ?? []);
  return role === 'read_only' ? readingRights : allRights;
}

function insufficientRole(detail: string, required_rights?: readonly string[]): ApiError {
  return new ApiError('insufficient_role', { detail, ...(required_rights && { meta: { required_rights } }) });
}
