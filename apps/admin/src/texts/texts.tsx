import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { FormattedMessage, IntlProvider, useIntl } from 'react-intl';
import type { en } from './en';
import { currentLanguage, type Language, localeOf } from './language';

export type TextId = keyof typeof en;
export type TextValues = Record<string, string | number | boolean | Date | null | undefined>;
export type Texts = (id: TextId, values?: TextValues) => string;
export type Catalogue = Record<TextId, string>;

/** A file of its own each: a browser loads the one that it shows. */
const catalogues: Record<Language, () => Promise<Catalogue>> = {
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
};

let shown: { language: Language; messages: Catalogue };

/** Before anything is shown: the texts in the language of the person, which the page then is in. */
export async function loadTexts(language = currentLanguage()): Promise<void> {
  shown = { language, messages: await catalogues[language]() };
  document.documentElement.lang = language;
}

export function TextsProvider({ children }: { children: ReactNode }): ReactNode {
  const { language, messages } = shown;
  const locale = localeOf(language, navigator.languages);
  return (
    <IntlProvider locale={locale} defaultLocale={locale} messages={messages}>
      <I18nProvider locale={locale}>{children}</I18nProvider>
    </IntlProvider>
  );
}

/** `t('navigation.home')`: the text of the catalogue, its values filled in. */
export function useTexts(): Texts {
  const { formatMessage } = useIntl();
  return (id, values) => formatMessage({ id }, values);
}

/** A text with elements inside: `<Text id="…" values={{ app: <b>{name}</b> }} />`. */
export function Text({ id, values }: { id: TextId; values?: Record<string, ReactNode> }): ReactNode {
  return <FormattedMessage id={id} {...(values ? { values } : {})} />;
}

/** Whether the catalogue has such a text: for names that come from the server. */
export function isTextId(id: string): id is TextId {
  return Object.hasOwn(shown.messages, id);
}
