/**
 * Matches one SQL statement. A semicolon in a function body, a string, a quoted name or a comment does not
 * end the statement.
 */
const STATEMENT = /(?:\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"[^"]*"|--[^\n]*|[^;])+/g;
const COMMENTS = /^\s*(?:--[^\n]*\s*)+/;

/** Splits an SQL text into statements. Drops the comments that precede each statement. */
export function statementsIn(sql: string): string[] {
  return [...sql.matchAll(STATEMENT)]
    .map(([statement]) => statement.replace(COMMENTS, '').trim())
    .filter((statement) => statement !== '');
}
