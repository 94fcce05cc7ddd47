import { Injectable } from '@nestjs/common';
import { type AuditKind, recordOfPerson } from '@storewright/audit';
import { AuthDatabase, type Transaction } from '@storewright/database';
import type { Language } from '@storewright/entities';
import type { OwnerIdentity } from '@storewright/people';

export interface SecurityChange {
  kind: AuditKind;
  detail?: Record<string, unknown>;
}

/**
 * The person who changes credentials, with the ids of the request and the session. `session_id` is absent
 * during a sign-in.
 */
export type Changer = OwnerIdentity & {
  request_id: string;
  session_id?: string;
  browser_language?: Language | null;
};

/**
 * Writes changes of a person's credentials to the audit logs of the person and of the person's shops, and
 * queues a security notice.
 */
@Injectable()
export class SecurityChanges {
  constructor(private readonly database: AuthDatabase) {}

  /**
   * Runs `work`, which changes a person's credentials and returns a description for the audit log. Records
   * nothing if `work` throws or returns no description.
   */
  make<T>(
    { id: owner_id, request_id, session_id: token_id, browser_language: language = null }: Changer,
    work: (transaction: Transaction) => Promise<{ change?: SecurityChange | undefined; result: T }>,
  ): Promise<T> {
    return this.database.transaction({ owner_id }, async (transaction) => {
      const { change, result } = await work(transaction);
      const who = { owner_id, request_id, token_id, language };
      if (change) await recordOfPerson(transaction, { ...change, ...who });
      return result;
    });
  }
}
