import { Injectable } from '@nestjs/common';
import { EmailChangeMail, ResetMail } from '@storewright/accounts';
import { type Language, parseJson } from '@storewright/entities';
import { InvitationMail } from '@storewright/members';
import { Owners } from '@storewright/people';
import type { MailText } from './mail-transport';
import type { ClaimedMail } from './outgoing-mails';
import { mailLanguage, mailTextsIn } from './texts/mail-texts';
import { noticeText } from './texts/notice-text';

/** What is in a mail, made when it is sent. */
@Injectable()
export class MailContents {
  constructor(
    private readonly owners: Owners,
    private readonly resetMail: ResetMail,
    private readonly invitationMail: InvitationMail,
    private readonly emailChangeMail: EmailChangeMail,
  ) {}

  /** Undefined where there is nobody to send it to. */
  async of(mail: ClaimedMail): Promise<MailText | undefined> {
    const language = mailLanguage(await this.languageOf(mail));
    const texts = mailTextsIn(language);
    switch (mail.kind) {
      case 'invitation':
        return this.invitationMail.textOf(mail, language);
      case 'password_reset':
        return this.resetMail.textOf(mail, texts);
      case 'email_change_current':
        return this.emailChangeMail.toCurrent(mail, language);
      case 'email_change_new':
        return this.emailChangeMail.toNew(mail, texts);
      default:
        return {
          to: mail.email,
          ...noticeText(language, mail.kind, parseJson(mail.details)),
        };
    }
  }

  /** The server has taken it. */
  async sent(mail: ClaimedMail): Promise<void> {
    if (mail.kind === 'invitation') await this.invitationMail.sent(mail);
  }

  /** As whoever has the address has chosen, else the person who has the mail sent. */
  private async languageOf({ email, language }: ClaimedMail): Promise<Language | null> {
    return (await this.owners.findByEmail(email))?.language ?? language;
  }
}
