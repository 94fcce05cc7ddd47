import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type AuditKind, recordAudit } from '@storewright/audit';
import { AuthDatabase, listing, readPage, type Transaction } from '@storewright/database';
import {
  ApiError,
  type DocumentRow,
  invalidAttribute,
  type ListQuery,
  type ParsedResource,
  refuseOthers,
} from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import { MAX_ROLES_OF_SHOP, Member, objectLimitReached } from '@storewright/people';
import { type Area, currentRights, rightsOfAreas } from '@storewright/scopes';
import type { SignedInOwner } from '@storewright/sessions';
import type { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Invitation } from '../invitations/invitation.entity';
import { endTokens, lockMembers, membershipOf } from '../members';
import { Membership } from '../membership';
import { CustomRole } from './role.entity';
import { type CreateRole, customRoles, type UpdateRole } from './role.resource';
import { findRole, rolesOf, type StoredRole } from './stored-role';

/**
 * Custom roles of a shop. Members and pending invitations store copies of the role's permissions, so that a
 * request reads only one row.
 */
@Injectable()
export class CustomRoles {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(CustomRole, 'auth') private readonly roles: Repository<CustomRole>,
  ) {}

  async list(shop_id: string, query: ListQuery): Promise<Page> {
    const read = listing(rolesOf(shop_id, this.roles), { id: 'r.id' });
    const page = await readPage((statement) => this.database.query({ shop_id }, statement), read, query);
    return { ...page, rows: page.rows.map((row) => shownRole(row as unknown as StoredRole)) };
  }

  async find(shop_id: string, id: string): Promise<DocumentRow> {
    return shownRole(await findRole(this.database.of({ shop_id }, this.roles), shop_id, id));
  }

  /**
   * Creates a custom role. Throws 403 if the role has permissions that the member lacks, and 409 if the shop
   * already has a role with this name.
   */
  create(
    shop_id: string,
    by: SignedInOwner,
    { attributes: { name, areas } }: ParsedResource<CreateRole>,
  ): Promise<DocumentRow> {
    const scopes = scopesOf(areas);
    return this.database.transaction({ shop_id }, async (transaction) => {
      await lockMembers(transaction, shop_id);
      (await this.changer(transaction, shop_id, by)).requireToGive(scopes);
      await checkName(transaction, shop_id, name);
      if ((await transaction.of(this.roles).countBy({ shop_id })) >= MAX_ROLES_OF_SHOP)
        throw objectLimitReached(
          MAX_ROLES_OF_SHOP,
          `A shop can have at most ${MAX_ROLES_OF_SHOP} custom roles. Delete a role first.`,
        );
      const role = { shop_id, id: uuidv7(), name, name_key: keyOf(name), scopes };
      await transaction.of(this.roles).insert(role);
      await record(transaction, 'roles.created', by, role);
      return shownRole(await findRole(transaction.of(this.roles), shop_id, role.id));
    });
  }

  /**
   * Changes a custom role and the permissions of its members. Deletes the panel access tokens of these
   * members.
   */
  change(
    shop_id: string,
    id: string,
    by: SignedInOwner,
    input: ParsedResource<UpdateRole>,
  ): Promise<DocumentRow> {
    return this.database.transaction({ shop_id }, async (transaction) => {
      await lockMembers(transaction, shop_id);
      const role = await findRole(transaction.of(this.roles), shop_id, id);
      refuseOthers(customRoles, input, shownRole(role));
      const { name = role.name, areas } = input.attributes;
      const scopes = areas ? scopesOf(areas) : role.scopes;
      const changer = await this.changer(transaction, shop_id, by);
      changer.requireToGive(currentRights(role.scopes));
      changer.requireToGive(scopes);
      if (keyOf(name) !== keyOf(role.name)) await checkName(transaction, shop_id, name);
      const changes = { name, name_key: keyOf(name), scopes, updated_at: () => 'now()' };
      await transaction.of(this.roles).update({ shop_id, id: role.id }, changes);
      await record(transaction, 'roles.updated', by, { ...role, name, scopes });
      const after = await findRole(transaction.of(this.roles), shop_id, role.id);
      if (areas) await copyRights(transaction, after);
      return shownRole(after);
    });
  }

  /** Deletes a custom role. Throws 409 while a member or a pending invitation has the role. */
  delete(shop_id: string, id: string, by: SignedInOwner): Promise<void> {
    return this.database.transaction({ shop_id }, async (transaction) => {
      await lockMembers(transaction, shop_id);
      const role = await findRole(transaction.of(this.roles), shop_id, id);
      (await this.changer(transaction, shop_id, by)).requireToGive(currentRights(role.scopes));
      const pending = { shop_id, role_id: role.id, status: 'pending' } as const;
      const invited = await transaction.of(Invitation).countBy(pending);
      if (role.member_count + invited > 0)
        throw new ApiError('still_referenced', {
          detail:
            `The role "${role.name}" has ${role.member_count} members and ${invited} pending invitations. ` +
            'Assign another role to these members, and revoke the invitations.',
          meta: { members: role.member_count, invitations: invited },
        });
      await transaction.of(this.roles).delete({ shop_id, id: role.id });
      await record(transaction, 'roles.deleted', by, role);
    });
  }

  private async changer(transaction: Transaction, shop_id: string, by: SignedInOwner): Promise<Membership> {
    const changer = await membershipOf(transaction, shop_id, by.id);
    changer.require(['members.patch']);
    return changer;
  }
}

const keyOf = (name: string) => name.normalize('NFC').toLowerCase();

function scopesOf(areas: readonly Area[]): string[] {
  if (areas.length === 0) throw invalidAttribute('areas', 'areas must contain at least one area.');
  return rightsOfAreas(areas);
}

function shownRole(role: StoredRole): DocumentRow {
  return { ...role, areas: new Membership({ role: 'staff', scopes: role.scopes }).areas };
}

async function checkName(transaction: Transaction, shop_id: string, name: string): Promise<void> {
  if (await transaction.of(CustomRole).existsBy({ shop_id, name_key: keyOf(name) }))
    throw new ApiError('already_exists', {
      detail: `A role with the name "${name}" exists in this shop. Choose another name.`,
      source: { pointer: '/data/attributes/name' },
      meta: { attribute: 'name' },
    });
}

/**
 * Copies the permissions of a custom role to its members and pending invitations. Must be the last call in a
 * transaction, because it changes the row-level security context to each member.
 */
async function copyRights(transaction: Transaction, { shop_id, id, scopes }: StoredRole): Promise<void> {
  const pending = { shop_id, role_id: id, status: 'pending' } as const;
  await transaction.of(Invitation).update(pending, { scopes });
  const holders = await transaction.of(Member).findBy({ shop_id, role_id: id });
  await transaction.of(Member).update({ shop_id, role_id: id }, { scopes, updated_at: () => 'now()' });
  for (const { owner_id } of holders) await endTokens(transaction, shop_id, owner_id);
}

function record(
  transaction: Transaction,
  kind: Extract<AuditKind, `roles.${string}`>,
  { id: owner_id, request_id, session_id: token_id }: SignedInOwner,
  { shop_id, id, name, scopes }: Pick<StoredRole, 'shop_id' | 'id' | 'name' | 'scopes'>,
): Promise<void> {
  const { areas } = new Membership({ role: 'staff', scopes });
  return recordAudit(transaction, {
    kind,
    shop_id,
    owner_id,
    detail: { role_id: id, name, areas },
    request_id,
    token_id,
  });
}
