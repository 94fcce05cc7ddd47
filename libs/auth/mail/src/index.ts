export { browserLanguage } from './browser-language';
export { foreignEmail, foreignName } from './foreign-name';
export { LinkLimits } from './link-limits';
export { type LinkMail, MailContents } from './mail-contents';
export { MAIL_TRANSPORT, type MailText, mailTransport } from './mail-transport';
export { MailModule } from './mail.module';
export { type NoticeDetails, type NoticeKind, noticeKinds } from './outgoing-mail.entity';
export { type ClaimedMail, insertMails, OutgoingMails } from './outgoing-mails';
export { mailTextsIn, type NotificationMailKind, notificationMailKinds } from './texts/mail-texts';
