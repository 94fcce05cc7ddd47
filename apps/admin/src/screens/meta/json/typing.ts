import type { KeyboardEvent } from 'react';

/** Indents a new line like the previous line, and one level deeper after an opening bracket. */
export function indentOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent, currentTarget: area } = event;
  if (key !== 'Enter' || ctrlKey || metaKey || altKey || shiftKey || nativeEvent.isComposing) return;
  if (area.readOnly) return;
  event.preventDefault();
  insert(area, lineBreak(area.value, area.selectionStart, area.selectionEnd));
}

/** Returns the text that Enter inserts at a selection, and the caret position in the inserted text. */
export function lineBreak(text: string, start: number, end: number): { text: string; caret: number } {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const indent = /^[ \t]*/.exec(line)![0];
  const opens = /[[{][ \t]*$/.test(line);
  const first = `\n${indent}${opens ? '  ' : ''}`;
  const closes = opens && /^[ \t]*[\]}]/.test(text.slice(end));
  return { text: closes ? `${first}\n${indent}` : first, caret: first.length };
}

/** Inserts text with the deprecated execCommand, because setRangeText would clear the undo history. */
function insert(area: HTMLTextAreaElement, { text, caret }: { text: string; caret: number }): void {
  const start = area.selectionStart;
  document.execCommand('insertText', false, text);
  area.setSelectionRange(start + caret, start + caret);
}

/**
 * Moves the caret to a text position and scrolls the caret's line into view. The container scrolls instead of the
 * text area.
 */
export function goTo(area: HTMLTextAreaElement | null, at: number): void {
  if (!area) return;
  area.focus({ preventScroll: true });
  area.setSelectionRange(at, at);
  const line = area.value.slice(0, at).split('\n').length;
  area.previousElementSibling?.children[line - 1]?.scrollIntoView({ block: 'nearest' });
}
