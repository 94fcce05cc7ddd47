import { Module } from '@nestjs/common';
import { PeopleModule } from '@storewright/people';
import { LinkLimits } from './link-limits';
import { MailContents } from './mail-contents';
import { MailSender } from './mail-sender';
import { OutgoingMails } from './outgoing-mails';

/** Queues and sends emails. The application must provide MAIL_TRANSPORT. */
@Module({
  imports: [PeopleModule],
  providers: [OutgoingMails, MailSender, MailContents, LinkLimits],
  exports: [OutgoingMails, MailContents, LinkLimits],
})
export class MailModule {}
