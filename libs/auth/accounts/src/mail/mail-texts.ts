import { Injectable } from '@nestjs/common';
import type { MailText } from './mail-transport';
import { InvitationMail } from '../invitations/invitation-mail';
import type { ClaimedMail } from './outgoing-mails';
import { ResetMail } from './reset-mail';
import { securityMail } from './security-mail';

/** What is in a mail, made when it is sent. */
@Injectable()
export class MailTexts {
  constructor(
    private readonly resetMail: ResetMail,
    private readonly invitationMail: InvitationMail,
  ) {}

  /** Undefined where there is nobody to send it to. */
  async textOf(mail: ClaimedMail): Promise<MailText | undefined> {
    const { kind, email } = mail;
    if (kind === 'invitation') return this.invitationMail.textOf(mail);
    return kind === 'password_reset' ? this.resetMail.textOf(mail) : securityMail(kind, email);
  }

  /** The server has taken it. */
  async sent(mail: ClaimedMail): Promise<void> {
    if (mail.kind === 'invitation') await this.invitationMail.sent(mail);
  }
}
