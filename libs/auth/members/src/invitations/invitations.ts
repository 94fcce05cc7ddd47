import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type AuditKind, recordAudit } from '@storewright/audit';
import { AuthDatabase, listing, readPage, selectColumns, type Transaction } from '@storewright/database';
import {
  ApiError,
  isUuid,
  type ListQuery,
  notFound,
  type ParsedResource,
  type DocumentRow,
} from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import { insertMails } from '@storewright/mail';
import { Member, emailKey, languageOf } from '@storewright/people';
import type { SignedInOwner } from '@storewright/sessions';
import type { Shop } from '@storewright/tenancy';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { grantOf } from '../member.resource';
import { lockMembers, membershipOf } from '../members';
import { CustomRole } from '../roles/role.entity';
import { findRole } from '../roles/stored-role';
import { Membership } from '../membership';
import { Invitation } from './invitation.entity';
import { invitationEnded } from './invitation-ended';
import type { CreateInvitation } from './invitation.resource';

/** Days for which an invitation is valid after its email was created. */
export const INVITATION_DAYS = 7;
/**
 * Days after its expiry time at which an invitation is deleted. The next new invitation of the shop triggers
 * the deletion.
 */
const KEPT_DAYS = 30;

type StoredInvitation = Pick<Invitation, 'shop_id' | 'id' | 'email' | 'role' | 'scopes'> & { status: string };

@Injectable()
export class Invitations {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(Invitation, 'auth') private readonly invitations: Repository<Invitation>,
  ) {}

  async list(shop_id: string, query: ListQuery): Promise<Page> {
    const { status } = query.filters;
    const found = invitationsOf(shop_id, this.invitations);
    if (status !== undefined) found.andWhere(`${currentStatus} = :status`, { status });
    const read = listing(found, { id: 'i.id' });
    const page = await readPage((statement) => this.database.query({ shop_id }, statement), read, query);
    return { ...page, rows: page.rows.map((row) => shownInvitation(row as unknown as StoredInvitation)) };
  }

  async find(shop_id: string, id: string): Promise<DocumentRow> {
    return shownInvitation(await findIn(this.database.of({ shop_id }, this.invitations), shop_id, id));
  }

  /**
   * Creates an invitation and queues its email in one transaction. An email address can have one pending
   * invitation to the shop.
   */
  create(
    shop: Shop,
    by: SignedInOwner,
    { attributes, relationships }: ParsedResource<CreateInvitation>,
  ): Promise<DocumentRow> {
    const { id: shop_id, domain: shop_domain } = shop;
    const roleId = relationships['custom_role'];
    const [id, email] = [uuidv7(), attributes.email.trim()];
    return this.database.transaction({ shop_id }, async (transaction) => {
      await lockMembers(transaction, shop_id);
      const inviter = await membershipOf(transaction, shop_id, by.id);
      inviter.require(['invitations.post']);
      const role =
        typeof roleId === 'string' ? await findRole(transaction.of(CustomRole), shop_id, roleId) : undefined;
      const grant = grantOf(attributes.role, attributes.areas, role);
      inviter.requireToChange(new Membership(grant));
      await deleteEnded(transaction, shop_id, email);
      await checkNew(transaction, shop_id, email);
      const insert = transaction.of(this.invitations).createQueryBuilder().insert();
      const values = { shop_id, id, email, email_key: emailKey(email), ...grant, invited_by: by.id };
      await insert
        .values({ ...values, expires_at: () => 'now() + make_interval(days => :days)' })
        .setParameters({ days: INVITATION_DAYS })
        .updateEntity(false)
        .execute();
      const language = (await languageOf(transaction, by.id)) ?? by.browser_language;
      await insertMails(transaction, [{ id, kind: 'invitation', email, language, shop_domain }]);
      await record(transaction, 'invitations.created', by, { shop_id, id, email, ...grant });
      return shownInvitation(await findIn(transaction.of(this.invitations), shop_id, id));
    });
  }

  /**
   * Queues the email of an invitation again with a new link, even if the invitation has expired. Throws 410
   * if the invitation was accepted or withdrawn.
   */
  resend(shop: Shop, id: string, by: SignedInOwner): Promise<DocumentRow> {
    const { id: shop_id, domain: shop_domain } = shop;
    return this.database.transaction({ shop_id }, async (transaction) => {
      const invitation = await findIn(transaction.of(this.invitations), shop_id, id);
      const open = { shop_id, id: invitation.id, status: 'pending' } as const;
      const { affected } = await transaction.of(this.invitations).update(open, { mailed_at: null });
      if (!affected) throw invitationEnded(`This invitation was already ${invitation.status}.`);
      const language = (await languageOf(transaction, by.id)) ?? by.browser_language;
      const { email } = invitation;
      await insertMails(transaction, [
        { id: invitation.id, kind: 'invitation', email, language, shop_domain },
      ]);
      await record(transaction, 'invitations.resent', by, invitation);
      return shownInvitation(await findIn(transaction.of(this.invitations), shop_id, id));
    });
  }

  withdraw(shop_id: string, id: string, by: SignedInOwner): Promise<void> {
    return this.database.transaction({ shop_id }, async (transaction) => {
      const invitation = await findIn(transaction.of(this.invitations), shop_id, id);
      const open = { shop_id, id: invitation.id, status: 'pending' } as const;
      const { affected } = await transaction.of(this.invitations).update(open, { status: 'withdrawn' });
      if (affected) await record(transaction, 'invitations.withdrawn', by, invitation);
    });
  }
}

/**
 * Deletes an expired invitation to this email address, and all invitations of the shop that expired more than
 * KEPT_DAYS ago.
 */
async function deleteEnded(transaction: Transaction, shop_id: string, email: string): Promise<void> {
  const ended = transaction.of(Invitation).createQueryBuilder().delete().where({ shop_id });
  await ended
    .andWhere(
      `(expires_at < least(now(), :now) - make_interval(days => :keptDays) OR (status = 'pending' ` +
        'AND expires_at <= least(now(), :now) AND email_key = :key))',
      { keptDays: KEPT_DAYS, key: emailKey(email), now: new Date() },
    )
    .execute();
}

async function checkNew(transaction: Transaction, shop_id: string, email: string): Promise<void> {
  const email_key = emailKey(email);
  if (await transaction.of(Invitation).existsBy({ shop_id, email_key, status: 'pending' }))
    throw emailTaken(
      `${email} already has a pending invitation to this shop. Withdraw that invitation first.`,
    );
  const members = await transaction
    .of(Member)
    .createQueryBuilder('m')
    .select('auth.member_email(m.owner_id)', 'email')
    .where('m.shop_id = :shop_id', { shop_id })
    .getRawMany<{ email: string }>();
  if (members.some((member) => emailKey(member.email) === email_key))
    throw emailTaken(`${email} is already a member of this shop.`);
}

function emailTaken(detail: string): ApiError {
  return new ApiError('already_exists', { detail, source: { pointer: '/data/attributes/email' } });
}

const currentStatus = `CASE WHEN i.status = 'pending' AND i.expires_at <= now() THEN 'expired' ELSE i.status END`;
const mailStatus = `CASE WHEN i.mailed_at IS NOT NULL THEN 'sent' WHEN auth.mail_attempts(i.id) IS NULL THEN 'failed'
  WHEN auth.mail_attempts(i.id) = 0 THEN 'waiting' ELSE 'retrying' END`;

function invitationsOf(shop_id: string, repository: Repository<Invitation>): SelectQueryBuilder<Invitation> {
  const columns = [
    'shop_id',
    'id',
    'email',
    'role',
    'role_id',
    'scopes',
    'created_at',
    'expires_at',
  ] as const;
  return selectColumns(repository.createQueryBuilder('i'), columns)
    .addSelect(currentStatus, 'status')
    .addSelect(mailStatus, 'mail_status')
    .addSelect('auth.owner_name(i.invited_by)', 'invited_by')
    .where('i.shop_id = :shop_id', { shop_id });
}

async function findIn(
  repository: Repository<Invitation>,
  shop_id: string,
  id: string,
): Promise<StoredInvitation> {
  const found = isUuid(id) && invitationsOf(shop_id, repository).andWhere('i.id = :id', { id });
  const invitation = found && (await found.getRawOne<StoredInvitation>());
  if (!invitation) throw notFound('invitations', id);
  return invitation;
}

export function shownInvitation<I extends Pick<StoredInvitation, 'role' | 'scopes'>>(
  invitation: I,
): I & DocumentRow {
  const { role, areas } = new Membership(invitation);
  return { ...invitation, areas: role === 'staff' ? areas : null };
}

/** The person who acts on an invitation. A person who creates an account by accepting has no session yet. */
export type Actor = Pick<SignedInOwner, 'id' | 'request_id'> & { session_id?: string };

export function record(
  transaction: Transaction,
  kind: AuditKind,
  { id: owner_id, request_id, session_id: token_id }: Actor,
  invitation: Pick<StoredInvitation, 'shop_id' | 'id' | 'email' | 'role' | 'scopes'>,
): Promise<void> {
  const { shop_id, id, email, role } = invitation;
  const { areas } = shownInvitation(invitation);
  const detail = { invitation_id: id, name: email, role, areas };
  return recordAudit(transaction, { kind, shop_id, owner_id, detail, request_id, token_id });
}
