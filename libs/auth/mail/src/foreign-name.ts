import type { Language } from '@storewright/entities';

declare const isForeignName: unique symbol;

/** A name that somebody typed, made safe for a mail by `foreignName`. Texts of mails accept no other name. */
export type ForeignName = string & { readonly [isForeignName]: true };

/** Maximum length of a quoted name in code points, without its quotes. */
export const MAX_NAME_LENGTH = 50;

/** Maximum length of an email address that is shown unchanged. */
const MAX_EMAIL_LENGTH = 100;

/** Maximum number of characters that are searched for URLs. The rest of the name is removed first. */
const MAX_READ_LENGTH = 300;

const marks: Record<Language, readonly [open: string, close: string]> = { en: ['“', '”'], de: ['„', '“'] };

/** Line breaks, other control characters, invisible characters and marks that change the direction of text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;
/** Characters that could end or imitate the quotes around a name. */
const QUOTES = /["“”„‟«»‹›＂〝〞〟]/gu;
/** A word with a URL scheme, or a word that starts like the host of a website. */
const ADDRESS = /[:：][/／\\＼]{2}|^(?:www[.．。｡]|mailto[:：])/iu;
/** A dot or an @ between two characters, which mail programs read as a host name or as an email address. */
const LINKING = /(?<=[^\s.．。｡])([.．。｡]|[@＠])(?=[\p{L}\p{N}])/gu;
/** Letters of right-to-left scripts (Unicode bidirectional classes R and AL). */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Quotes a name for the subject or the text of a mail, so that recipients do not mistake the name for text of
 * the platform. The result is one line of at most `MAX_NAME_LENGTH` characters and contains no links: a word
 * that is a URL becomes "…", and a space follows each dot or @ that mail programs would turn into a link.
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

/** An email address of the usual form. Other valid addresses can look like a URL, so they are quoted. */
const PLAIN_EMAIL = /^[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}.-]+$/u;

/**
 * Makes an email address that somebody typed safe for a mail. An ordinary address stays unchanged, so that recipients
 * recognize the address.
 */
export function foreignEmail(text: string, language: Language): ForeignName {
  const isPlain = text.length <= MAX_EMAIL_LENGTH && PLAIN_EMAIL.test(text);
  return isPlain ? (text as ForeignName) : foreignName(text, language);
}

/**
 * Isolates a right-to-left name with FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE, so that the name does
 * not reorder the words around it.
 */
function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
