import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import {
  AUTH_LISTEN_URL,
  CredentialChanges,
  LastUsed,
  listCursors,
  SEALING_KEYS,
  TokenGuard,
  TokenVerifier,
} from '@storewright/access';
import { RequestCount, AuditEntries, AuditController, OwnAuditController, ShopRequestCounts, RequestCountsController } from '@storewright/activity';
import type { MailSettings, OwnShopsSettings } from '@storewright/config';
import { AccessToken, AuditEntry, Shop, TestShop } from '@storewright/entities';
import { LinkLimits, MailSender, MAIL_TRANSPORT, mailTransport, OutgoingMails, MailContents } from '@storewright/mail';
import { Invitation, InvitationLimits, InvitationMail, Invitations, InvitationsController, ReceivedInvitations, ReceivedInvitationsController, Members, MembersController, Memberships, ShopMemberGuard } from '@storewright/members';
import { OWN_SHOPS, OwnShops, SHOP_URL, TestShops, TestShopsController, ShopsController } from '@storewright/own-shops';
import { Member, Owner, LeakedPasswords, NewPasswords, Owners, Passwords } from '@storewright/people';
import { Passkey, PasskeyChallenge, TotpDevice, PasskeyCeremonies, PasskeyChallenges, Passkeys, PasskeysController, SecondFactorLimits, SecurityChanges, TotpDevices, TotpDevicesController } from '@storewright/second-factors';
import { Session, SessionTransfer, AdminPanel, SessionTransfers, SessionTransfersController, BearerGuard, DeviceCookie, FormSessions, SessionGuard, SessionsController, Sessions, type SessionRequest } from '@storewright/sessions';
import { DeviceAuthorization, DeviceAuthorizations, DeviceAuthorizationsController, DeviceLimits, PasskeySignInController, PasswordSignIn, SignInLimits, ReauthenticationsController } from '@storewright/sign-in';
import { ShopDirectory } from '@storewright/tenancy';
import type { SealingKeys } from '@storewright/tokens';
import { EmailChangeLimits } from './email-changes/email-change-limits';
import { EmailChangeMail } from './email-changes/email-change-mail';
import { EmailChange } from './email-changes/email-change.entity';
import { EmailChanges } from './email-changes/email-changes';
import { EmailChangesController } from './email-changes/email-changes.controller';
import { OwnersController } from './owner/owners.controller';
import { PasswordResetLimits } from './password-resets/password-reset-limits';
import { PasswordReset } from './password-resets/password-reset.entity';
import { PasswordResets } from './password-resets/password-resets';
import { PasswordResetsController } from './password-resets/password-resets.controller';
import { ResetMail } from './password-resets/reset-mail';

export interface AccountsOptions {
  authListenUrl: string;
  secretsKeys: SealingKeys;
  /** Address of a shop's admin panel, `{shop}` for its domain: the one other origin whose pages may use a session. */
  adminUrl: string;
  /** The range API of known leaks; none: new passwords are not looked up there. */
  leakedPasswordsUrl?: string;
  /** None: no mails are sent, and passwords are reset by the operator alone. */
  mail?: MailSettings;
  /** The address of a shop's API, `{shop}` for its domain. */
  shopUrl: string;
  /** What people may make by themselves. */
  ownShops: OwnShopsSettings;
  /** The host that passkeys belong to; by default that above the shops' panels. */
  passkeyDomain?: string;
}

const entities = [
  AccessToken,
  AuditEntry,
  DeviceAuthorization,
  EmailChange,
  Invitation,
  Member,
  Owner,
  Passkey,
  PasskeyChallenge,
  PasswordReset,
  RequestCount,
  Session,
  SessionTransfer,
  Shop,
  TestShop,
  TotpDevice,
];

const controllers = [
  SessionsController,
  SessionTransfersController,
  DeviceAuthorizationsController,
  OwnersController,
  EmailChangesController,
  PasswordResetsController,
  TotpDevicesController,
  PasskeysController,
  PasskeySignInController,
  ReauthenticationsController,
  ShopsController,
  TestShopsController,
  MembersController,
  InvitationsController,
  ReceivedInvitationsController,
  AuditController,
  OwnAuditController,
  RequestCountsController,
];

const ofSecondFactors = [
  SecurityChanges,
  TotpDevices,
  SecondFactorLimits,
  PasswordSignIn,
  PasskeyChallenges,
  Passkeys,
  PasskeyCeremonies,
];

const ofMembers = [
  ...[Members, Memberships],
  ...[Invitations, InvitationLimits, InvitationMail, ReceivedInvitations],
];

const newPasswords = (leakedPasswordsUrl?: string): Provider => ({
  provide: NewPasswords,
  inject: [Memberships],
  useFactory: (memberships: Memberships) =>
    new NewPasswords(
      memberships,
      leakedPasswordsUrl === undefined ? undefined : new LeakedPasswords(leakedPasswordsUrl),
    ),
});

/** Who asks, and which shops are theirs. Needs AuthDatabase (DatabaseModule). */
@Module({})
export class AccountsModule {
  static forRoot(options: AccountsOptions): DynamicModule {
    const { authListenUrl, secretsKeys, adminUrl, leakedPasswordsUrl, mail, passkeyDomain, ownShops } =
      options;
    return {
      module: AccountsModule,
      global: true,
      imports: [TypeOrmModule.forFeature(entities, 'auth')],
      controllers,
      providers: [
        { provide: AUTH_LISTEN_URL, useValue: authListenUrl },
        { provide: SEALING_KEYS, useValue: secretsKeys },
        listCursors(({ shop, session }: SessionRequest) => shop?.id ?? session?.owner_id ?? ''),
        { provide: AdminPanel, useValue: new AdminPanel(adminUrl, passkeyDomain) },
        newPasswords(leakedPasswordsUrl),
        ...[Owners, Passwords, Sessions, SignInLimits, DeviceCookie, FormSessions, SessionTransfers],
        ...[DeviceAuthorizations, DeviceLimits, LinkLimits],
        { provide: MAIL_TRANSPORT, useValue: mailTransport(mail) },
        ...[OutgoingMails, MailSender, MailContents, ResetMail, PasswordResets, PasswordResetLimits],
        ...[EmailChanges, EmailChangeLimits, EmailChangeMail],
        ...[...ofMembers, ...ofSecondFactors],
        { provide: OWN_SHOPS, useValue: ownShops },
        { provide: SHOP_URL, useValue: options.shopUrl },
        ...[OwnShops, TestShops],
        ...[AuditEntries, ShopRequestCounts],
        ...[TokenVerifier, LastUsed, ShopDirectory, CredentialChanges, TokenGuard],
        ...[BearerGuard, SessionGuard, ShopMemberGuard],
      ],
      exports: [
        SEALING_KEYS,
        AdminPanel,
        BearerGuard,
        SessionGuard,
        ShopMemberGuard,
        FormSessions,
        DeviceAuthorizations,
        DeviceLimits,
        Memberships,
      ],
    };
  }
}
