import type { KeyboardEvent } from 'react';

/** A new line begins as far in as the one before, and further after an opening bracket. */
export function indentOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent, currentTarget: area } = event;
  if (key !== 'Enter' || ctrlKey || metaKey || altKey || shiftKey || nativeEvent.isComposing) return;
  if (area.readOnly) return;
  event.preventDefault();
  insert(area, lineBreak(area.value, area.selectionStart, area.selectionEnd));
}

/** What Enter puts between the two sides of the selection, and how far the caret goes into it. */
export function lineBreak(text: string, start: number, end: number): { text: string; caret: number } {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const indent = /^[ \t]*/.exec(line)![0];
  const opens = /[[{][ \t]*$/.test(line);
  const first = `\n${indent}${opens ? '  ' : ''}`;
  const closes = opens && /^[ \t]*[\]}]/.test(text.slice(end));
  return { text: closes ? `${first}\n${indent}` : first, caret: first.length };
}

/** Deprecated, and the only way that the browser can undo: setRangeText empties its memory. */
function insert(area: HTMLTextAreaElement, { text, caret }: { text: string; caret: number }): void {
  const start = area.selectionStart;
  document.execCommand('insertText', false, text);
  area.setSelectionRange(start + caret, start + caret);
}

/** Puts the caret where something is wrong, and shows its line: the lines stand below the text area, and it is they that scroll. */
export function goTo(area: HTMLTextAreaElement | null, at: number): void {
  if (!area) return;
  area.focus({ preventScroll: true });
  area.setSelectionRange(at, at);
  const line = area.value.slice(0, at).split('\n').length;
  area.previousElementSibling?.children[line - 1]?.scrollIntoView({ block: 'nearest' });
}
