/** Languages of the panel with their native names. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

/**
 * Name of the pseudo-locale in `?locale=pseudo`. Its texts are English with accents, longer, and run from
 * right to left.
 */
const PSEUDO = 'pseudo';

/**
 * Locale of the pseudo-locale for dates, numbers and the text direction. The browser formats dates in Persian
 * words, so that every Latin word without accents comes from data or bypasses the text tables.
 */
export const PSEUDO_LOCALE = 'fa-u-ca-gregory-nu-latn';

const cookie = 'storewright_language';
const yearSeconds = 31_536_000;

/**
 * Returns the language that the person chose in this browser, otherwise the first supported language of the
 * browser, otherwise English.
 */
export function languageOf(cookies: string, wanted: readonly string[]): Language {
  const chosen = cookies
    .split('; ')
    .find((each) => each.startsWith(`${cookie}=`))
    ?.slice(cookie.length + 1);
  return [chosen, ...wanted.map((each) => each.split('-')[0])].find(isLanguage) ?? 'en';
}

/** Returns the locale for dates and numbers: the browser's first locale of this language. */
export function localeOf(language: Language, wanted: readonly string[]): string {
  return wanted.find((each) => each.split('-')[0] === language) ?? language;
}

/** True on the host names of `npm start`, which alone have pages and locales for development. */
export function isDevelopmentHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost');
}

/**
 * Returns the locale in the parameter `locale` of a development address: a language or the pseudo-locale. The
 * parameter applies until the next full page load.
 */
export function requestedLocale(address: {
  hostname: string;
  search: string;
}): Language | typeof PSEUDO | undefined {
  if (!isDevelopmentHost(address.hostname)) return undefined;
  const requested = new URLSearchParams(address.search).get('locale') ?? undefined;
  return requested === PSEUDO || isLanguage(requested) ? requested : undefined;
}

export function currentLanguage(): Language {
  const requested = requestedLocale(window.location);
  return isLanguage(requested) ? requested : languageOf(document.cookie, navigator.languages);
}

/** True if the address requests the pseudo-locale. */
export function isPseudoRequested(): boolean {
  return requestedLocale(window.location) === PSEUDO;
}

/** Stores the chosen language. The next page uses it, so that all texts of a page have one language. */
export function chooseLanguage(language: Language): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${cookie}=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
  window.location.reload();
}

function isLanguage(name: string | undefined): name is Language {
  return name !== undefined && Object.hasOwn(languages, name);
}
