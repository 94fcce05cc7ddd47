/**
 * Characters that control a terminal or reorder the text around them: control characters, line separators and
 * directional formatting.
 */
const CONTROL = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Makes one line of untrusted text safe for a terminal. Escapes control characters as JSON does. */
export function printable(line: string): string {
  return line.replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Makes a text safe for a terminal and keeps its line breaks. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
