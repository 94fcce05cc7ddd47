/**
 * Prints random comments, error details, descriptions and test names of a folder for a reader who grades them
 * (CONTRIBUTING.md). Prints 100 lines of the whole repository by default. The same seed selects the same lines
 * from the same tree. `--locations` adds file and line.
 *
 * Usage: node tools/docs/sample-prose.mjs [--seed 7] [--under libs/auth] [--count 50]
 *   [--kind comments|details|tests] [--locations]
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../..');
const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    under: { type: 'string', default: '.' },
    count: { type: 'string', default: '100' },
    kind: { type: 'string' },
    locations: { type: 'boolean', default: false },
  },
});

/**
 * Files whose details are not printed: panel texts (docs/style.md covers them), texts that the benchmark
 * prints, and German texts.
 */
const WITHOUT_DETAILS = /^(apps\/admin\/|tools\/bench\/)|\/de(\/|\.ts|-)/;
const GENERATED = /openapi\.ts$|\.d\.ts$/;
const DIRECTIVE = /^\s*(@ts-|eslint-|oxlint-|oxfmt-|v8 ignore|#__PURE__|!|\/\s*<reference\b)/;

const files = execFileSync('git', ['ls-files', '--', options.under], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /^(apps|libs|tools)\/.*\.(ts|tsx|mjs|cjs)$/.test(file) && !GENERATED.test(file))
  .sort();

const samples = { comments: [], details: [], tests: [] };
for (const file of files) collect(file);

const kinds = options.kind ? [options.kind] : Object.keys(samples);
const count = Number(options.count);
const random = randomNumbers(Number(options.seed));
kinds.forEach((kind, index) => {
  const share = Math.floor(count / kinds.length) + (index < count % kinds.length ? 1 : 0);
  process.stdout.write(
    `\n## ${kind} (${Math.min(share, samples[kind].length)} of ${samples[kind].length})\n\n`,
  );
  draw(samples[kind], share).forEach(({ text, place }, at) => {
    process.stdout.write(`${at + 1}. ${options.locations ? `${place} ` : ''}${text}\n`);
  });
});

function collect(file) {
  const text = readFileSync(resolve(root, file), 'utf8');
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const isSpec = /\.(spec|nightly)\.tsx?$/.test(file);
  const add = (list, sample, position) => {
    const line = source.getLineAndCharacterOfPosition(position).line + 1;
    list.push({ text: sample.replace(/\s+/g, ' ').trim(), place: `${file}:${line}` });
  };
  if (!isSpec)
    for (const { comment, start } of commentsOf(source, text)) add(samples.comments, comment, start);
  const visit = (node, path) => {
    const name = isSpec ? testName(node) : undefined;
    if (name?.isTest) add(samples.tests, [...path, name.text].join(' › '), node.getStart());
    else if (!isSpec && !WITHOUT_DETAILS.test(file) && isSentence(node))
      add(samples.details, textOf(node), node.getStart());
    ts.forEachChild(node, (child) => visit(child, name && !name.isTest ? [...path, name.text] : path));
  };
  visit(source, []);
}

/** Returns the comments of a source file without tool directives. Joins consecutive line comments. */
function commentsOf(source, text) {
  const ranges = new Map();
  const note = (node) => {
    for (const range of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [])
      ranges.set(range.pos, range);
    for (const range of ts.getTrailingCommentRanges(text, node.getEnd()) ?? []) ranges.set(range.pos, range);
    ts.forEachChild(node, note);
  };
  note(source);
  const comments = [];
  for (const { pos, end, kind } of [...ranges.values()].sort((a, b) => a.pos - b.pos)) {
    const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia;
    const body = text.slice(pos, end);
    const comment = isLine ? body.slice(2) : body.replace(/^\/\*+|\*\/$/g, '').replace(/^\s*\* ?/gm, '');
    if (DIRECTIVE.test(comment)) continue;
    const last = comments.at(-1);
    const follows = isLine && last?.isLine && /^\n[ \t]*$/.test(text.slice(last.end, pos));
    if (follows) Object.assign(last, { comment: `${last.comment} ${comment}`, end });
    else comments.push({ comment, start: pos, end, isLine });
  }
  return comments.filter(({ comment }) => /\w{3}/.test(comment));
}

/** Returns the name in a `describe`, `it` or `test` call, including calls of `.each`. */
function testName(node) {
  if (!ts.isCallExpression(node) || node.arguments.length < 2) return undefined;
  const callee = node.expression.getText().match(/^(describe|it|test)\b/)?.[1];
  const [first] = node.arguments;
  if (!callee || !isText(first)) return undefined;
  return { isTest: callee !== 'describe', text: textOf(first) };
}

/** True for a string that looks like a sentence or a description: several words and a full stop. */
function isSentence(node) {
  if (!isText(node) || ts.isImportDeclaration(node.parent)) return false;
  const sentence = textOf(node);
  return sentence.split(/\s+/).length >= 3 && /^[A-Z"$<`]/.test(sentence) && /[.!]$/.test(sentence.trim());
}

function isText(node) {
  return (
    ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)
  );
}

function textOf(node) {
  if (!ts.isTemplateExpression(node)) return node.text;
  return (
    node.head.text +
    node.templateSpans.map((span) => `<${lastWord(span.expression)}>${span.literal.text}`).join('')
  );
}

/** Returns a placeholder for an expression in a template string, such as `<id>` for `shown(order.id)`. */
function lastWord(expression) {
  return expression.getText().match(/\w+/g)?.at(-1) ?? 'value';
}

function draw(list, size) {
  const rest = [...list];
  return Array.from({ length: Math.min(size, rest.length) }, () => {
    const [drawn] = rest.splice(Math.floor(random() * rest.length), 1);
    return drawn;
  });
}

/** Pseudorandom numbers from 0 (inclusive) to 1 (exclusive), by mulberry32. */
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
