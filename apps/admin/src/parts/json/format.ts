import { type JsonNode, parseJsonText } from './json-text';
import { sendableNumber } from './numbers';

/** Maximum length in characters of an array on one line. */
const lineLength = 72;

/** Formats JSON text over several lines, without changing strings and numbers. */
export function pretty(text: string, node: JsonNode = parseJsonText(text)): string {
  return laidOut(text, node, '');
}

export function compact(text: string, node: JsonNode = parseJsonText(text)): string {
  if (node.kind === 'object') {
    const members = node.members.map(
      ({ start, keyEnd, value }) => `${text.slice(start, keyEnd)}:${compact(text, value)}`,
    );
    return `{${members.join(',')}}`;
  }
  if (node.kind === 'array') return `[${node.items.map((item) => compact(text, item)).join(',')}]`;
  return text.slice(node.start, node.end);
}

/** Formats a value from the API as editable JSON text, which the API accepts as input. */
export function textOf(value: unknown): string {
  const text = JSON.stringify(value);
  return pretty(withSendableNumbers(text, parseJsonText(text)));
}

export function lineOf(value: unknown): string {
  const text = JSON.stringify(value);
  return withSendableNumbers(text, parseJsonText(text));
}

function laidOut(text: string, node: JsonNode, indent: string): string {
  const deeper = `${indent}  `;
  if (node.kind === 'object') {
    if (node.members.length === 0) return '{}';
    const lines = node.members.map(
      ({ start, keyEnd, value }) => `${deeper}${text.slice(start, keyEnd)}: ${laidOut(text, value, deeper)}`,
    );
    return `{\n${lines.join(',\n')}\n${indent}}`;
  }
  if (node.kind !== 'array') return text.slice(node.start, node.end);
  const short = shortArray(text, node.items);
  if (short !== undefined) return short;
  const lines = node.items.map((item) => `${deeper}${laidOut(text, item, deeper)}`);
  return `[\n${lines.join(',\n')}\n${indent}]`;
}

function shortArray(text: string, items: JsonNode[]): string | undefined {
  if (items.some(({ kind }) => kind === 'object' || kind === 'array')) return undefined;
  const line = `[${items.map(({ start, end }) => text.slice(start, end)).join(', ')}]`;
  return line.length <= lineLength ? line : undefined;
}

function withSendableNumbers(text: string, root: JsonNode): string {
  const numbers: JsonNode[] = [];
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.kind === 'number') numbers.push(node);
    else if (node.kind === 'object') open.push(...node.members.map(({ value }) => value));
    else if (node.kind === 'array') open.push(...node.items);
  }
  let written = '';
  let at = 0;
  for (const { start, end } of numbers.sort((a, b) => a.start - b.start)) {
    written += text.slice(at, start) + sendableNumber(text.slice(start, end));
    at = end;
  }
  return written + text.slice(at);
}
