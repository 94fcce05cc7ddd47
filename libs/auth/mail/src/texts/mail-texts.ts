import { type Language, languages } from '@storewright/entities';
import type { ForeignName } from '../foreign-name';
import { de } from './de';
import { en } from './en';

/** What a mail says, but for where it goes. */
export interface Words {
  subject: string;
  text: string;
}

/** Everything that mails with a link say, in one language. */
export interface MailTexts {
  passwordReset(of: { link: string; minutes: number }): Words;
  invitation(to: { shop: ForeignName; link: string; days: number }): Words;
  emailChange: {
    /** To the address that the account has. */
    toCurrent(of: { before: ForeignName; after: ForeignName; link: string; hours: number }): Words;
    toNew(of: { link: string; hours: number }): Words;
    /** To who has an account with the new address already. */
    taken: Words;
  };
}

const all: Record<Language, MailTexts> = { en, de };

export function mailTextsIn(language: Language): MailTexts {
  return all[language];
}

/** English for recipients who have chosen no language, and for a language that a later version knows. */
export function mailLanguage(language: Language | null): Language {
  return languages.find((known) => known === language) ?? 'en';
}
