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

/** Called in this process after mails were committed to the queue. */
const listeners = new Set<() => void>();

/** Returns a function that ends the subscription. */
export function onMailQueued(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Who has claimed a mail has so long to say what became of it, in seconds; then it is anybody's again. */
export const leaseSeconds = 120;

/** Mails that wait to be sent. A process that is killed in the middle loses none: another one, or the next one, sends them. */
@Injectable()
export class OutgoingMails {
  constructor(
    private readonly database: AuthDatabase,
    @Inject(MAIL_TRANSPORT) private readonly transport: MailTransport | null,
  ) {}

  /** Throws `unavailable` where the operator has said nothing of how mails are sent. */
  checkAvailable(): void {
    if (this.transport) return;
    throw new ApiError('unavailable', {
      detail: 'This platform sends no mails; ask its operator.',
      meta: { reason: 'no_mail' },
      headers: { 'retry-after': '3600' },
    });
  }

  async put(mail: Mail): Promise<void> {
    await this.database.transaction({}, (transaction) => insertMails(transaction, [mail]));
  }

  /** One that is due, for us alone; undefined: there is none. */
  async claim(): Promise<ClaimedMail | undefined> {
    const [mail] = await this.database.query<ClaimedMail>({}, { ...claimMail, values: [leaseSeconds] });
    return mail;
  }

  async putOff({ id }: ClaimedMail, seconds: number): Promise<void> {
    await this.database.query({}, { ...putOffMail, values: [id, seconds] });
  }

  /** It is sent, or nobody has its address. */
  async delete({ id }: ClaimedMail): Promise<void> {
    await this.database.query({}, { ...removeMail, values: [id] });
  }
}

/** Stores mails to be sent after the commit, by whichever process claims them. */
export async function insertMails(transaction: Transaction, mails: readonly Mail[]): Promise<void> {
  const insert = transaction.of(OutgoingMail).createQueryBuilder().insert();
  // Nobody may read them, not even to be given back what was written.
  await insert
    .values(mails.map((mail) => ({ id: uuidv7(), ...mail })))
    .updateEntity(false)
    .execute();
  transaction.onCommit(() => {
    for (const listener of listeners) listener();
  });
}

const claimMail = { name: 'mail-claim', text: 'SELECT * FROM auth.claim_mail_with_details($1)' };
const putOffMail = { name: 'mail-put-off', text: 'SELECT auth.put_off_mail($1, $2)' };
const removeMail = { name: 'mail-remove', text: 'SELECT auth.remove_mail($1)' };
