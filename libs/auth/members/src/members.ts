import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { announce } from '@storewright/access';
import { recordAudit } from '@storewright/audit';
import { AuthDatabase, listing, readPage, selectColumns, type Transaction } from '@storewright/database';
import { AccessToken, Shop } from '@storewright/entities';
import {
  ApiError,
  isUuid,
  type ListQuery,
  notFound,
  type ParsedResource,
  refuseOthers,
  type DocumentRow,
} from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import { Member } from '@storewright/people';
import { Session, type SignedInOwner } from '@storewright/sessions';
import { Any, type Repository, type SelectQueryBuilder } from 'typeorm';
import { grantOf, members, type UpdateMember } from './member.resource';
import { Membership, type StoredGrant } from './membership';
import { CustomRole } from './roles/role.entity';
import { findRole } from './roles/stored-role';
import { SavedView } from './saved-views/saved-view.entity';

type StoredMember = StoredGrant & Pick<Member, 'shop_id' | 'created_at'> & { id: string; name: string };

/**
 * The members of a shop. Every change locks the shop, so that nobody can use a permission that a concurrent
 * request removes.
 */
@Injectable()
export class Members {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(Member, 'auth') private readonly members: Repository<Member>,
  ) {}

  async list(shop_id: string, query: ListQuery): Promise<Page> {
    const read = listing(membersOf(shop_id, this.members), { id: 'm.owner_id' });
    const page = await readPage((statement) => this.database.query({ shop_id }, statement), read, query);
    return { ...page, rows: page.rows.map((row) => shownMember(row as unknown as StoredMember)) };
  }

  async find(shop_id: string, id: string): Promise<DocumentRow> {
    return shownMember(await findIn(this.database.of({ shop_id }, this.members), shop_id, id));
  }

  /**
   * Changes the role of a member and deletes the member's panel access tokens, so that the admin panel
   * requests tokens with the new permissions.
   */
  change(
    shop_id: string,
    id: string,
    by: SignedInOwner,
    input: ParsedResource<UpdateMember>,
  ): Promise<DocumentRow> {
    return this.database.transaction({ shop_id }, async (transaction) => {
      const { changer, member } = await this.lockMember(transaction, { shop_id, id, by });
      changer.require(['members.patch']);
      refuseOthers(members, input, shownMember(member));
      const next = await this.nextGrant(transaction, member, input);
      const { role, role_id, scopes } = next;
      const [before, after] = [new Membership(member), new Membership(next)];
      changer.requireToChange(before);
      changer.requireToChange(after);
      if (role !== 'owner') await this.checkAnOwnerStays(transaction, member);
      const changes = { role, role_id, scopes, updated_at: () => 'now()' };
      await transaction.of(this.members).update({ shop_id, owner_id: id }, changes);
      const detail = { member_id: id, name: member.name, role, areas: areasOf(after), before: before.role };
      await recordChange(transaction, 'members.role_changed', { shop_id, by, detail });
      await endTokens(transaction, shop_id, id);
      return shownMember({ ...member, role, role_id, scopes });
    });
  }

  private async nextGrant(
    transaction: Transaction,
    member: StoredMember,
    { attributes, relationships }: ParsedResource<UpdateMember>,
  ): Promise<StoredGrant> {
    const named = relationships['custom_role'];
    if (typeof named === 'string') {
      const role = await findRole(transaction.of(CustomRole), member.shop_id, named);
      return grantOf(attributes.role ?? 'staff', attributes.areas, role);
    }
    const { role = member.role, areas } = attributes;
    const isSame = named === undefined && areas === undefined && role === member.role;
    return isSame ? member : grantOf(role, areas);
  }

  /**
   * Makes another member the owner of the shop, and the current owner an administrator. Throws 403 if the requesting
   * person is not an owner.
   */
  transferOwnership(shop_id: string, id: string, by: SignedInOwner): Promise<void> {
    return this.database.transaction({ shop_id }, async (transaction) => {
      const { changer, member } = await this.lockMember(transaction, { shop_id, id, by });
      changer.requireOwner();
      if (id === by.id || member.role === 'owner')
        throw new ApiError('invalid_attribute', {
          detail: 'member must be another member of this shop who is not an owner.',
          source: { pointer: '/data/relationships/member/data' },
          meta: { attribute: 'member' },
        });
      const from = await findIn(transaction.of(this.members), shop_id, by.id);
      for (const [who, role] of [
        [member, 'owner'],
        [from, 'administrator'],
      ] as const) {
        const changes = { role, role_id: null, scopes: null, updated_at: () => 'now()' };
        await transaction.of(this.members).update({ shop_id, owner_id: who.id }, changes);
        const detail = { member_id: who.id, name: who.name, role, areas: null, before: who.role };
        await recordChange(transaction, 'members.role_changed', { shop_id, by, detail });
      }
      for (const each of [id, by.id]) await endTokens(transaction, shop_id, each);
    });
  }

  /**
   * Removes a member from the shop. The person's sessions continue, because they are also valid for other
   * shops.
   */
  delete(shop_id: string, id: string, by: SignedInOwner): Promise<void> {
    return this.database.transaction({ shop_id }, async (transaction) => {
      const { changer, member } = await this.lockMember(transaction, { shop_id, id, by });
      if (id !== by.id) {
        changer.require(['members.delete']);
        changer.requireToChange(new Membership(member));
      }
      await this.checkAnOwnerStays(transaction, member);
      const detail = { member_id: id, name: member.name, role: member.role };
      // Writes the audit log entry before the deletion, because the security notice needs the email address
      // and only addresses of members are readable.
      await recordChange(transaction, 'members.removed', { shop_id, by, detail });
      await transaction.of(this.members).delete({ shop_id, owner_id: id });
      await transaction.of(SavedView).delete({ shop_id, owner_id: id, is_shared: false });
      await endTokens(transaction, shop_id, id);
    });
  }

  /**
   * Locks the members of the shop. Returns the member to change, and the membership of the person who makes
   * the change.
   */
  private async lockMember(
    transaction: Transaction,
    { shop_id, id, by }: { shop_id: string; id: string; by: SignedInOwner },
  ): Promise<{ changer: Membership; member: StoredMember }> {
    await lockMembers(transaction, shop_id);
    const changer = await membershipOf(transaction, shop_id, by.id);
    return { changer, member: await findIn(transaction.of(this.members), shop_id, id) };
  }

  private async checkAnOwnerStays(transaction: Transaction, { role, shop_id }: StoredMember): Promise<void> {
    if (role !== 'owner') return;
    const owners = await transaction.of(this.members).countBy({ shop_id, role });
    if (owners === 1)
      throw new ApiError('last_owner', {
        detail: 'A shop must have an owner. Make another member an owner of this shop first.',
      });
  }
}

/** Locks the shop until the transaction ends, so that its members and invitations cannot change. */
export async function lockMembers(transaction: Transaction, shop_id: string): Promise<void> {
  const lock = { mode: 'for_no_key_update' } as const;
  await transaction.of(Shop).findOneOrFail({ where: { id: shop_id }, lock });
}

/** Returns the person's membership of the shop. Throws 404 for a person who is not a member. */
export async function membershipOf(
  transaction: Transaction,
  shop_id: string,
  owner_id: string,
): Promise<Membership> {
  const member = await transaction.of(Member).findOneBy({ shop_id, owner_id });
  if (!member) throw notFound('shops', shop_id);
  return new Membership(member);
}

async function findIn(repository: Repository<Member>, shop_id: string, id: string): Promise<StoredMember> {
  const query = isUuid(id) && membersOf(shop_id, repository).andWhere('m.owner_id = :id', { id });
  const member = query && (await query.getRawOne<StoredMember>());
  if (!member) throw notFound('members', id);
  return member;
}

const shownColumns = ['shop_id', 'role', 'role_id', 'scopes', 'created_at', 'last_seen_at'] as const;

/**
 * Row-level security hides people from each other, so database functions return the names and email addresses
 * of members.
 */
function membersOf(shop_id: string, repository: Repository<Member>): SelectQueryBuilder<Member> {
  return selectColumns(repository.createQueryBuilder('m'), shownColumns)
    .addSelect('m.owner_id', 'id')
    .addSelect('auth.owner_name(m.owner_id)', 'name')
    .addSelect('auth.member_email(m.owner_id)', 'email')
    .where('m.shop_id = :shop_id', { shop_id });
}

function shownMember(member: StoredMember): DocumentRow {
  const membership = new Membership(member);
  return { ...member, areas: areasOf(membership), rights: [...membership.rights] };
}

function areasOf(membership: Membership): string[] | null {
  return membership.role === 'staff' ? membership.areas : null;
}

function recordChange(
  transaction: Transaction,
  kind: 'members.role_changed' | 'members.removed',
  { shop_id, by, detail }: { shop_id: string; by: SignedInOwner; detail: Record<string, unknown> },
): Promise<void> {
  const { id: owner_id, request_id, session_id: token_id, browser_language: language } = by;
  return recordAudit(transaction, { kind, shop_id, owner_id, detail, request_id, token_id, language });
}

/**
 * Deletes the person's panel access tokens for a shop. Must be the last call in a transaction, because it
 * changes the row-level security context to the person.
 */
export async function endTokens(transaction: Transaction, shop_id: string, owner_id: string): Promise<void> {
  transaction.enter({ owner_id });
  const sessions = await transaction.of(Session).findBy({ owner_id });
  const ids = sessions.map(({ id }) => id);
  const { affected } = await transaction.of(AccessToken).delete({ shop_id, session_id: Any(ids) });
  if (affected) for (const session_id of ids) await announce(transaction, { session_id });
}
