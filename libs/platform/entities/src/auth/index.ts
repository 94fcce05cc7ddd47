import type { EntityClass } from '../row';
import { AccessToken } from './access-token.entity';
import { App } from './app.entity';
import { AppIcon } from './app-icon.entity';
import { AppRequest } from './app-request.entity';
import { AppSecret } from './app-secret.entity';
import { AuditEntry } from './audit-entry.entity';
import { DeprecatedRequest } from './deprecated-request.entity';
import { DeviceAuthorization } from './device-authorization.entity';
import { EmailChange } from './email-change.entity';
import { Installation } from './installation.entity';
import { Invitation } from './invitation.entity';
import { KeyCheck } from './key-check.entity';
import { Nonce } from './nonce.entity';
import { OAuthToken } from './oauth-token.entity';
import { OutboxEvent } from './outbox-event.entity';
import { OutgoingMail } from './outgoing-mail.entity';
import { Owner } from './owner.entity';
import { Passkey } from './passkey.entity';
import { PasskeyChallenge } from './passkey-challenge.entity';
import { PasswordReset } from './password-reset.entity';
import { RateLimit } from './rate-limit.entity';
import { RecoveryCode } from './recovery-code.entity';
import { RequestCount } from './request-count.entity';
import { RequestDay } from './request-day.entity';
import { RetentionRun } from './retention-run.entity';
import { Session } from './session.entity';
import { SessionTransfer } from './session-transfer.entity';
import { Shop } from './shop.entity';
import { Member } from './member.entity';
import { TestShop } from './test-shop.entity';
import { TotpDevice } from './totp-device.entity';
import { WebhookCount } from './webhook-count.entity';
import { WebhookDay } from './webhook-day.entity';
import { WebhookSecret } from './webhook-secret.entity';

export * from './access-token.entity';
export * from './app.entity';
export * from './app-icon.entity';
export * from './app-request.entity';
export * from './app-secret.entity';
export * from './audit-entry.entity';
export * from './deprecated-request.entity';
export * from './device-authorization.entity';
export * from './email-change.entity';
export * from './installation.entity';
export * from './invitation.entity';
export * from './key-check.entity';
export * from './nonce.entity';
export * from './oauth-token.entity';
export * from './outbox-event.entity';
export * from './outgoing-mail.entity';
export * from './owner.entity';
export * from './passkey.entity';
export * from './passkey-challenge.entity';
export * from './password-reset.entity';
export * from './rate-limit.entity';
export * from './recovery-code.entity';
export * from './request-count.entity';
export * from './request-day.entity';
export * from './retention-run.entity';
export * from './secret-generation';
export * from './session.entity';
export * from './session-transfer.entity';
export * from './shop.entity';
export * from './member.entity';
export * from './test-shop.entity';
export * from './totp-device.entity';
export * from './webhook-count.entity';
export * from './webhook-day.entity';
export * from './webhook-secret.entity';

/** Every table of the auth data. They are here, and not with their resources, because the shop API reads them, too: tokens, shops, counts. */
export const authEntities: readonly EntityClass[] = [
  AccessToken,
  App,
  AppIcon,
  AppRequest,
  AppSecret,
  AuditEntry,
  DeprecatedRequest,
  DeviceAuthorization,
  EmailChange,
  Installation,
  Invitation,
  KeyCheck,
  Nonce,
  OAuthToken,
  OutboxEvent,
  OutgoingMail,
  Owner,
  Passkey,
  PasskeyChallenge,
  PasswordReset,
  RateLimit,
  RecoveryCode,
  RequestCount,
  RequestDay,
  RetentionRun,
  Session,
  SessionTransfer,
  Shop,
  Member,
  TestShop,
  TotpDevice,
  WebhookCount,
  WebhookDay,
  WebhookSecret,
];
