/** A page of the site: its path below `/docs/` without `.md`, and its Markdown. */
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
