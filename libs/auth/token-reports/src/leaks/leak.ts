import type { Transaction } from '@storewright/database';
import type { TokenKind } from '@storewright/tokens';

/** A token that somebody found in a public place. */
export interface Leak {
  kind: TokenKind;
  digest: Buffer;
  /** Source of the leak report, for the audit log. */
  detail: Record<string, unknown>;
  request_id: string | undefined;
}

/** Revokes a leaked token. Returns true if the platform issued the token, even if it was already revoked. */
export type Revoke = (transaction: Transaction, leak: Leak) => Promise<boolean>;

/** Returns the request id of a leak report for an audit log entry. */
export const requestOf = ({ request_id }: Leak): { request_id?: string } =>
  request_id === undefined ? {} : { request_id };

export const writeLock = { mode: 'pessimistic_write' } as const;
