/**
 * The two kinds of CSV: with decimal points, or with the decimal commas that spreadsheet programs of many
 * languages expect.
 */
export const delimiters = [',', ';'] as const;
export type Delimiter = (typeof delimiters)[number];

/** Characters that start a formula in a spreadsheet program, and their full-width forms. */
const FORMULA = new Set('=+-@\uFF1D\uFF0B\uFF0D\uFF20');
/** Matches characters that a spreadsheet program skips before it looks for a formula. */
const SKIPPED = /[\s\0-\x20"'\u200B-\u200F\uFEFF]/;
const BREAK_FIRST = /^[\s\0-\x20"'\u200B-\u200F\uFEFF]*[\t\r\n]/;
/** Separators that programs expect in other kinds of files, by delimiter. */
const SEPARATORS: Readonly<Record<Delimiter, string>> = { ',': ';\t\r\n', ';': ',\t\r\n' };

/**
 * Puts an apostrophe before text that a spreadsheet program would run as a formula. Programs split a line by
 * the separator of the user's system, regardless of quotes. So a cell can start at the start of the text,
 * after a line break, and after a separator of another kind of file.
 */
function withoutFormulas(text: string, delimiter: Delimiter): string {
  const parts: string[] = [];
  let end = text.length;
  const cut = (at: number) => {
    parts.push(text.slice(at, end));
    end = at;
  };
  let leadsToFormula = false;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const character = text[at]!;
    leadsToFormula = FORMULA.has(character) || (leadsToFormula && SKIPPED.test(character));
    if (at > 0 && leadsToFormula && SEPARATORS[delimiter].includes(text[at - 1]!)) cut(at);
  }
  if (leadsToFormula || BREAK_FIRST.test(text)) cut(0);
  parts.push(text.slice(0, end));
  return parts.toReversed().join("'");
}

/** Removes the apostrophes that `cell` writes before formulas. Returns other texts unchanged. */
export function restoredText(text: string, delimiter: Delimiter): string {
  const parts: string[] = [];
  let end = text.length;
  let leadsToFormula = false;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const character = text[at]!;
    const isFirst = at === 0 || SEPARATORS[delimiter].includes(text[at - 1]!);
    const isProtected = leadsToFormula || (at === 0 && BREAK_FIRST.test(text.slice(1)));
    if (character === "'" && isFirst && isProtected) {
      parts.push(text.slice(at + 1, end));
      end = at;
    } else leadsToFormula = FORMULA.has(character) || (leadsToFormula && SKIPPED.test(character));
  }
  parts.push(text.slice(0, end));
  return parts.toReversed().join('');
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** The text of an amount, with a decimal point. */
export class Decimal {
  constructor(readonly text: string) {}
}

/**
 * Formats one value as a cell. A text that a program would run as a formula gets an apostrophe before the formula.
 * Removing that apostrophe restores the text (docs/adr/exports.md). Numbers stay numbers. Commas join the members of a
 * list.
 */
export function cell(value: unknown, delimiter: Delimiter = ','): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Decimal) return delimiter === ';' ? value.text.replace('.', ',') : value.text;
  const text = Array.isArray(value) ? value.map(member).join(', ') : String(value as string | number);
  const safe = NUMBER.test(text) ? text : withoutFormulas(text, delimiter);
  return /[",;\t\r\n]|^\s|\s$/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Puts a list member that contains a comma in quotes. */
const member = (each: unknown) => {
  const text = String(each);
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
