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
  type Page,
  type ParsedResource,
  refuseOthers,
  type Row,
} from '@storewright/json-api';
import { Member } from '@storewright/people';
import { Session, type SignedInOwner } from '@storewright/sessions';
import { Any, type Repository, type SelectQueryBuilder } from 'typeorm';
import { grantOf, members, type UpdateMember } from './member.resource';
import { Membership, type StoredGrant } from './membership';

type StoredMember = StoredGrant & Pick<Member, 'shop_id' | 'created_at'> & { id: string; name: string };

/** The members of a shop. Changes of one shop are made one after the other: whoever lost their role meanwhile changes nothing. */
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

  async find(shop_id: string, id: string): Promise<Row> {
    return shownMember(await findIn(this.database.of({ shop_id }, this.members), shop_id, id));
  }

  /** Another role. What the person has open in the panel ends, and goes on with the new one. */
  change(shop_id: string, id: string, by: SignedInOwner, input: ParsedResource<UpdateMember>): Promise<Row> {
    return this.database.transaction({ shop_id }, async (transaction) => {
      const { changer, member } = await this.hold(transaction, { shop_id, id, by });
      changer.require(['members.patch']);
      refuseOthers(members, input, shownMember(member));
      const { role = member.role, areas } = input.attributes;
      const isSame = areas === undefined && role === member.role;
      const next: StoredGrant = isSame ? member : grantOf(role, areas);
      const [before, after] = [new Membership(member), new Membership(next)];
      changer.requireToChange(before);
      changer.requireToChange(after);
      if (role !== 'owner') await this.keepAnOwner(transaction, member);
      const changes = { role, scopes: next.scopes, updated_at: () => 'now()' };
      await transaction.of(this.members).update({ shop_id, owner_id: id }, changes);
      const detail = { member_id: id, name: member.name, role, areas: areasOf(after), before: before.role };
      await recordChange(transaction, 'members.role_changed', { shop_id, by, detail });
      await endTokens(transaction, shop_id, id);
      return shownMember({ ...member, role, scopes: next.scopes });
    });
  }

  /** The person has no way into the shop any more; sessions go on, for their other shops. Whoever leaves by themselves needs no right. */
  delete(shop_id: string, id: string, by: SignedInOwner): Promise<void> {
    return this.database.transaction({ shop_id }, async (transaction) => {
      const { changer, member } = await this.hold(transaction, { shop_id, id, by });
      if (id !== by.id) {
        changer.require(['members.delete']);
        changer.requireToChange(new Membership(member));
      }
      await this.keepAnOwner(transaction, member);
      const detail = { member_id: id, name: member.name, role: member.role };
      // First: the mail to the member needs the address, which only members of the shop have.
      await recordChange(transaction, 'members.removed', { shop_id, by, detail });
      await transaction.of(this.members).delete({ shop_id, owner_id: id });
      await endTokens(transaction, shop_id, id);
    });
  }

  /** The member, and what whoever asks may do as it is now, with the members of the shop held until the transaction ends. */
  private async hold(
    transaction: Transaction,
    { shop_id, id, by }: { shop_id: string; id: string; by: SignedInOwner },
  ): Promise<{ changer: Membership; member: StoredMember }> {
    await holdMembers(transaction, shop_id);
    const changer = await membershipOf(transaction, shop_id, by.id);
    return { changer, member: await findIn(transaction.of(this.members), shop_id, id) };
  }

  private async keepAnOwner(transaction: Transaction, { role, shop_id }: StoredMember): Promise<void> {
    if (role !== 'owner') return;
    const owners = await transaction.of(this.members).countBy({ shop_id, role });
    if (owners === 1)
      throw new ApiError('last_owner', { detail: 'Make somebody else an owner of this shop first.' });
  }
}

/** Until the transaction ends nobody else changes who is in the shop. */
export async function holdMembers(transaction: Transaction, shop_id: string): Promise<void> {
  const lock = { mode: 'for_no_key_update' } as const;
  await transaction.of(Shop).findOneOrFail({ where: { id: shop_id }, lock });
}

/** What somebody may do in the shop of the context. Throws 404 where they are no member any more. */
export async function membershipOf(
  transaction: Transaction,
  shop_id: string,
  owner_id: string,
): Promise<Membership> {
  const found = await transaction.of(Member).findOneBy({ shop_id, owner_id });
  if (!found) throw notFound('shops', shop_id);
  return new Membership(found);
}

async function findIn(repository: Repository<Member>, shop_id: string, id: string): Promise<StoredMember> {
  const found = isUuid(id) && membersOf(shop_id, repository).andWhere('m.owner_id = :id', { id });
  const member = found && (await found.getRawOne<StoredMember>());
  if (!member) throw notFound('members', id);
  return member;
}

/** Of the others a name and the email, through functions: people are seen by themselves alone. */
function membersOf(shop_id: string, repository: Repository<Member>): SelectQueryBuilder<Member> {
  return selectColumns(repository.createQueryBuilder('m'), ['shop_id', 'role', 'scopes', 'created_at'])
    .addSelect('m.owner_id', 'id')
    .addSelect('auth.owner_name(m.owner_id)', 'name')
    .addSelect('auth.member_email(m.owner_id)', 'email')
    .where('m.shop_id = :shop_id', { shop_id });
}

function shownMember(member: StoredMember): Row {
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
  const { id: owner_id, request_id, browser_language: language } = by;
  return recordAudit(transaction, { kind, shop_id, owner_id, detail, request_id, language });
}

/** What the person's sessions have for the API of this shop: refused on every instance within a second. Comes last, as it enters the context of the person. */
async function endTokens(transaction: Transaction, shop_id: string, owner_id: string): Promise<void> {
  transaction.enter({ owner_id });
  const sessions = await transaction.of(Session).findBy({ owner_id });
  const ids = sessions.map(({ id }) => id);
  const { affected } = await transaction.of(AccessToken).delete({ shop_id, session_id: Any(ids) });
  if (affected) for (const session_id of ids) await announce(transaction, { session_id });
}
