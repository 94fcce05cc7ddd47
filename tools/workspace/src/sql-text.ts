import ts from 'typescript';

/** Matches SQL keywords in capitals before a table name with a schema. */
const statements = [
  /\bSELECT\b[\s\S]*\bFROM\b/,
  /\bINSERT\s+INTO\b/,
  /\bUPDATE\s+(?:ONLY\s+)?\S+(?:\s+(?:AS\s+)?\w+)?\s+SET\b/,
  /\bDELETE\s+FROM\b/,
  /\b(?:from|join|into|update|truncate)\s+(?:only\s+)?"?(?:shop|auth|pg_catalog)"?\s*\.\s*"?\w/i,
];

/**
 * True if a TypeScript file contains SQL statements on tables, in strings, templates or a combination of
 * them. Ignores comments and migrations.
 */
export function holdsSql(code: string): boolean {
  const source = ts.createSourceFile('file.ts', code, ts.ScriptTarget.Latest);
  if (isMigration(source)) return false;
  const text = literalsOf(source).join(' ');
  return statements.some((statement) => statement.test(text));
}

/**
 * Returns the string literals in a syntax tree in order. A placeholder of a template string counts as one
 * word.
 */
function literalsOf(node: ts.Node): string[] {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return [];
  if (ts.isTemplateExpression(node)) {
    const text = node.head.text + node.templateSpans.map(({ literal }) => `_${literal.text}`).join('');
    return [text, ...node.templateSpans.flatMap(({ expression }) => literalsOf(expression))];
  }
  if (ts.isStringLiteralLike(node)) return [node.text];
  const found: string[] = [];
  ts.forEachChild(node, (child) => void found.push(...literalsOf(child)));
  return found;
}

function isMigration(source: ts.SourceFile): boolean {
  return source.statements.some(
    (statement) =>
      ts.isClassDeclaration(statement) &&
      statement.heritageClauses?.some(({ types }) =>
        types.some(({ expression }) => expression.getText(source) === 'MigrationInterface'),
      ),
  );
}
