import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailModule } from '@storewright/mail';
import { OwnShopsModule } from '@storewright/own-shops';
import { Owner, PeopleModule } from '@storewright/people';
import { SessionsModule } from '@storewright/sessions';
import { SignInModule } from '@storewright/sign-in';
import { EmailChangeLimits } from './email-changes/email-change-limits';
import { EmailChangeMail } from './email-changes/email-change-mail';
import { EmailChange } from './email-changes/email-change.entity';
import { EmailChanges } from './email-changes/email-changes';
import { EmailChangesController } from './email-changes/email-changes.controller';
import { OwnerChanges } from './owner/owner-changes';
import { OwnersController } from './owner/owners.controller';
import { PasswordChanges } from './owner/password-changes';
import { PasswordResetLimits } from './password-resets/password-reset-limits';
import { PasswordReset } from './password-resets/password-reset.entity';
import { PasswordResets } from './password-resets/password-resets';
import { PasswordResetsController } from './password-resets/password-resets.controller';
import { ResetMail } from './password-resets/reset-mail';

/**
 * Changes that people make to their accounts: name, language, password and email address. The application
 * must provide AdminPanel.
 */
@Module({
  imports: [
    TypeOrmModule.forFeature([Owner, EmailChange, PasswordReset], 'auth'),
    ...[PeopleModule, MailModule, SessionsModule, SignInModule, OwnShopsModule],
  ],
  controllers: [OwnersController, EmailChangesController, PasswordResetsController],
  providers: [
    ...[OwnerChanges, PasswordChanges],
    ...[EmailChanges, EmailChangeLimits, EmailChangeMail],
    ...[PasswordResets, PasswordResetLimits, ResetMail],
  ],
})
export class AccountsModule {}
