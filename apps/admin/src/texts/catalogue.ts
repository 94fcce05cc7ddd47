import type { en } from './en';
import { currentLanguage, isPseudoRequested, type Language } from './language';

export type TextId = keyof typeof en;
export type TextValues = Record<string, string | number | boolean | Date | null | undefined>;
export type Texts = (id: TextId, values?: TextValues) => string;

type Messages = Record<string, string>;
/** Loads a module whose only constant contains the texts of the module. */
type File = () => Promise<Record<string, Messages>>;

/** Texts that every screen needs. Each language is a separate chunk, so that a browser loads only one language. */
const first: Record<Language, File> = {
  en: () => import('./en/first'),
  de: () => import('./de/first'),
};

/** Texts of single screens (see `app.tsx`), and error texts, which the panel loads at the first error. */
const later = {
  en: {
    account: () => import('./en/account'),
    activity: () => import('./en/activity'),
    apiAccess: () => import('./en/api-access'),
    apps: () => import('./en/apps'),
    appUsage: () => import('./en/app-usage'),
    bulk: () => import('./en/bulk'),
    codes: () => import('./en/codes'),
    lists: () => import('./en/lists'),
    deliveries: () => import('./en/deliveries'),
    developerApps: () => import('./en/developer-apps'),
    device: () => import('./en/device'),
    directory: () => import('./en/directory'),
    erasures: () => import('./en/erasures'),
    errors: () => import('./en/errors'),
    general: () => import('./en/general'),
    grant: () => import('./en/grant'),
    home: () => import('./en/home'),
    imports: () => import('./en/imports'),
    meta: () => import('./en/meta'),
    networks: () => import('./en/networks'),
    notifications: () => import('./en/notifications'),
    palette: () => import('./en/palette'),
    passwordReset: () => import('./en/password-reset'),
    people: () => import('./en/people'),
    proposals: () => import('./en/proposals'),
    reductions: () => import('./en/reductions'),
    scopes: () => import('./en/scopes'),
    security: () => import('./en/security'),
    store: () => import('./en/store'),
    testShops: () => import('./en/test-shops'),
    variants: () => import('./en/variants'),
    webhooks: () => import('./en/webhooks'),
  },
  de: {
    account: () => import('./de/account'),
    activity: () => import('./de/activity'),
    apiAccess: () => import('./de/api-access'),
    apps: () => import('./de/apps'),
    appUsage: () => import('./de/app-usage'),
    bulk: () => import('./de/bulk'),
    codes: () => import('./de/codes'),
    lists: () => import('./de/lists'),
    deliveries: () => import('./de/deliveries'),
    developerApps: () => import('./de/developer-apps'),
    device: () => import('./de/device'),
    directory: () => import('./de/directory'),
    erasures: () => import('./de/erasures'),
    errors: () => import('./de/errors'),
    general: () => import('./de/general'),
    grant: () => import('./de/grant'),
    home: () => import('./de/home'),
    imports: () => import('./de/imports'),
    meta: () => import('./de/meta'),
    networks: () => import('./de/networks'),
    notifications: () => import('./de/notifications'),
    palette: () => import('./de/palette'),
    passwordReset: () => import('./de/password-reset'),
    people: () => import('./de/people'),
    proposals: () => import('./de/proposals'),
    reductions: () => import('./de/reductions'),
    scopes: () => import('./de/scopes'),
    security: () => import('./de/security'),
    store: () => import('./de/store'),
    testShops: () => import('./de/test-shops'),
    variants: () => import('./de/variants'),
    webhooks: () => import('./de/webhooks'),
  },
} satisfies Record<Language, Record<string, File>>;

export type LaterTexts = keyof (typeof later)['en'];

/** The texts that this page has loaded, in one language. */
export let shown: {
  language: Language;
  messages: Messages;
  /** Function that converts texts to the pseudo-locale. Undefined for all other languages. */
  pseudo?: (messages: Messages) => Messages;
};

/** Returns the language of the page. Returns undefined before the texts are loaded. */
export function pageLanguage(): Language | undefined {
  return (shown as typeof shown | undefined)?.language;
}

/** Loads the texts that every screen needs, and sets the language of the page. */
export async function loadTexts(language = currentLanguage()): Promise<void> {
  shown = { language, messages: await read(first[language]) };
  document.documentElement.lang = language;
}

/** Loads the texts that every screen needs. Uses the pseudo-locale if the URL requests it. */
export async function loadPageTexts(): Promise<void> {
  if (!isPseudoRequested()) return loadTexts();
  const [{ pseudoTexts }] = await Promise.all([import('./pseudo'), loadTexts('en')]);
  shown = { language: 'en', messages: pseudoTexts(shown.messages), pseudo: pseudoTexts };
  document.documentElement.dir = 'rtl';
}

/**
 * Adds the texts of a screen to the loaded texts. Changes the existing object, so that components with a reference to
 * the object have the new texts.
 */
export async function addTexts(names: readonly LaterTexts[]): Promise<void> {
  const { language, messages, pseudo } = shown;
  for (const each of await Promise.all(names.map((name) => read(later[language][name]))))
    Object.assign(messages, pseudo ? pseudo(each) : each);
}

/** Returns true if the loaded texts contain this id. An id can contain a name from the server. */
export function isTextId(id: string): id is TextId {
  return Object.hasOwn(shown.messages, id);
}

async function read(file: File): Promise<Messages> {
  return Object.assign({}, ...Object.values(await file())) as Messages;
}
