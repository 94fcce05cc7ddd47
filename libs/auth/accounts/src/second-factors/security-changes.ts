import { Injectable } from '@nestjs/common';
import { AuthDatabase, type Transaction } from '@storewright/database';
import type { Language } from '@storewright/entities';
import type { AuditKind } from '../audit/audit-kinds';
import { recordOfPerson } from '../audit/audit-log';
import type { Owner } from '../owners/owners';

/** What changed, for the audit log and its mail. */
export interface SecurityChange {
  kind: AuditKind;
  detail?: Record<string, unknown>;
}

/** Who changes something, by which request. `browser_language`: where it is known. */
export type Changer = Owner & { request_id: string; browser_language?: Language | null };

/** Changes of what a person signs in with: each is in the log of the person and of their shops, and the person gets a mail. */
@Injectable()
export class SecurityChanges {
  constructor(private readonly database: AuthDatabase) {}

  /** `work` changes something and says what; where it throws, or says nothing, nothing is told. */
  make<T>(
    { id: owner_id, request_id, browser_language: language = null }: Changer,
    work: (transaction: Transaction) => Promise<{ change?: SecurityChange | undefined; result: T }>,
  ): Promise<T> {
    return this.database.transaction({ owner_id }, async (transaction) => {
      const { change, result } = await work(transaction);
      if (change) await recordOfPerson(transaction, { ...change, owner_id, request_id, language });
      return result;
    });
  }
}
