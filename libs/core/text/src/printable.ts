/** Matches characters that control a terminal, separate lines or change the text direction. */
const CONTROL = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Makes untrusted text safe to print on one line of a terminal. Escapes control characters as JSON does. */
export function printable(line: string): string {
  return line.replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Makes untrusted text safe to print on a terminal. Keeps line breaks. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
