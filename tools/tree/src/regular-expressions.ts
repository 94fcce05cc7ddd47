import ts from 'typescript';

export interface FoundPattern {
  /** Path of the file and line number, starting at 1. */
  at: string;
  source: string;
  flags: string;
}

export interface FoundPatterns {
  patterns: FoundPattern[];
  composed: { at: string; text: string }[];
}

/**
 * Matches names of properties and constants that contain the source of a regular expression, such as
 * `pattern` and `requestIdPattern`.
 */
const namesPattern = /pattern$/i;

/**
 * Returns every regular expression in a TypeScript file: literals, `RegExp` calls, and strings in a variable
 * whose name ends with "pattern".
 */
export function patternsIn(file: string, text: string): FoundPatterns {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: FoundPatterns = { patterns: [], composed: [] };
  const constants = constantsOf(source);
  const visit = (node: ts.Node): void => {
    const at = () => `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) found.patterns.push({ at: at(), ...partsOf(node.text) });
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && isRegExp(node.expression))
      readCall(node, { at: at(), found, constants });
    const named = namedPattern(node, constants);
    if (named !== undefined) found.patterns.push({ at: at(), source: named, flags: '' });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const isRegExp = (node: ts.Expression) => ts.isIdentifier(node) && node.text === 'RegExp';

interface Call {
  at: string;
  found: FoundPatterns;
  constants: ReadonlyMap<string, ts.Expression>;
}

function readCall(call: ts.NewExpression | ts.CallExpression, { at, found, constants }: Call): void {
  const [pattern, flags] = call.arguments ?? [];
  if (pattern === undefined || namesPattern.test(pattern.getText())) return;
  const source = textOf(pattern, constants);
  const given = flags === undefined ? '' : textOf(flags, constants);
  if (source === undefined || given === undefined) found.composed.push({ at, text: call.getText() });
  else found.patterns.push({ at, source, flags: given });
}

/** Returns the regular expression in `pattern: '…'` or `const somePattern = '…'`. */
function namedPattern(node: ts.Node, constants: Call['constants']): string | undefined {
  if (!ts.isPropertyAssignment(node) && !ts.isVariableDeclaration(node)) return undefined;
  if (!node.initializer || !namesPattern.test(node.name.getText())) return undefined;
  return textOf(node.initializer, constants);
}

function partsOf(literal: string): { source: string; flags: string } {
  const end = literal.lastIndexOf('/');
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
}

function constantsOf(source: ts.SourceFile): Map<string, ts.Expression> {
  const constants = new Map<string, ts.Expression>();
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && initializer) constants.set(name.text, initializer);
  }
  return constants;
}

/**
 * Evaluates an expression of strings, numbers and constants in the file. Returns undefined for any other
 * expression.
 */
function textOf(node: ts.Expression, constants: Call['constants']): string | undefined {
  const value = valueOf(node, constants);
  return value === undefined ? undefined : String(value);
}

function valueOf(node: ts.Expression, constants: Call['constants']): string | number | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isAsExpression(node)) return valueOf(node.expression, constants);
  if (ts.isIdentifier(node)) {
    const constant = constants.get(node.text);
    return constant && valueOf(constant, constants);
  }
  if (ts.isTemplateExpression(node)) return templateOf(node, constants);
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [valueOf(node.left, constants), valueOf(node.right, constants)];
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  return left === undefined || right === undefined ? undefined : `${left}${right}`;
}

function templateOf(node: ts.TemplateExpression, constants: Call['constants']): string | undefined {
  let text = node.head.text;
  for (const { expression, literal } of node.templateSpans) {
    const value = textOf(expression, constants);
    if (value === undefined) return undefined;
    text += value + literal.text;
  }
  return text;
}
