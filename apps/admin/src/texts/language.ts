export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

/**
 * Name of the pseudo-locale for testing translations, as in `?locale=pseudo`. Its texts are English texts with
 * accents, longer and right-to-left.
 */
const PSEUDO = 'pseudo';

/**
 * Locale for dates, numbers and text direction in the pseudo-locale. Dates have Persian words, so a Latin word
 * without accents is data or an untranslated text.
 */
export const PSEUDO_LOCALE = 'fa-u-ca-gregory-nu-latn';

const cookie = 'storewright_language';
const yearSeconds = 31_536_000;

/**
 * Returns the language that the user chose in this browser. Defaults to the first supported language of the browser,
 * and then to English.
 */
export function languageOf(cookies: string, wanted: readonly string[]): Language {
  const chosen = cookies
    .split('; ')
    .find((each) => each.startsWith(`${cookie}=`))
    ?.slice(cookie.length + 1);
  return [chosen, ...wanted.map((each) => each.split('-')[0])].find(isLanguage) ?? 'en';
}

/** Returns the browser's first locale for this language. The panel formats dates and numbers in that locale. */
export function localeOf(language: Language, wanted: readonly string[]): string {
  return wanted.find((each) => each.split('-')[0] === language) ?? language;
}

/** Returns true on the host names of `npm start`. Only these hosts have development pages and locales. */
export function isDevelopmentHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost');
}

/**
 * Returns the locale in the URL parameter `locale` on a development host. The locale applies until the next full page
 * load.
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

export function isPseudoRequested(): boolean {
  return requestedLocale(window.location) === PSEUDO;
}

/** Stores the chosen language and reloads the page, so that the whole page has this language. */
export function chooseLanguage(language: Language): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${cookie}=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
  window.location.reload();
}

function isLanguage(name: string | undefined): name is Language {
  return name !== undefined && Object.hasOwn(languages, name);
}
