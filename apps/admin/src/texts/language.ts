/** The languages of the panel, each in its own. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

const cookie = 'storewright_language';
const yearSeconds = 31_536_000;

/** As the person chose in this browser, else the first one of the browser's that the panel has, else English. */
export function languageOf(cookies: string, wanted: readonly string[]): Language {
  const chosen = cookies
    .split('; ')
    .find((each) => each.startsWith(`${cookie}=`))
    ?.slice(cookie.length + 1);
  return [chosen, ...wanted.map((each) => each.split('-')[0])].find(isLanguage) ?? 'en';
}

/** How dates and numbers are written: as where the person is, if that is one of the places where the language is spoken. */
export function localeOf(language: Language, wanted: readonly string[]): string {
  return wanted.find((each) => each.split('-')[0] === language) ?? language;
}

export function currentLanguage(): Language {
  return languageOf(document.cookie, navigator.languages);
}

/** From the next page on that is loaded: every text is of one language. */
export function chooseLanguage(language: Language): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${cookie}=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
  window.location.reload();
}

function isLanguage(name: string | undefined): name is Language {
  return name !== undefined && Object.hasOwn(languages, name);
}
