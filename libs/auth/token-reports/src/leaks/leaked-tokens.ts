import type { Transaction } from '@storewright/database';
import type { Row, TokenIncident } from '@storewright/entities';
import type { TokenKind } from '@storewright/tokens';
import { revokeAccessToken } from './access-token-leak';
import { revokeAppSecret } from './app-secret-leak';
import { type Leak, type Revoke } from './leak';
import { revokeInvitation, revokeLink } from './link-leaks';
import { revokeOAuthToken } from './oauth-token-leak';
import { revokeRefreshToken } from './refresh-token-leak';
import { revokeSession } from './session-leak';

export type Incident = Omit<Row<TokenIncident>, 'detail'> & { detail: Record<string, unknown> };

const revocations: Record<TokenKind, Revoke> = {
  access_token: revokeAccessToken,
  oauth_token: revokeOAuthToken,
  refresh_token: revokeRefreshToken,
  session: revokeSession,
  app_secret: revokeAppSecret,
  password_reset: revokeLink,
  session_transfer: revokeLink,
  device_code: revokeLink,
  email_change: revokeLink,
  invitation: revokeInvitation,
};

/**
 * Revokes a leaked token. Returns true if the platform issued the token, even if it was already revoked. The
 * transaction must run in the row-level security context of the token digest.
 */
export async function revokeLeaked(transaction: Transaction, leak: Leak): Promise<boolean> {
  return revocations[leak.kind](transaction, leak);
}

export function leakOf({ token_kind, digest, detail, request_id }: Incident): Leak {
  return { kind: token_kind as TokenKind, digest, detail, request_id: request_id ?? undefined };
}
