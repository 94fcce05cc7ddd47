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

/** Listeners that run after this process committed mails to the queue. */
const listeners = new Set<() => void>();

/** Adds a listener and returns a function that removes it. */
export function onMailQueued(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Time within which a process must send a claimed mail. After that, other processes can claim the mail. */
export const LEASE_SECONDS = 120;

/**
 * The queue of outgoing mails. If a process dies while it sends a mail, another process sends the mail after the
 * lease.
 */
@Injectable()
export class OutgoingMails {
  constructor(
    private readonly database: AuthDatabase,
    @Inject(MAIL_TRANSPORT) private readonly transport: MailTransport | null,
  ) {}

  /** Throws `unavailable` if the operator configured no mail transport. */
  checkAvailable(): void {
    if (this.transport) return;
    throw new ApiError('unavailable', {
      detail: 'This platform does not send mails. Ask the operator.',
      meta: { reason: 'no_mail' },
      headers: { 'retry-after': '3600' },
    });
  }

  async put(mail: Mail): Promise<void> {
    await this.database.transaction({}, (transaction) => insertMails(transaction, [mail]));
  }

  /** Claims a due mail for this process. Returns undefined if no mail is due. */
  async claim(): Promise<ClaimedMail | undefined> {
    const [mail] = await this.database.query<ClaimedMail>({}, { ...claimMail, values: [LEASE_SECONDS] });
    return mail;
  }

  async putOff({ id }: ClaimedMail, seconds: number): Promise<void> {
    await this.database.query({}, { ...putOffMail, values: [id, seconds] });
  }

  /** Removes a mail that was sent or has no recipient. */
  async delete({ id }: ClaimedMail): Promise<void> {
    await this.database.query({}, { ...removeMail, values: [id] });
  }
}

/** Queues mails in the transaction. A process sends them after the commit. */
export async function insertMails(transaction: Transaction, mails: readonly Mail[]): Promise<void> {
  const insert = transaction.of(OutgoingMail).createQueryBuilder().insert();
  // The role cannot read this table, so the insert must not return the row. A mail that is sent again may still be
  // queued.
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
