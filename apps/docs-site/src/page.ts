/** A page of the site. `path` is below `/docs/` and has no extension, and `text` is Markdown. */
export interface Page {
  path: string;
  text: string;
  /** Settings of the page for VitePress. */
  frontmatter?: Record<string, unknown>;
}

/** A link of the navigation. */
export interface Item {
  text: string;
  link: string;
  /** Makes the browser load the page itself, because VitePress did not build the page. */
  target?: '_self';
  /** Regular expression of the paths whose pages mark the link as active. */
  activeMatch?: string;
}

/** Returns the text of the first heading. */
export function titleOf({ path, text }: Page): string {
  const [, title] = /^# (.+)$/m.exec(text) ?? [];
  if (!title) throw new Error(`${path}: no heading`);
  return title.replaceAll('`', '');
}

/** Returns the address of a page below `/docs`. */
export function addressOf(path: string): string {
  return `/${path.replace(/(^|\/)index$/, '$1')}`;
}
