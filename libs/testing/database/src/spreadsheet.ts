/**
 * Splits a CSV text into cells as a spreadsheet program with the given separator does. A quote has a special
 * meaning only at the start of a cell.
 */
export function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at <= text.length) {
    let value = '';
    if (text[at] === '"')
      for (at += 1; at < text.length; at += 1) {
        if (text[at] !== '"') value += text[at];
        else if (text[at + 1] === '"') value += text[(at += 1)];
        else {
          at += 1;
          break;
        }
      }
    const rest = at;
    while (at < text.length && text[at] !== separator && !'\r\n'.includes(text[at]!)) at += 1;
    cells.push(value + text.slice(rest, at));
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return cells;
}

/**
 * True if a spreadsheet program would run the cell as a formula, also after leading whitespace and quotes. A
 * number is not a formula.
 */
export const isFormula = (cell: string) =>
  /^[\s"\u200b-\u200f\ufeff]*[=+\-@＝＋－＠]/u.test(cell) && !/^-?\d+(?:[.,]\d+)?$/.test(cell);

/**
 * Removes the apostrophes that a CSV export adds before formulas. docs/shop-api.md advises readers of exports
 * to do the same.
 */
export const restored = (cell: string, delimiter: string) =>
  cell.replace(delimiter === ',' ? apostrophes(';\\t\\r\\n') : apostrophes(',\\t\\r\\n'), '');

const skipped = String.raw`[\s\0-\x20"'\u200b-\u200f\ufeff]*`;
const apostrophes = (separators: string) =>
  new RegExp(
    `^'(?=${skipped}[=+\\-@＝＋－＠\\t\\r\\n])|(?<=[${separators}])'(?=${skipped}[=+\\-@＝＋－＠])`,
    'gu',
  );
