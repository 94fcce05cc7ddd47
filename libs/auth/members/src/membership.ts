import type { Row } from '@storewright/entities';
import { ApiError } from '@storewright/json-api';
import type { Member } from '@storewright/people';
import {
  allRights,
  type Area,
  areasIn,
  readingRights,
  type Right,
  type Role,
  type Scope,
  scopesIn,
} from '@storewright/scopes';

/** What a row of `members` says of what somebody may do. */
export type StoredGrant = Pick<Row<Member>, 'role' | 'scopes'>;

/** What somebody may do in a shop. */
export class Membership {
  readonly role: Role;
  readonly rights: ReadonlySet<string>;

  constructor({ role, scopes }: StoredGrant) {
    this.role = role;
    this.rights = new Set(rightsOf(role, scopes));
  }

  /** Everything, and what comes later. */
  get isUnlimited(): boolean {
    return this.role === 'owner' || this.role === 'administrator';
  }

  get areas(): Area[] {
    return areasIn(this.rights);
  }

  /** What a token for the shop's API gets that acts for this person; null: all scopes. */
  get scopes(): Scope[] | null {
    return this.isUnlimited ? null : scopesIn(this.rights as Set<Right>);
  }

  has(right: Right): boolean {
    return this.rights.has(right);
  }

  /** Throws 403 where one of these is missing, naming those. */
  require(rights: readonly Right[]): void {
    const missing = rights.filter((right) => !this.rights.has(right));
    if (missing.length > 0)
      throw insufficientRole(`Your role in this shop does not allow ${missing.join(', ')}.`, missing);
  }

  /** Throws 403 where somebody else, an app or a token would get more than this person has. `scopes` null: all of them. */
  requireToGive(scopes: readonly string[] | null): void {
    if (this.isUnlimited) return;
    if (!scopes) throw insufficientRole('You cannot give all permissions: you do not have all of them.');
    const beyond = scopes.filter((scope) => !this.rights.has(scope));
    if (beyond.length > 0)
      throw insufficientRole(`You cannot give what you do not have: ${beyond.join(', ')}.`, beyond);
  }

  /** Throws 403 where the other one may do something that this person may not: whom one may change, and what one may make of somebody. */
  requireToChange(other: Membership): void {
    if (this.role === 'owner') return;
    if (other.role === 'owner') throw insufficientRole('Only an owner changes who is an owner.');
    this.requireToGive(other.isUnlimited ? null : [...other.rights]);
  }
}

function rightsOf(role: Role, scopes: readonly string[] | null): readonly string[] {
  if (role === 'staff') return scopes ?? [];
  return role === 'read_only' ? readingRights : allRights;
}

function insufficientRole(detail: string, required_rights?: readonly string[]): ApiError {
  return new ApiError('insufficient_role', { detail, ...(required_rights && { meta: { required_rights } }) });
}
