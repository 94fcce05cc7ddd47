import { Inject, Injectable } from '@nestjs/common';
import { AuthDatabase, type Transaction } from '@storewright/database';
import type { Row } from '@storewright/entities';
import { ApiError } from '@storewright/json-api';
import { v7 as uuidv7 } from 'uuid';
import { MAIL_TRANSPORT, type MailTransport } from './mail-transport';
import { OutgoingMail } from './outgoing-mail.entity';

type Mail = Pick<Row<OutgoingMail>, 'kind' | 'email' | 'shop_domain'> &
  Partial<Pick<Row<OutgoingMail>, 'id' | 'language' | 'details'>>;
export type ClaimedMail = Pick<
  Row<OutgoingMail>,
  'id' | 'kind' | 'email' | 'language' | 'shop_domain' | 'attempts' | 'details'
>;

const listeners = new Set<() => void>();

export function onMailQueued(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Lease in seconds of a claimed email. Another process can claim the email after the lease has expired. */
export const LEASE_SECONDS = 120;

/**
 * The queue of outgoing emails. If a process crashes while it sends an email, another process sends the email
 * after the lease has expired.
 */
@Injectable()
export class OutgoingMails {
  constructor(
    private readonly database: AuthDatabase,
    @Inject(MAIL_TRANSPORT) private readonly transport: MailTransport | null,
  ) {}

  checkAvailable(): void {
    if (this.transport) return;
    throw new ApiError('unavailable', {
      detail: 'This platform cannot send emails. Ask the operator to configure a mail server.',
      meta: { reason: 'no_mail' },
      headers: { 'retry-after': '3600' },
    });
  }

  async put(mail: Mail): Promise<void> {
    await this.database.transaction({}, (transaction) => insertMails(transaction, [mail]));
  }

  async claim(): Promise<ClaimedMail | undefined> {
    const [mail] = await this.database.query<ClaimedMail>({}, { ...claimMail, values: [LEASE_SECONDS] });
    return mail;
  }

  async putOff({ id }: ClaimedMail, seconds: number): Promise<void> {
    await this.database.query({}, { ...putOffMail, values: [id, seconds] });
  }

  async delete({ id }: ClaimedMail): Promise<void> {
    await this.database.query({}, { ...removeMail, values: [id] });
  }
}

export async function insertMails(transaction: Transaction, mails: readonly Mail[]): Promise<void> {
  const insert = transaction.of(OutgoingMail).createQueryBuilder().insert();
  // The database role cannot read this table, so the INSERT must not return rows. `orIgnore` skips an email
  // that is already in the queue.
  await insert
    .values(mails.map((mail) => ({ id: uuidv7(), ...mail })))
    .orIgnore()
    .updateEntity(false)
    .execute();
  transaction.onCommit(() => {
    for (const listener of listeners) listener();
  });
}

const claimMail = { name: 'mail-claim', text: 'SELECT * FROM auth.claim_mail_with_details($1)' };
const putOffMail = { name: 'mail-put-off', text: 'SELECT auth.put_off_mail($1, $2)' };
const removeMail = { name: 'mail-remove', text: 'SELECT auth.remove_mail($1)' };
