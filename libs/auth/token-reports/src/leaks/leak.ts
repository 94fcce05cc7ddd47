import type { Transaction } from '@storewright/database';
import type { TokenKind } from '@storewright/tokens';

export interface Leak {
  kind: TokenKind;
  digest: Buffer;
  detail: Record<string, unknown>;
  request_id: string | undefined;
}

export type Revoke = (transaction: Transaction, leak: Leak) => Promise<boolean>;

export const requestOf = ({ request_id }: Leak): { request_id?: string } =>
  request_id === undefined ? {} : { request_id };

export const writeLock = { mode: 'pessimistic_write' } as const;
