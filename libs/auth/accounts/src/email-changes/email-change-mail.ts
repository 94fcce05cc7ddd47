import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import type { Language } from '@storewright/entities';
import {
  type ClaimedMail,
  foreignEmail,
  type LinkMail,
  MailContents,
  type MailText,
  mailTextsIn,
} from '@storewright/mail';
import { emailCredential, Owners } from '@storewright/people';
import { AdminPanel } from '@storewright/sessions';
import { digestBytes, mintToken } from '@storewright/tokens';
import { EmailChange } from './email-change.entity';
import { EMAIL_CHANGE_HOURS } from './email-changes';

type Link = 'current' | 'new';

/**
 * The two emails that confirm a changed email address. Every attempt to send an email creates a new link
 * token, which replaces the token of the previous attempt.
 */
@Injectable()
export class EmailChangeMail implements LinkMail, OnModuleInit {
  constructor(
    private readonly database: AuthDatabase,
    private readonly owners: Owners,
    private readonly panel: AdminPanel,
    private readonly contents: MailContents,
  ) {}

  onModuleInit(): void {
    this.contents.register('email_change_current', this);
    this.contents.register('email_change_new', this);
  }

  textOf(mail: ClaimedMail, language: Language): Promise<MailText | undefined> {
    return mail.kind === 'email_change_current' ? this.toCurrent(mail, language) : this.toNew(mail, language);
  }

  /**
   * Creates the confirmation email to a person's current address. Returns undefined if the email change ended
   * or the link in this email was already used.
   */
  private async toCurrent(mail: ClaimedMail, language: Language): Promise<MailText | undefined> {
    const owner = await this.owners.findByEmail(mail.email);
    if (!owner) return undefined;
    const found = await this.linkOf('current', mail, { owner_id: owner.id });
    if (!found) return undefined;
    const { link, email } = found;
    const [before, after] = [foreignEmail(owner.email, language), foreignEmail(email, language)];
    const { emailChange } = mailTextsIn(language);
    const words = emailChange.toCurrent({ before, after, link, hours: EMAIL_CHANGE_HOURS });
    return { to: owner.email, ...words };
  }

  /**
   * Creates the confirmation email to a person's new address. If another account has the address, its owner
   * gets an email without a link, so that the response does not reveal the account.
   */
  private async toNew(mail: ClaimedMail, language: Language): Promise<MailText | undefined> {
    const { email } = mail;
    const { emailChange } = mailTextsIn(language);
    const found = await this.linkOf('new', mail, { credential: emailCredential(email) });
    if (!found) return undefined;
    if (await this.owners.findByEmail(email)) return { to: email, ...emailChange.taken };
    return { to: email, ...emailChange.toNew({ link: found.link, hours: EMAIL_CHANGE_HOURS }) };
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
      // Browsers never send the fragment of a URL, so the link token is absent from server logs and Referer
      // headers.
      const link = `${this.panel.address(shop_domain, '/confirm-email')}#${token.reveal()}`;
      return { link, email: change.email };
    });
  }
}
