/** A page of the site. `path` is below `/docs/` and has no extension, and `text` is Markdown. */
export interface Page {
  path: string;
  text: string;
}

/** Returns the text of the first heading. */
export function titleOf({ path, text }: Page): string {
  const [, title] = /^# (.+)$/m.exec(text) ?? [];
  if (!title) throw new Error(`${path}: no heading`);
  return title.replaceAll('`', '');
}
