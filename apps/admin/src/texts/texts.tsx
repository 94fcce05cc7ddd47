import type { ReactNode } from 'react';
import { FormattedMessage, IntlProvider, useIntl } from 'react-intl';
import { en } from './en';

export type TextId = keyof typeof en;
export type TextValues = Record<string, string | number | boolean | Date | null | undefined>;
export type Texts = (id: TextId, values?: TextValues) => string;

/** Dates and numbers as the viewer's kind of English writes them. */
function locale(): string {
  return navigator.languages.find((each) => each === 'en' || each.startsWith('en-')) ?? 'en';
}

export function TextsProvider({ children }: { children: ReactNode }): ReactNode {
  return (
    <IntlProvider locale={locale()} defaultLocale="en" messages={en}>
      {children}
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
  return Object.hasOwn(en, id);
}
