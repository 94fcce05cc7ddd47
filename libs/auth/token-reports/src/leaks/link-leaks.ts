// Written in SQL: deletes rows that belong to other libraries, by the digest of their one-time token.
import { recordAudit } from '@storewright/audit';
import type { Transaction } from '@storewright/database';
import type { TokenKind } from '@storewright/tokens';
import { type Leak, requestOf } from './leak';

/** SQL statements that delete a leaked one-time token. The owner of the token can request a new link. */
const deletions: Partial<Record<TokenKind, string>> = {
  password_reset: 'DELETE FROM auth.password_resets WHERE digest = $1 RETURNING 1',
  session_transfer: 'DELETE FROM auth.session_transfers WHERE digest = $1 RETURNING 1',
  device_code: 'DELETE FROM auth.device_authorizations WHERE digest = $1 RETURNING 1',
  email_change: 'DELETE FROM auth.email_changes WHERE current_digest = $1 OR new_digest = $1 RETURNING 1',
};

/**
 * Revokes a leaked link or code, which is valid for hours at most. Sends no email, because the person can
 * request a new one.
 */
export async function revokeLink(transaction: Transaction, { kind, digest }: Leak): Promise<boolean> {
  const text = deletions[kind];
  if (text === undefined) return false;
  const deleted = await transaction.query({ name: `leaked-${kind}`, text, values: [digest] });
  return deleted.length > 0;
}

interface WithdrawnInvitation {
  shop_id: string;
  id: string;
  email: string;
  role: string;
}

const findInvitation = {
  name: 'leaked-invitation-find',
  text: `SELECT shop_id, id, email, role FROM auth.invitations WHERE digest = $1 AND status = 'pending'`,
};
const withdrawInvitation = {
  name: 'leaked-invitation-withdraw',
  text: `UPDATE auth.invitations SET status = 'withdrawn' WHERE shop_id = $1 AND id = $2 AND status = 'pending'
    RETURNING 1`,
};

export async function revokeInvitation(transaction: Transaction, leak: Leak): Promise<boolean> {
  const [found] = await transaction.query<WithdrawnInvitation>({ ...findInvitation, values: [leak.digest] });
  if (!found) return false;
  const { shop_id, id, email, role } = found;
  transaction.enter({ shop_id });
  const withdrawn = await transaction.query({ ...withdrawInvitation, values: [shop_id, id] });
  if (withdrawn.length === 0) return true;
  const detail = { invitation_id: id, name: email, role, ...leak.detail };
  const entry = { ...requestOf(leak), actor: 'platform', shop_id, detail } as const;
  await recordAudit(transaction, { ...entry, kind: 'invitations.withdrawn' });
  return true;
}
