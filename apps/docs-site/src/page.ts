/** A page of the site: where it is below `/docs/`, without `.md`, and its Markdown. */
export interface Page {
  path: string;
  text: string;
}

/** What its first heading says. */
export function titleOf({ path, text }: Page): string {
  const [, title] = /^# (.+)$/m.exec(text) ?? [];
  if (!title) throw new Error(`${path}: no heading`);
  return title.replaceAll('`', '');
}
