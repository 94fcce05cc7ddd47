/**
 * Matches a statement: function bodies, strings, quoted names, comments and other characters. A semicolon
 * within the first four does not end the statement.
 */
const STATEMENT = /(?:\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"[^"]*"|--[^\n]*|[^;])+/g;
const COMMENTS = /^\s*(?:--[^\n]*\s*)+/;

/** Returns the statements of an SQL text, without the comments that precede them. */
export function statementsIn(sql: string): string[] {
  return [...sql.matchAll(STATEMENT)]
    .map(([statement]) => statement.replace(COMMENTS, '').trim())
    .filter((statement) => statement !== '');
}
