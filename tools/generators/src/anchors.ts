import ts from 'typescript';

export interface Source {
  path: string;
  text: string;
}

/**
 * Adds an import declaration, sorted by module. If the file already imports the module, adds the names to
 * that import.
 */
export function withImport(source: Source, names: readonly string[], module: string): string {
  const imports = statements(source).filter(ts.isImportDeclaration);
  const own = imports.find((each) => moduleOf(each) === module && bindingsOf(each));
  if (own) {
    const bindings = bindingsOf(own)!;
    const all = bindings.elements.map((each) => each.getText());
    for (const name of names.filter((each) => !all.includes(each))) {
      const before = all.findIndex((each) => each.replace(/^type /, '') > name);
      all.splice(before < 0 ? all.length : before, 0, name);
    }
    return replaced(source.text, bindings.getStart(), bindings.end, `{ ${all.join(', ')} }`);
  }
  if (imports.length === 0) throw missing(source, 'no import');
  const line = `import { ${names.join(', ')} } from '${module}';\n`;
  const before = imports.find((each) => moduleOf(each) > module);
  const at = before ? before.getStart() : imports.at(-1)!.end + 1;
  return replaced(source.text, at, at, line);
}

/** Adds an element to the array `property` of the object constant `name`. */
export function withElement(source: Source, name: string, property: string, element: string): string {
  const value = valueOf(source, name);
  const members = value && ts.isObjectLiteralExpression(value) ? [...value.properties] : [];
  const member = members.filter(ts.isPropertyAssignment).find((each) => each.name.getText() === property);
  if (!member || !ts.isArrayLiteralExpression(member.initializer))
    throw missing(source, `no array "${property}" in "${name}"`);
  return withLast(source, member.initializer.elements, member.initializer.end, element);
}

/** Adds an element to the array that is the first argument in a call of `callee`. */
export function withElementOf(source: Source, callee: string, element: string): string {
  const find = (node: ts.Node): ts.Expression | undefined =>
    ts.isCallExpression(node) && node.expression.getText() === callee
      ? node.arguments[0]
      : ts.forEachChild(node, find);
  const value = statements(source).map(find).find(Boolean);
  if (!value || !ts.isArrayLiteralExpression(value)) throw missing(source, `no ${callee}([…])`);
  return withLast(source, value.elements, value.end, element);
}

/** Adds a line to the sorted block of lines that start with `start`. */
export function withLine(source: Source, start: string, line: string): string {
  const lines = source.text.split('\n');
  const last = lines.findLastIndex((each) => each.startsWith(start));
  if (last < 0) throw missing(source, `no line that begins with ${start}`);
  const before = lines.findIndex((each) => each.startsWith(start) && each > line);
  lines.splice(before < 0 ? last + 1 : before, 0, line);
  return lines.join('\n');
}

function withLast({ text }: Source, nodes: ts.NodeArray<ts.Node>, end: number, addition: string): string {
  const last = nodes.at(-1);
  // Inserts the element after an existing trailing comma.
  const at = last ? nodes.end : end - 1;
  return replaced(text, at, at, `${last && !nodes.hasTrailingComma ? ',' : ''}\n${addition}`);
}

/** Returns the initializer of a constant without `as const` and `satisfies`. */
function valueOf(source: Source, name: string): ts.Expression | undefined {
  const declarations = statements(source)
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations]);
  let value = declarations.find((each) => each.name.getText() === name)?.initializer;
  while (value && (ts.isAsExpression(value) || ts.isSatisfiesExpression(value))) value = value.expression;
  return value;
}

function statements({ path, text }: Source): readonly ts.Statement[] {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true).statements;
}

const moduleOf = ({ moduleSpecifier }: ts.ImportDeclaration) => (moduleSpecifier as ts.StringLiteral).text;

function bindingsOf({ importClause }: ts.ImportDeclaration): ts.NamedImports | undefined {
  const bindings = importClause?.isTypeOnly ? undefined : importClause?.namedBindings;
  return bindings && ts.isNamedImports(bindings) ? bindings : undefined;
}

const replaced = (text: string, from: number, to: number, by: string) =>
  text.slice(0, from) + by + text.slice(to);

const missing = ({ path }: Source, what: string) =>
  new Error(`${path} has ${what}. The generator cannot add the resource to this file.`);
