import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { UsageError } from '../failures';
import {
  type AppAttributes,
  type AppField,
  appFields,
  checkFields,
  defaultOf,
  requiredFields,
} from './app-schema';

export const APP_FILE = 'storewright.app.json';

/**
 * Maximum length of a line that contains a whole list. Applies to lists that the app file did not contain
 * before.
 */
const MAX_LINE_LENGTH = 100;

export interface AppFile {
  path: string;
  /** Id of the registered app, or null before the first deployment. */
  app_id: string | null;
  attributes: AppAttributes;
}

/** Reads and validates the app file. Throws UsageError with the path and the invalid field. */
export function readAppFile(path: string = APP_FILE): AppFile {
  const { $schema: _, app_id = null, ...attributes } = fieldsOf(textOf(path), path);
  checkFields({ app_id, ...attributes }, path);
  return { path, app_id: app_id as string | null, attributes: attributes as AppAttributes };
}

/** Writes the id of the registered app into the app file. Keeps all other content and the formatting. */
export function writeAppId(path: string, app_id: string): void {
  const text = textOf(path);
  const present = /("app_id"\s*:\s*)(?:null|"(?:[^"\\]|\\.)*")/;
  const value = JSON.stringify(app_id);
  if (present.test(text))
    return replaceFile(
      path,
      text.replace(present, (_, key: string) => key + value),
    );
  const { indent, newline } = formatOf(text);
  const first = /^(\s*\{)(\s*"\$schema"\s*:\s*"(?:[^"\\]|\\.)*"\s*,)?/;
  const line = `${indent === '' ? ' ' : newline + indent}"app_id": ${value},`;
  replaceFile(
    path,
    text.replace(first, (head) => head + line),
  );
}

/**
 * Writes the attributes of a registered app into the app file. Keeps the order of the file's fields and the
 * line breaks in its lists. Adds attributes that differ from their default. Returns the names of the changed
 * fields.
 */
export function writeAttributes(
  path: string,
  app_id: string,
  attributes: Required<AppAttributes>,
  schemaUrl: string,
): string[] {
  const text = existsSync(path) ? textOf(path) : undefined;
  const old: Record<string, unknown> = text === undefined ? { $schema: schemaUrl } : fieldsOf(text, path);
  if (text !== undefined) checkFields(old, path);
  const isShown = (name: AppField) =>
    old[name] !== undefined || !isSame(attributes[name], defaultOf(name)) || requiredFields.includes(name);
  const shown = appFields.filter(isShown);
  const entries = Object.fromEntries(shown.map((name) => [name, valueOf(old[name], attributes[name])]));
  const { $schema, ...others } = old;
  const head = { ...($schema !== undefined && { $schema }), ...(old['app_id'] === undefined && { app_id }) };
  const next: Record<string, unknown> = { ...head, ...others, ...entries, app_id };
  const changed = Object.keys(next).filter((name) => !isSame(old[name], next[name]));
  if (text !== undefined && changed.length === 0) return [];
  replaceFile(path, textWith(next, text ?? '{\n  '));
  return changed;
}

/** Serializes the fields as JSON with the indentation and line breaks of the previous text. */
function textWith(fields: Readonly<Record<string, unknown>>, previous: string): string {
  const { indent: first, newline } = formatOf(previous);
  const indent = first || '  ';
  const lines = Object.entries(fields).map(([name, value]) => {
    const key = `${indent}${JSON.stringify(name)}: `;
    if (!Array.isArray(value)) return key + JSON.stringify(value);
    const line = `${key}[${value.map((each) => JSON.stringify(each)).join(', ')}]`;
    const isOnOneLine = isListOnOneLine(previous, name) ?? line.length < MAX_LINE_LENGTH;
    return isOnOneLine ? line : key + JSON.stringify(value, null, indent).replaceAll('\n', newline + indent);
  });
  return `{${newline}${lines.join(`,${newline}`)}${newline}}${newline}`;
}

/** True if the list with the given name is on one line. undefined if the text has no such list. */
function isListOnOneLine(text: string, name: string): boolean | undefined {
  const key = JSON.stringify(name);
  for (let at = text.indexOf(key); at !== -1; at = text.indexOf(key, at + 1)) {
    const after = text.slice(at + key.length);
    if (/^\s*:\s*\[/.test(after)) return !after.slice(0, after.indexOf(']')).includes('\n');
  }
  return undefined;
}

/** Keeps the list in the app file if the registered app has the same members in a different order. */
const valueOf = (old: unknown, next: unknown) => (isSame(old, next) ? old : next);

/** Compares two attribute values. Ignores the order of list members and repeated members. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  const [some, others] = [new Set<unknown>(one), new Set<unknown>(other)];
  return some.size === others.size && [...some].every((each) => others.has(each));
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new UsageError(
      isMissing
        ? `${path} does not exist. Create the file with "storewright apps pull <app>", or name another with --config.`
        : `${path} cannot be read.`,
    );
  }
}

function fieldsOf(text: string, path: string): Record<string, unknown> {
  let content: unknown;
  try {
    // Removes the byte order mark that some editors on Windows write at the start of a file.
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError(`${path} must be valid JSON: ${(error as Error).message}.`);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new UsageError(`${path} must contain a JSON object.`);
  return content as Record<string, unknown>;
}

function formatOf(text: string): { indent: string; newline: string } {
  const [, newline = '\n', indent = ''] = /\{[ \t]*(\r?\n)?([ \t]*)/.exec(text) ?? [];
  return { newline, indent: /\{[ \t]*\r?\n/.test(text) ? indent : '' };
}

function replaceFile(path: string, text: string): void {
  const written = `${path}.${crypto.randomUUID()}`;
  try {
    writeFileSync(written, text, { flag: 'wx' });
    renameSync(written, path);
  } finally {
    rmSync(written, { force: true });
  }
}
