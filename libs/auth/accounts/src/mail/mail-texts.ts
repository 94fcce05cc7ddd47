import { Injectable } from '@nestjs/common';
import type { MailText } from './mail-transport';
import type { ClaimedMail } from './outgoing-mails';
import { ResetMail } from './reset-mail';
import { securityMail } from './security-mail';

/** What is in a mail, made when it is sent. */
@Injectable()
export class MailTexts {
  constructor(private readonly resetMail: ResetMail) {}

  /** Undefined where there is nobody to send it to. */
  async textOf(mail: ClaimedMail): Promise<MailText | undefined> {
    const { kind, email } = mail;
    return kind === 'password_reset' ? this.resetMail.textOf(mail) : securityMail(kind, email);
  }
}
