/** Languages of the panel with their native names. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

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

export function currentLanguage(): Language {
  return languageOf(document.cookie, navigator.languages);
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
