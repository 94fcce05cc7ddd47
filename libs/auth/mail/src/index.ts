export { browserLanguage } from './browser-language';
export { foreignEmail, foreignName } from './foreign-name';
export { LinkLimits } from './link-limits';
export { MailContents } from './mail-contents';
export { MailSender } from './mail-sender';
export { MAIL_TRANSPORT, type MailText, mailTransport } from './mail-transport';
export { type NoticeDetails, type NoticeKind, noticeKinds } from './outgoing-mail.entity';
export { type ClaimedMail, OutgoingMails, insertMails } from './outgoing-mails';
export { type MailTexts, mailTextsIn } from './texts/mail-texts';
