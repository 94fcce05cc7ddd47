import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { FormattedMessage, IntlProvider, useIntl } from 'react-intl';
import { browserZone } from '../parts/zones';
import { shown, type TextId, type Texts } from './catalogue';
import { isolated } from './isolated';
import { localeOf, PSEUDO_LOCALE } from './language';

export { isTextId, loadPageTexts, type TextId, type Texts, type TextValues } from './catalogue';

export function TextsProvider({ children }: { children: ReactNode }): ReactNode {
  const { language, messages, pseudo } = shown;
  const locale = pseudo ? PSEUDO_LOCALE : localeOf(language, navigator.languages);
  return (
    <IntlProvider locale={locale} defaultLocale={locale} messages={messages}>
      <I18nProvider locale={locale}>{children}</I18nProvider>
    </IntlProvider>
  );
}

/** Sets the time zone in which child components show times. */
export function InTimeZone({ zone, children }: { zone: string; children: ReactNode }): ReactNode {
  const { locale } = useIntl();
  return (
    <IntlProvider locale={locale} defaultLocale={locale} messages={shown.messages} timeZone={zone}>
      {children}
    </IntlProvider>
  );
}

/** Returns the time zone for times: in a shop the shop's time zone, otherwise the browser's time zone. */
export function useTimeZone(): string {
  return useIntl().timeZone ?? browserZone();
}

/** Returns `t`, which formats a text with values, as in `t('navigation.home')`. */
export function useTexts(): Texts {
  const { formatMessage } = useIntl();
  return (id, values) => formatMessage({ id }, values && isolatedIn(values));
}

/** A text with elements, as in `<Text id="…" values={{ app: <b>{name}</b> }} />`. */
export function Text({ id, values }: { id: TextId; values?: Record<string, ReactNode> }): ReactNode {
  return <FormattedMessage id={id} {...(values ? { values: isolatedIn(values) } : {})} />;
}

/** Isolates the text direction of names in plain text, such as titles, toasts and labels for screen readers. */
function isolatedIn<V extends Record<string, unknown>>(values: V): V {
  const each = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? isolated(value) : value,
  ]);
  return Object.fromEntries(each) as V;
}
