/** A page of the site. `path` is below `/docs/` and has no extension. `text` is Markdown. */
export interface Page {
  path: string;
  text: string;
  frontmatter?: Record<string, unknown>;
}

export interface Item {
  text: string;
  link: string;
  /** `_self` makes the browser load the page itself, for pages that VitePress did not build. */
  target?: '_self';
  /** Regular expression for the paths on which the navigation marks the link as active. */
  activeMatch?: string;
}

export function titleOf({ path, text }: Page): string {
  const [, title] = /^# (.+)$/m.exec(text) ?? [];
  if (!title) throw new Error(`${path}: no heading`);
  return title.replaceAll('`', '');
}

export function addressOf(path: string): string {
  return `/${path.replace(/(^|\/)index$/, '$1')}`;
}
