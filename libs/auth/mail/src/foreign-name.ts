import type { Language } from '@storewright/entities';

declare const isForeignName: unique symbol;

/**
 * A user-entered name that `foreignName` made safe for emails. Email texts accept only this type, so that no
 * raw name can be inserted.
 */
export type ForeignName = string & { readonly [isForeignName]: true };

/** Maximum length of a quoted name in code points, without the quotes. */
export const MAX_NAME_LENGTH = 50;

/** Maximum length of an email address that the text of an email shows without quotes. */
const MAX_EMAIL_LENGTH = 100;

/**
 * Maximum number of characters of a user-entered name that are searched for URLs. Longer names are truncated
 * first.
 */
const MAX_READ_LENGTH = 300;

const marks: Record<Language, readonly [open: string, close: string]> = { en: ['“', '”'], de: ['„', '“'] };

/**
 * Matches control characters including line breaks, invisible characters, and characters that change the text
 * direction.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;
/** Matches characters that could end or imitate the quotes around a name. */
const QUOTES = /["“”„‟«»‹›＂〝〞〟]/gu;
/** Matches a word that starts like a website address or contains a URL scheme. */
const ADDRESS = /[:：][/／\\＼]{2}|^(?:www[.．。｡]|mailto[:：])/iu;
/** Matches a dot or @ inside a word, which mail programs turn into a link. */
const LINKING = /(?<=[^\s.．。｡])([.．。｡]|[@＠])(?=[\p{L}\p{N}])/gu;
/** Matches letters of right-to-left scripts (Unicode bidirectional classes R and AL). */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Quotes a user-entered name for an email, so that recipients cannot mistake the name for text of the
 * platform. To prevent links, replaces URLs with "…" and adds a space after each dot or @ inside a word.
 */
export function foreignName(text: string, language: Language): ForeignName {
  const words = text
    .slice(0, MAX_READ_LENGTH)
    .replace(UNPRINTABLE, ' ')
    .replace(QUOTES, "'")
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => (ADDRESS.test(word) ? '…' : word.replace(LINKING, '$1 ')));
  const characters = Array.from(words.join(' '));
  const isLong = characters.length > MAX_NAME_LENGTH;
  const short = isLong ? `${characters.slice(0, MAX_NAME_LENGTH - 1).join('')}…` : characters.join('');
  const [open, close] = marks[language];
  return `${open}${isolated(short === '' ? '…' : short)}${close}` as ForeignName;
}

/**
 * Matches an email address of common characters. Other valid addresses can look like a URL, so the text of an
 * email quotes them.
 */
const PLAIN_EMAIL = /^[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}.-]+$/u;

/**
 * Makes a user-entered email address safe for the text of an email. A common address stays unchanged, so that
 * recipients recognize it.
 */
export function foreignEmail(text: string, language: Language): ForeignName {
  const isPlain = text.length <= MAX_EMAIL_LENGTH && PLAIN_EMAIL.test(text);
  return isPlain ? (text as ForeignName) : foreignName(text, language);
}

/**
 * Wraps a right-to-left name in FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE, so that the name does not reorder
 * the words around it.
 */
function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
