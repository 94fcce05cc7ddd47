/**
 * Delimiters of CSV exports. A comma implies decimal points. A semicolon implies decimal commas, which
 * spreadsheet programs expect in many languages.
 */
export const delimiters = [',', ';'] as const;
export type Delimiter = (typeof delimiters)[number];

/** Characters that start a formula in a spreadsheet program, with their full-width forms. */
const FORMULA = new Set('=+-@\uFF1D\uFF0B\uFF0D\uFF20');
const SKIPPED = /[\s\0-\x20"'\u200B-\u200F\uFEFF]/;
const BREAK_FIRST = /^[\s\0-\x20"'\u200B-\u200F\uFEFF]*[\t\r\n]/;
/**
 * Characters at which a spreadsheet program may split a CSV line by mistake, keyed by the delimiter of the
 * CSV file.
 */
const SEPARATORS: Readonly<Record<Delimiter, string>> = { ',': ';\t\r\n', ';': ',\t\r\n' };

/**
 * Prepends an apostrophe to text that a spreadsheet program would run as a formula (CSV injection). Also
 * protects formulas after a line break or a separator, because some programs split lines there, even within
 * quotes.
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

/** Removes the apostrophes that `cell` inserts before formulas. Returns text without formulas unchanged. */
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

export class Decimal {
  constructor(readonly text: string) {}
}

/**
 * Formats one value as a CSV cell. Text that a spreadsheet program would run as a formula gets an apostrophe,
 * which importers can remove (docs/adr/exports.md). Commas separate the members of an array.
 */
export function cell(value: unknown, delimiter: Delimiter = ','): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Decimal) return delimiter === ';' ? value.text.replace('.', ',') : value.text;
  const text = Array.isArray(value) ? value.map(member).join(', ') : String(value as string | number);
  const safe = NUMBER.test(text) ? text : withoutFormulas(text, delimiter);
  return /[",;\t\r\n]|^\s|\s$/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const member = (each: unknown) => {
  const text = String(each);
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
