import type { en } from './en';
import { currentLanguage, type Language } from './language';

export type TextId = keyof typeof en;
export type TextValues = Record<string, string | number | boolean | Date | null | undefined>;
export type Texts = (id: TextId, values?: TextValues) => string;
export type Catalogue = Record<TextId, string>;

/** A file of its own each: a browser loads the one that it shows. */
const catalogues: Record<Language, () => Promise<Catalogue>> = {
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
};

/** The texts of this page, in one language. */
export let shown: { language: Language; messages: Catalogue };

/** Before anything is shown: the texts in the language of the person, which the page then is in. */
export async function loadTexts(language = currentLanguage()): Promise<void> {
  shown = { language, messages: await catalogues[language]() };
  document.documentElement.lang = language;
}

/** Whether the catalogue has such a text: for names that come from the server. */
export function isTextId(id: string): id is TextId {
  return Object.hasOwn(shown.messages, id);
}
