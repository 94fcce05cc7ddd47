/** Characters that a terminal obeys, or that reorder the text around them: control characters, line separators and directional formatting. */
const CONTROL = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** One line of text from elsewhere, safe on a terminal. Control characters are escaped as in JSON. */
export function printable(line: string): string {
  return line.replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The same for a text of our own lines: line breaks remain. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
