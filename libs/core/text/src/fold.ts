const isAscii = /^[\0-\x7f]*$/;

/** Characters that people type as an apostrophe. NFKD would replace the acute accent by a space. */
export const APOSTROPHES = /[´\u1ffd‘’‛ʹʻʼʽˈˊˋ′‵ꞌ＇՚׳]/gu;

/** Matches hyphens, dashes and the minus sign, except `-`. */
const DASHES = /[\p{Dash_Punctuation}−]/gu;

/** Matches invisible characters, such as soft hyphens, joiners and variation selectors. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Combining marks that accent a letter. Excludes vowel signs of Indic scripts and voicing marks of kana
 * (U+3099, U+309A), which make a different letter, and the Greek iota subscript (U+0345), which becomes a
 * letter in upper case.
 */
const ACCENTS =
  /(?!\u0345)(?!(?<=[\u3041-\u30ff\u31f0-\u31ff])[\u3099\u309a])(?:(?=\p{Script=Inherited})\p{Mark}|[\u0483-\u0487\u0591-\u05c7\u0640])/gu;

/** Letters that neither decomposition nor case mapping converts to plain letters, with replacements. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ς: 'σ', ħ: 'h', ŧ: 't' },
};
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');

/**
 * Folds case, accents, compatibility forms, apostrophes and dashes, so that texts that people read as the same
 * compare equal. Stored search terms and keys (`email_folded`, `code_folded`, `email_key`) are folded, so a
 * change of this function requires a backfill (docs/adr/text.md).
 */
export function fold(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  return (
    text
      .replace(APOSTROPHES, "'")
      .normalize('NFKD')
      .replace(IGNORABLE, '')
      .replace(ACCENTS, '')
      // Upper case first: it maps ſ, ı and the forms of Greek letters to letters that have one lower case.
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKD')
      .replace(ACCENTS, '')
      .replace(SPECIAL, (letter) => PLAIN[letter]!)
      .replace(APOSTROPHES, "'")
      .replace(DASHES, '-')
  );
}

export const foldKey = (text: string) => fold(text).trim();
