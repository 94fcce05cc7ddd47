import { type Language, type JsonText, Int, Json, Text, Timestamp, Uuid, Word } from '@storewright/entities';
import { Entity } from 'typeorm';

/** Mails that contain a link. */
export const linkMailKinds = [
  'password_reset',
  'invitation',
  'email_change_current',
  'email_change_new',
] as const;
export type LinkMailKind = (typeof linkMailKinds)[number];

/** Security notices: mails that report what happened to an account or a shop. */
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
  'app_installed',
  'access_token_made',
  'role_changed',
  'member_joined',
  'member_removed',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export type MailKind = LinkMailKind | NoticeKind;

/** The values that the text of a notice names, as they were typed or as they came with a request. */
export interface NoticeDetails {
  shop?: string;
  /** The name of the person who did it. */
  actor?: string;
  /** The name of what was made or changed: an app, an access token, a passkey, a member. */
  name?: string;
  role?: string;
  email?: string;
  device?: string;
  /** The IP address of the request. */
  address?: string;
}

/** A mail that waits to be sent. Links are made when the mail is sent, so no secret is stored here. */
@Entity({ schema: 'auth', name: 'outgoing_mails' })
export class OutgoingMail {
  @Uuid({ primary: true })
  id: string;

  @Word()
  kind: MailKind;

  /** The recipient's address as it was typed. An account with this address need not exist. */
  @Text()
  email: string;

  /** The language of a recipient who has chosen none. */
  @Word({ nullable: true })
  language: Language | null;

  /** The shop whose panel the link opens. null: the mail has no link. */
  @Word({ nullable: true })
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
