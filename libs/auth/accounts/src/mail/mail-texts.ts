import { Injectable } from '@nestjs/common';
import type { MailText } from './mail-transport';
import { InvitationMail } from '../invitations/invitation-mail';
import { EmailChangeMail } from './email-change-mail';
import type { ClaimedMail } from './outgoing-mails';
import { ResetMail } from './reset-mail';
import { securityMail } from './security-mail';

/** What is in a mail, made when it is sent. */
@Injectable()
export class MailTexts {
  constructor(
    private readonly resetMail: ResetMail,
    private readonly invitationMail: InvitationMail,
    private readonly emailChangeMail: EmailChangeMail,
  ) {}

  /** Undefined where there is nobody to send it to. */
  async textOf(mail: ClaimedMail): Promise<MailText | undefined> {
    switch (mail.kind) {
      case 'invitation':
        return this.invitationMail.textOf(mail);
      case 'password_reset':
        return this.resetMail.textOf(mail);
      case 'email_change_current':
        return this.emailChangeMail.toCurrent(mail);
      case 'email_change_new':
        return this.emailChangeMail.toNew(mail);
      default:
        return securityMail(mail.kind, mail.email);
    }
  }

  /** The server has taken it. */
  async sent(mail: ClaimedMail): Promise<void> {
    if (mail.kind === 'invitation') await this.invitationMail.sent(mail);
  }
}
