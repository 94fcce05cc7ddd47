import { Injectable } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import { EmailChange } from '@storewright/entities';
import { digestBytes, mintToken } from '@storewright/tokens';
import { AdminPanel } from '../admin-panel';
import { changeHours } from '../email-changes/email-changes';
import { emailCredential } from '../owners/email';
import { Owners } from '../owners/owners';
import type { MailText } from './mail-transport';
import type { ClaimedMail } from './outgoing-mails';
import { advice } from './security-mail';

type Link = 'current' | 'new';

/** The two mails with the links that confirm another email. A token is made when its mail is sent, in place of that of an earlier attempt. */
@Injectable()
export class EmailChangeMail {
  constructor(
    private readonly database: AuthDatabase,
    private readonly owners: Owners,
    private readonly panel: AdminPanel,
  ) {}

  /** To the address that the account has. Undefined where the change is over, or was confirmed here. */
  async toCurrent(mail: ClaimedMail): Promise<MailText | undefined> {
    const owner = await this.owners.findByEmail(mail.email);
    if (!owner) return undefined;
    const found = await this.linkOf('current', mail, { owner_id: owner.id });
    if (!found) return undefined;
    const { link, email } = found;
    const text = currentText({ before: owner.email, after: email, link });
    return { to: owner.email, subject: 'Confirm your new email', text };
  }

  /** To the new address. Who has an account with it learns that somebody wants it, and gets no link: whoever has asked is told nothing. */
  async toNew(mail: ClaimedMail): Promise<MailText | undefined> {
    const { email } = mail;
    const found = await this.linkOf('new', mail, { credential: emailCredential(email) });
    if (!found) return undefined;
    if (await this.owners.findByEmail(email))
      return { to: email, subject: 'You have an account already', text: takenText };
    return { to: email, subject: 'Confirm your email', text: newText(found.link) };
  }

  private linkOf(
    which: Link,
    { id, shop_domain }: ClaimedMail,
    context: { owner_id: string } | { credential: string },
  ): Promise<{ link: string; email: string } | undefined> {
    return this.database.transaction(context, async (transaction) => {
      const token = mintToken('email_change');
      const update = transaction.of(EmailChange).createQueryBuilder().update();
      const { raw } = await update
        .set({ [`${which}_digest`]: digestBytes(token.digest) })
        .where({ [`${which}_mail_id`]: id })
        .andWhere(`${which}_confirmed_at IS NULL AND expires_at > now()`)
        .returning('email')
        .execute();
      const [change] = raw as Pick<EmailChange, 'email'>[];
      if (!change || shop_domain === null) return undefined;
      // Behind the #: it is sent to no server, stands in no log and in no Referer.
      const link = `${this.panel.address(shop_domain, '/confirm-email')}#${token.reveal()}`;
      return { link, email: change.email };
    });
  }
}

const life = `The link works once, until ${changeHours} hours after the change was asked for.`;

function currentText({ before, after, link }: { before: string; after: string; link: string }): string {
  return `Somebody who is signed in to your account wants to change its email from ${before} to ${after}.

Confirm it here:
${link}

A mail to ${after} has another link: the email is changed when both were used. ${life}

${advice}
`;
}

function newText(link: string): string {
  return `Somebody wants to sign in with this address from now on.

Confirm that it is yours:
${link}

A mail to the address that the account has now has another link: the email is changed when both were used. ${life} If it was not you, do nothing.
`;
}

const takenText = `Somebody wants to give another account this address. You have an account with it already, so nothing was changed, and they were not told.

If it was you: sign in with this address, or give this account another one first.
`;
