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
import {
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
} from '@storewright/entities';
import { ShopDirectory } from '@storewright/tenancy';
import type { MailSettings, OwnShopsSettings } from '@storewright/config';
import type { SealingKeys } from '@storewright/tokens';
import { AdminPanel } from './admin-panel';
import { AuditEntries } from './audit/audit-entries';
import { AuditController, OwnAuditController } from './audit/audit.controller';
import { DeviceAuthorizations } from './device-authorizations/device-authorizations';
import { DeviceAuthorizationsController } from './device-authorizations/device-authorizations.controller';
import { LinkLimits } from './link-limits';
import { DeviceLimits } from './device-authorizations/device-limits';
import { EmailChangeLimits } from './email-changes/email-change-limits';
import { EmailChanges } from './email-changes/email-changes';
import { EmailChangesController } from './email-changes/email-changes.controller';
import { InvitationLimits } from './invitations/invitation-limits';
import { InvitationMail } from './invitations/invitation-mail';
import { Invitations } from './invitations/invitations';
import { InvitationsController } from './invitations/invitations.controller';
import { ReceivedInvitations } from './invitations/received-invitations';
import { ReceivedInvitationsController } from './invitations/received-invitations.controller';
import { EmailChangeMail } from './mail/email-change-mail';
import { MailSender } from './mail/mail-sender';
import { MAIL_TRANSPORT, mailTransport } from './mail/mail-transport';
import { OutgoingMails } from './mail/outgoing-mails';
import { MailContents } from './mail/mail-contents';
import { ResetMail } from './mail/reset-mail';
import { Members } from './members/members';
import { MembersController } from './members/members.controller';
import { OwnersController } from './owners/owners.controller';
import { LeakedPasswords } from './owners/leaked-passwords';
import { NewPasswords } from './owners/new-passwords';
import { Owners } from './owners/owners';
import { Passwords } from './owners/passwords';
import { PasskeyCeremonies } from './passkeys/passkey-ceremonies';
import { PasskeyChallenges } from './passkeys/passkey-challenges';
import { PasskeySignInController } from './passkeys/passkey-sign-in.controller';
import { Passkeys } from './passkeys/passkeys';
import { PasskeysController } from './passkeys/passkeys.controller';
import { PasswordResetLimits } from './password-resets/password-reset-limits';
import { PasswordResets } from './password-resets/password-resets';
import { PasswordResetsController } from './password-resets/password-resets.controller';
import { ShopRequestCounts } from './request-counts/request-counts';
import { RequestCountsController } from './request-counts/request-counts.controller';
import { SecondFactorLimits } from './second-factors/second-factor-limits';
import { SecurityChanges } from './second-factors/security-changes';
import { TotpDevices } from './second-factors/totp-devices';
import { TotpDevicesController } from './second-factors/totp-devices.controller';
import { SessionTransfers } from './session-transfers/session-transfers';
import { SessionTransfersController } from './session-transfers/session-transfers.controller';
import { BearerGuard } from './sessions/bearer.guard';
import { DeviceCookie } from './sessions/device-cookie';
import { FormSessions } from './sessions/form-sessions';
import { PasswordSignIn } from './sessions/password-sign-in';
import { SessionGuard } from './sessions/session.guard';
import { SessionsController } from './sessions/sessions.controller';
import { Sessions } from './sessions/sessions';
import { SignInLimits } from './sessions/sign-in-limits';
import { Memberships } from './shops/memberships';
import { OWN_SHOPS, OwnShops } from './shops/own-shops';
import { SHOP_URL, TestShops } from './shops/test-shops';
import { TestShopsController } from './shops/test-shops.controller';
import { ReauthenticationsController } from './step-up/reauthentications.controller';
import type { SessionRequest } from './sessions/signed-in';
import { ShopMemberGuard } from './shops/shop-member.guard';
import { ShopsController } from './shops/shops.controller';

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
