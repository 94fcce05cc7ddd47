import { type Language, languages } from '@storewright/entities';
import type { ForeignName } from '../foreign-name';
import type { DeprecatedFeature } from '../outgoing-mail.entity';
import { de } from './de';
import { en } from './en';

export interface Words {
  subject: string;
  text: string;
}

export interface MailTexts {
  passwordReset(of: { link: string; minutes: number }): Words;
  /** `link` opens the app or object in the panel. `settings` opens the notification preferences of the person. */
  notification: Record<NotificationMailKind, (about: NotificationValues) => Words>;
  invitation(to: { shop: ForeignName; link: string; days: number }): Words;
  /** Mail to the developer of an app that uses deprecated features. */
  deprecation(of: {
    app: ForeignName;
    deprecations: readonly DeprecatedFeature[];
    /** URL of the API changelog. */
    link: string;
  }): Words;
  emailChange: {
    /** Mail to the current email address of an account whose email address is to change. */
    toCurrent(of: { before: ForeignName; after: ForeignName; link: string; hours: number }): Words;
    toNew(of: { link: string; hours: number }): Words;
    /** Mail to the new email address if another account already has it. */
    taken: Words;
  };
}

/** Kinds of notifications that are also sent by mail. */
export const notificationMailKinds = [
  'permissions_requested',
  'webhooks_failing',
  'webhooks_paused',
  'events_lost',
  'proposal_created',
] as const;
export type NotificationMailKind = (typeof notificationMailKinds)[number];

export interface NotificationValues {
  app: ForeignName;
  shop: ForeignName;
  link: string;
  settings: string;
}

const all: Record<Language, MailTexts> = { en, de };

export function mailTextsIn(language: Language): MailTexts {
  return all[language];
}

/**
 * Returns the language of a mail. Defaults to English if the recipient has no language or a language that this
 * version does not support.
 */
export function mailLanguage(language: Language | null): Language {
  return languages.find((known) => known === language) ?? 'en';
}
