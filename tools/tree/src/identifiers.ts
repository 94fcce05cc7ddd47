import ts from 'typescript';

export interface Mention {
  file: string;
  /** The code name without call arguments, such as `rows.of` for `rows.of(shop)`. */
  name: string;
}

interface Source {
  /** Text that is searched for existing names: the file without its comments and test names. */
  code: string;
  comments: string;
}

const WORD = /[\w$@-]+/g;
const FILE =
  /^(?:apps|libs|tools|docs|deploy)\/[\w@./-]*$|^[\w@./-]+\.(?:tsx?|mjs|cjs|json|md|sql|ya?ml|css)$/;
const FLAG = /^--[a-z][\w-]*/;
const IDENTIFIER = /^@?[A-Za-z_][\w$]*(?:\.[A-Za-z_]\w*)*$/;
const PATTERN = /^\/|^dist\/|\.$/;

/** Separates the code and the comments of a TypeScript or JavaScript file. */
export function sourceOf(file: string, text: string): Source {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const comments = new Map<number, number>();
  const testNames = new Map<number, number>();
  const seen = new Set<number>();
  const visit = (node: ts.Node) => {
    for (const range of [
      ...(isNew(seen, node.pos) ? (ts.getLeadingCommentRanges(text, node.pos) ?? []) : []),
      ...(isNew(seen, -node.end) ? (ts.getTrailingCommentRanges(text, node.end) ?? []) : []),
    ])
      comments.set(range.pos, range.end);
    const name = testNameIn(node);
    if (name) testNames.set(name.getStart(tree), name.end);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  visit(tree.endOfFileToken);
  return {
    code: without(text, [...comments, ...testNames]),
    comments: [...comments].map(([start, end]) => text.slice(start, end)).join('\n'),
  };
}

function isNew(seen: Set<number>, position: number): boolean {
  return !seen.has(position) && seen.add(position).has(position);
}

function testNameIn(node: ts.Node): ts.Node | undefined {
  if (!ts.isCallExpression(node) || !/^(?:describe|it|test)\b/.test(node.expression.getText()))
    return undefined;
  const [first] = node.arguments;
  return first && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first)) ? first : undefined;
}

function without(text: string, ranges: [start: number, end: number][]): string {
  let rest = '';
  let position = 0;
  for (const [start, end] of ranges.sort(([a], [b]) => a - b)) {
    if (start > position) rest += `${text.slice(position, start)} `;
    position = Math.max(position, end);
  }
  return rest + text.slice(position);
}

export const proseOf = (document: string): string => document.replace(/^\s*```[^]*?^\s*```/gm, '');

/** Returns the words in backticks that look like a code name, a file, a flag or an npm script. */
export function mentionsIn(file: string, text: string): Mention[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, quoted]) => {
    const script = /^npm run ([\w:]+)/.exec(quoted!)?.[1];
    if (script) return [{ file, name: `npm run ${script}` }];
    const flag = FLAG.exec(quoted!)?.[0];
    if (flag) return [{ file, name: flag }];
    const name = quoted!.replace(/\(.*\)$|=.*$|(?::\d+)+:?$/, '').replace(/[?;:,.…]+$/, '');
    const isCall = /\w\(.*\)$/.test(quoted!);
    const isName = IDENTIFIER.test(name) && (isCall || /[A-Z_.@]/.test(name));
    return isName || (FILE.test(name) && !PATTERN.test(name)) ? [{ file, name }] : [];
  });
}

/** Names that exist in the code of a repository. */
export class KnownNames {
  private readonly words = new Set<string>();
  private readonly paths = new Set<string>();

  constructor(
    paths: readonly string[],
    private readonly packages: ReadonlySet<string>,
    private readonly scripts: readonly string[],
  ) {
    // Adds template files of the generator with and without their extension, because documents use the names
    // of the generated files.
    for (const path of paths) for (const name of [path, path.replace(/\.template$/, '')]) this.addPath(name);
  }

  addCode(text: string): void {
    for (const [word] of text.matchAll(WORD)) {
      this.words.add(word);
      for (const part of word.split(/[-@$]/)) this.words.add(part);
    }
  }

  has(name: string): boolean {
    if (this.packages.has(name)) return true;
    const script = /^npm run (.+)/.exec(name)?.[1];
    if (script) return this.scripts.includes(script);
    if (FILE.test(name)) return this.paths.has(name.replace(/\/$/, ''));
    if (FLAG.test(name)) return this.words.has(name) || this.words.has(name.slice(2));
    if (name.startsWith('@')) return this.words.has(name);
    return name.split('.').every((part) => this.words.has(part));
  }

  /** Adds every suffix of the path and of its folders, because documents abbreviate paths. */
  private addPath(path: string): void {
    const parts = path.split('/');
    for (let end = 1; end <= parts.length; end++)
      for (let start = 0; start < end; start++) this.paths.add(parts.slice(start, end).join('/'));
  }
}
