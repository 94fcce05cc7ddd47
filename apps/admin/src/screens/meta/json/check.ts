import type { ErrorObject } from '../../../api/problem';
import type { TextId, TextValues } from '../../../texts/texts';
import { type JsonMember, type JsonNode, JsonTextError, parseJsonText } from '../../../parts/json/json-text';
import { fateOfNumber } from '../../../parts/json/numbers';

/** A mistake in the JSON text, found while the user types. */
export interface Finding {
  /** An `error` prevents saving. A `warning` shows the different value that the API would store. */
  level: 'error' | 'warning';
  text: TextId;
  values?: TextValues;
  /** Position of the mistake in the text, in UTF-16 code units. */
  at: number;
}

export interface Checked {
  /** Parsed JSON. Undefined if the text is not valid JSON. */
  root?: JsonNode;
  /** Parsed object. Undefined if the text is not a JSON object. */
  data?: Record<string, unknown>;
  findings: Finding[];
}

/** Maximum number of mistakes in the JSON text that the editor shows. */
const most = 20;

/**
 * Validates the JSON syntax of `data` and finds values that the API would reject or change. Only the API checks the
 * size limits.
 */
export function checkData(text: string): Checked {
  if (!text.isWellFormed())
    return { findings: [{ level: 'error', text: 'meta.json.malformed', at: malformedAt(text) }] };
  let root: JsonNode;
  try {
    root = parseJsonText(text);
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    return { findings: [{ level: 'error', text: `meta.json.${error.mistake}`, at: error.at }] };
  }
  if (root.kind !== 'object')
    return { root, findings: [{ level: 'error', text: 'meta.json.object', at: root.start }] };
  const findings: Finding[] = [];
  look(text, root, findings);
  findings.sort((a, b) => a.at - b.at);
  return { root, data: JSON.parse(text) as Record<string, unknown>, findings: findings.slice(0, most) };
}

export function hasErrors(checked: Checked): boolean {
  return firstError(checked) !== undefined;
}

export function firstError({ findings }: Checked): Finding | undefined {
  return findings.find(({ level }) => level === 'error');
}

function look(text: string, node: JsonNode, findings: Finding[]): void {
  if (node.kind === 'number') lookAtNumber(text.slice(node.start, node.end), node.start, findings);
  if (node.kind === 'array') for (const item of node.items) look(text, item, findings);
  if (node.kind !== 'object') return;
  const seen = new Set<string>();
  for (const { key, start, value } of node.members) {
    if (seen.has(key))
      findings.push({ level: 'warning', text: 'meta.json.twice', values: { key }, at: start });
    seen.add(key);
    look(text, value, findings);
  }
}

function lookAtNumber(literal: string, at: number, findings: Finding[]): void {
  const fate = fateOfNumber(literal);
  if (fate.kind === 'refused') findings.push({ level: 'error', text: 'meta.json.integer', at });
  if (fate.kind === 'rounded')
    findings.push({
      level: 'warning',
      text: 'meta.json.rounded',
      values: { typed: literal, kept: fate.kept },
      at,
    });
}

function malformedAt(text: string): number {
  // Without the u flag, the regular expression matches each half of a surrogate pair.
  return text.search(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
}

/**
 * Returns the text position of the value at an error's JSON pointer (RFC 6901). Returns 0 if the JSON pointer
 * matches no value.
 */
export function placeOf({ source }: ErrorObject, root: JsonNode): number {
  const path = /^\/data\/attributes\/data(?:\/(.*))?$/s.exec(source?.pointer ?? '')?.[1];
  let place = root.start;
  let node: JsonNode | undefined = root;
  for (const token of path === undefined ? [] : path.split('/')) {
    const name: string = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (node?.kind === 'object') {
      const member: JsonMember | undefined = node.members.findLast(({ key }) => key === name);
      place = member?.start ?? place;
      node = member?.value;
    } else {
      node = node?.kind === 'array' ? node.items[Number(name)] : undefined;
      place = node?.start ?? place;
    }
  }
  return place;
}

/** Returns the line and column of a text position. The first line and column are 1. */
export function lineAndColumn(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: [...before.at(-1)!].length + 1 };
}
