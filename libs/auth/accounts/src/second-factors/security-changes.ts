import { Injectable } from '@nestjs/common';
import { AuthDatabase, type Transaction } from '@storewright/database';
import type { Language, MailKind } from '@storewright/entities';
import type { AuditKind } from '../audit/audit-kinds';
import { recordOfPerson } from '../audit/audit-log';
import { OutgoingMails } from '../mail/outgoing-mails';
import type { Owner } from '../owners/owners';

/** What changed, for the log and for the mail. */
export interface SecurityChange {
  kind: AuditKind;
  mail: MailKind;
  detail?: Record<string, unknown>;
}

/** Who changes something, by which request. `browser_language`: where it is known. */
export type Changer = Owner & { request_id: string; browser_language?: Language | null };

/** Changes of what a person signs in with: each is in the log of the person and of their shops, and the person gets a mail. */
@Injectable()
export class SecurityChanges {
  constructor(
    private readonly database: AuthDatabase,
    private readonly mails: OutgoingMails,
  ) {}

  /** `work` changes something and says what; where it throws, or says nothing, nothing is told. */
  async make<T>(
    { id: owner_id, email, request_id, browser_language: language = null }: Changer,
    work: (transaction: Transaction) => Promise<{ change?: SecurityChange | undefined; result: T }>,
  ): Promise<T> {
    const { result, change } = await this.database.transaction({ owner_id }, async (transaction) => {
      const done = await work(transaction);
      if (done.change) {
        const { kind, mail, detail = {} } = done.change;
        await recordOfPerson(transaction, { kind, owner_id, detail, request_id });
        await this.mails.putIfSent(transaction, { kind: mail, email, language, shop_domain: null });
      }
      return done;
    });
    if (change) this.mails.onPut();
    return result;
  }
}
