/**
 * A function body, string, quoted name, comment or other character. A semicolon ends no statement inside of
 * the first four.
 */
const STATEMENT = /(?:\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"[^"]*"|--[^\n]*|[^;])+/g;
const COMMENTS = /^\s*(?:--[^\n]*\s*)+/;

/** Statements of an SQL text, without the comments before them. */
export function statementsIn(sql: string): string[] {
  return [...sql.matchAll(STATEMENT)]
    .map(([statement]) => statement.replace(COMMENTS, '').trim())
    .filter((statement) => statement !== '');
}
