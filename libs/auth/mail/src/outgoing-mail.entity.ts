import {
  type Language,
  type JsonText,
  Int,
  Json,
  Text,
  Timestamp,
  Uuid,
  CollatedText,
} from '@storewright/entities';
import { Entity } from 'typeorm';

/** Kinds of emails whose text a feature creates. All kinds except `deprecation` link to an admin panel. */
export const linkMailKinds = [
  'password_reset',
  'invitation',
  'email_change_current',
  'email_change_new',
  'notification',
  'deprecation',
] as const;
export type LinkMailKind = (typeof linkMailKinds)[number];

/** Kinds of security notices: emails about a change of an account or a shop. */
export const noticeKinds = [
  'password_changed',
  'email_changed',
  'totp_turned_on',
  'totp_turned_off',
  'recovery_codes_made',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'second_factors_reset',
  'new_device_signed_in',
  'device_allowed',
  'app_registered',
  'app_changed',
  'app_secret_made',
  'webhook_secret_made',
  'listing_approved',
  'listing_rejected',
  'listing_hidden',
  'listing_restored',
  'app_installed',
  'app_suspended',
  'app_resumed',
  'app_networks_widened',
  'api_suspended',
  'api_resumed',
  'access_token_made',
  'access_token_changed',
  'access_token_networks_widened',
  'access_token_rotated',
  'role_changed',
  'shop_role_changed',
  'second_factor_not_required',
  'member_joined',
  'member_removed',
  'access_token_leaked',
  'app_token_leaked',
  'agent_tokens_replayed',
  'own_app_token_leaked',
  'app_secret_leaked',
  'session_leaked',
  'device_session_replayed',
  'canary_token_used',
  'canary_token_reported',
  'access_token_expiring',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Kinds of emails about erasure requests. Database functions queue these emails. */
export const erasureMailKinds = ['erasure_due', 'erasure_overdue'] as const;
export type ErasureMailKind = (typeof erasureMailKinds)[number];

export type MailKind = LinkMailKind | NoticeKind | ErasureMailKind;

/**
 * Values for the text of a security notice. The text must escape these values, because they contain user
 * input.
 */
export interface NoticeDetails {
  shop?: string;
  actor?: string;
  /** Name of the created or changed object: an app, an access token, a passkey or a member. */
  name?: string;
  role?: string;
  email?: string;
  device?: string;
  address?: string;
  /** Id of the erasure that an app must confirm. */
  reference?: string;
  /**
   * Kind of the notification, followed by the ids of the installation or object that the notification is
   * about.
   */
  notification?: string;
  installation_id?: string;
  subject_id?: string;
  deprecations?: readonly DeprecatedFeature[];
}

export interface DeprecatedFeature {
  feature: string;
  since: string;
  sunset?: string;
  /** English sentence that names the replacement of the deprecated feature. */
  instead: string;
}

/** A queued email. Link tokens are created when the email is sent, so the row contains no secret. */
@Entity({ schema: 'auth', name: 'outgoing_mails' })
export class OutgoingMail {
  @Uuid({ primary: true })
  id: string;

  @CollatedText()
  kind: MailKind;

  /** Email address of the recipient as a person entered it. The address may belong to no account. */
  @Text()
  email: string;

  /** Language of the email if the recipient has not chosen one. */
  @CollatedText({ nullable: true })
  language: Language | null;

  /** Domain of the shop whose admin panel the link in the email opens. null for an email without such a link. */
  @CollatedText({ nullable: true })
  shop_domain: string | null;

  @Json({ default: {} })
  details: JsonText<NoticeDetails>;

  @Int({ default: 0 })
  attempts: number;

  @Timestamp({ default: () => 'now()' })
  next_attempt_at: string;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
