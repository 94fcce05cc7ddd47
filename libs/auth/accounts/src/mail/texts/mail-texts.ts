import type { Language, MailKind } from '@storewright/entities';
import { de } from './de';
import { en } from './en';

/** What a mail says, but for where it goes. */
export interface Words {
  subject: string;
  text: string;
}

/** Mails that tell a person of a change of what they sign in with. */
export type SecurityChange = Exclude<
  MailKind,
  'password_reset' | 'invitation' | 'email_change_current' | 'email_change_new'
>;

/** Everything that mails say, in one language. */
export interface MailTexts {
  passwordReset(of: { link: string; minutes: number }): Words;
  invitation(to: { shop: string; link: string; days: number }): Words;
  emailChange: {
    /** To the address that the account has. */
    toCurrent(of: { before: string; after: string; link: string; hours: number }): Words;
    toNew(of: { link: string; hours: number }): Words;
    /** To who has an account with the new address already. */
    taken: Words;
  };
  securityChange(of: SecurityChange): Words;
}

const all: Record<Language, MailTexts> = { en, de };

/** English for who has chosen no language. */
export function mailTextsIn(language: Language | null): MailTexts {
  // A later version may know more of them.
  return all[language ?? 'en'] ?? en;
}
