import type { Transaction } from '@storewright/database';
import type { TokenKind } from '@storewright/tokens';

/** A token that somebody found in a public place. */
export interface Leak {
  kind: TokenKind;
  /** SHA-256 of the token. */
  digest: Buffer;
  /** Source of the report, for the audit log. */
  detail: Record<string, unknown>;
  request_id: string | undefined;
}

/** Returns true if the platform issued the token, even if the token was revoked before. */
export type Revoke = (transaction: Transaction, leak: Leak) => Promise<boolean>;

/** The request of a leak for an audit entry. */
export const requestOf = ({ request_id }: Leak): { request_id?: string } =>
  request_id === undefined ? {} : { request_id };

export const writeLock = { mode: 'pessimistic_write' } as const;
