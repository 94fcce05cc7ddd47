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
  /**
   * Texts of an email about a notification. `link` opens the app or object in the admin panel, and `settings`
   * opens the notification preferences.
   */
  notification: Record<NotificationMailKind, (about: NotificationValues) => Words>;
  invitation(to: { shop: ForeignName; link: string; days: number }): Words;
  deprecation(of: { app: ForeignName; deprecations: readonly DeprecatedFeature[]; link: string }): Words;
  emailChange: {
    /** Email to the current address of an account that requested a change of its email address. */
    toCurrent(of: { before: ForeignName; after: ForeignName; link: string; hours: number }): Words;
    toNew(of: { link: string; hours: number }): Words;
    /** Email to the requested new address if another account already has this address. */
    taken: Words;
  };
}

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
 * Returns the language of an email. Defaults to English if the recipient has no language or an unsupported
 * language.
 */
export function mailLanguage(language: Language | null): Language {
  return languages.find((known) => known === language) ?? 'en';
}
