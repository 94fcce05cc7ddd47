import { Injectable } from '@nestjs/common';
import { AuthDatabase, type Transaction } from '@storewright/database';
import { Shop } from '@storewright/entities';
import { ApiError, type DocumentRow } from '@storewright/json-api';
import { Member, Owner, emailCredential, emailKey } from '@storewright/people';
import type { SignedInOwner } from '@storewright/sessions';
import { digestBytes, type PlainToken } from '@storewright/tokens';
import { v7 as uuidv7 } from 'uuid';
import { lockMembers } from '../members';
import { Membership } from '../membership';
import { Invitation } from './invitation.entity';
import { invitationEnded } from './invitation-ended';
import { type Actor, record, shownInvitation } from './invitations';

type Found = Pick<
  Invitation,
  'shop_id' | 'id' | 'email' | 'role' | 'role_id' | 'scopes' | 'invited_by' | 'expires_at'
>;

type NewAccount = Pick<Owner, 'name' | 'password_hash'> & Partial<Pick<Owner, 'language'>>;

/**
 * Shows and accepts invitations for the holders of their links. If several requests accept the same
 * invitation concurrently, only one request succeeds.
 */
@Injectable()
export class ReceivedInvitations {
  constructor(private readonly database: AuthDatabase) {}

  show(token: PlainToken): Promise<DocumentRow> {
    return this.database.transaction({ credential: token.digest }, async (transaction) => {
      const invitation = await livingOf(transaction, token);
      const shop = await transaction.of(Shop).findOneByOrFail({ id: invitation.shop_id });
      const invited_by = await nameOf(transaction, invitation);
      transaction.enter({ credential: emailCredential(invitation.email) });
      const has_account = await transaction.of(Owner).existsBy({ email_key: emailKey(invitation.email) });
      const { name: shop_name, domain: shop_domain } = shop;
      return { ...shownInvitation(invitation), shop_name, shop_domain, invited_by, has_account };
    });
  }

  /**
   * Accepts an invitation for a signed-in person, who must have the invited email address. Returns the shop.
   */
  accept(token: PlainToken, owner: SignedInOwner): Promise<DocumentRow> {
    return this.database.transaction({ credential: token.digest }, async (transaction) => {
      const invitation = await livingOf(transaction, token);
      if (emailKey(invitation.email) !== emailKey(owner.email))
        throw new ApiError('wrong_recipient', {
          detail:
            `This invitation is for ${invitation.email}, but you are signed in as ${owner.email}. Sign ` +
            'in with the invited email.',
        });
      await enterShop(transaction, invitation, owner);
      const { id, domain: shop_domain } = await transaction
        .of(Shop)
        .findOneByOrFail({ id: invitation.shop_id });
      return { id, shop_domain };
    });
  }

  /**
   * Returns the email address of an invited person without an account, and the name of the shop. Throws if
   * the account exists.
   */
  async newcomer(token: PlainToken): Promise<{ email: string; shop_name: string }> {
    const { email, has_account, shop_name } = (await this.show(token)) as {
      email: string;
      has_account: boolean;
      shop_name: string;
    };
    if (has_account) throw accountExists();
    return { email, shop_name };
  }

  /**
   * Creates the account of an invited person and the membership of the shop in one transaction. The link
   * proves that the person owns the email address.
   */
  acceptAsNew(
    token: PlainToken,
    { request_id, ...account }: NewAccount & { request_id: string },
  ): Promise<DocumentRow> {
    const id = uuidv7();
    return this.database.transaction({ credential: token.digest, owner_id: id }, async (transaction) => {
      const invitation = await livingOf(transaction, token);
      const { email } = invitation;
      const insert = transaction.of(Owner).createQueryBuilder().insert();
      const { raw } = await insert
        .values({ id, email, email_key: emailKey(email), ...account })
        .orIgnore()
        .updateEntity(false)
        .returning('id, email, name, created_at')
        .execute();
      const [owner] = raw as DocumentRow[];
      if (!owner) throw accountExists();
      await enterShop(transaction, invitation, { id, request_id });
      return owner;
    });
  }
}

/**
 * Returns a pending invitation by its link token. Throws an error with the reason if the invitation cannot be
 * accepted.
 */
async function livingOf(transaction: Transaction, { digest }: PlainToken): Promise<Found> {
  const found = await transaction
    .of(Invitation)
    .createQueryBuilder('i')
    .addSelect('i.expires_at <= now()', 'is_over')
    .where('i.digest = :digest', { digest: digestBytes(digest) })
    .getRawAndEntities<{ is_over: boolean }>();
  const [invitation, raw] = [found.entities[0], found.raw[0]];
  if (!invitation || !raw) throw invitationEnded('The invitation does not exist or was deleted.');
  const { status } = invitation;
  if (status === 'accepted') throw invitationEnded('This invitation was already accepted. Sign in.');
  if (status === 'withdrawn') throw invitationEnded('This invitation was withdrawn.');
  if (raw.is_over) throw invitationEnded('This invitation has expired. Ask for a new invitation.');
  return invitation;
}

/**
 * Locks the members of the shop and marks the invitation as accepted. Throws if the inviting person may no
 * longer assign the role.
 */
async function enterShop(transaction: Transaction, invitation: Found, newcomer: Actor): Promise<void> {
  const { shop_id, id, role, role_id, scopes, invited_by } = invitation;
  transaction.enter({ shop_id });
  await lockMembers(transaction, shop_id);
  const inviter = await transaction.of(Member).findOneBy({ shop_id, owner_id: invited_by });
  if (!mayStillGive(inviter, invitation))
    throw invitationEnded(
      'The person who invited you can no longer grant this access. Ask for a new invitation.',
    );
  const { affected } = await transaction
    .of(Invitation)
    .update({ shop_id, id, status: 'pending' }, { status: 'accepted' });
  if (!affected) throw invitationEnded('This invitation was already accepted. Sign in.');
  const insert = transaction.of(Member).createQueryBuilder().insert();
  const { raw } = await insert
    .values({ shop_id, owner_id: newcomer.id, role, role_id, scopes })
    .orIgnore()
    .updateEntity(false)
    .returning('owner_id')
    .execute();
  if ((raw as object[]).length === 0)
    throw new ApiError('already_exists', { detail: 'You are already a member of this shop.' });
  await record(transaction, 'invitations.accepted', newcomer, invitation);
}

function mayStillGive(inviter: Member | null, invitation: Found): boolean {
  if (!inviter) return false;
  const membership = new Membership(inviter);
  try {
    membership.require(['invitations.post']);
    membership.requireToChange(new Membership(invitation));
    return true;
  } catch {
    return false;
  }
}

async function nameOf(transaction: Transaction, { shop_id, id }: Found): Promise<string> {
  const row = await transaction
    .of(Invitation)
    .createQueryBuilder('i')
    .select('auth.owner_name(i.invited_by)', 'name')
    .where({ shop_id, id })
    .getRawOne<{ name: string }>();
  return row!.name;
}

function accountExists(): ApiError {
  return new ApiError('already_exists', {
    detail: 'An account with this email exists. Sign in to accept the invitation.',
  });
}
