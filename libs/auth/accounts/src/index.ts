export { AccountsModule } from './accounts.module';
export { EmailChangeMail } from './email-changes/email-change-mail';
export { EmailChange } from './email-changes/email-change.entity';
export { ResetMail } from './password-resets/reset-mail';
