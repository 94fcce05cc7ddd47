import ts from 'typescript';

/** Statements as we write them, and a table with its schema in whatever case. A word in capitals is no prose. */
const statements = [
  /\bSELECT\b[\s\S]*\bFROM\b/,
  /\bINSERT\s+INTO\b/,
  /\bUPDATE\s+(?:ONLY\s+)?\S+(?:\s+(?:AS\s+)?\w+)?\s+SET\b/,
  /\bDELETE\s+FROM\b/,
  /\b(?:from|join|into|update|truncate)\s+(?:only\s+)?"?(?:shop|auth|pg_catalog)"?\s*\.\s*"?\w/i,
];

/**
 * Whether a TypeScript file holds the text of SQL statements over tables: in its strings and templates, however they are put together, and whatever stands
 * in for a table. Comments do not count, nor do migrations, which are nothing else.
 */
export function holdsSql(code: string): boolean {
  const source = ts.createSourceFile('file.ts', code, ts.ScriptTarget.Latest);
  if (isMigration(source)) return false;
  const text = literalsOf(source).join(' ');
  return statements.some((statement) => statement.test(text));
}

/** In their order; what a template fills in is one word. */
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
