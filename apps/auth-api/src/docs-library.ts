import type { DocsSite } from './docs-site';

/** Maximum length in characters of the text in one MCP tool response. */
export const MAX_TEXT_LENGTH = 20_000;
const MAX_EXCERPT_LENGTH = 240;
const MAX_WORDS = 8;
/**
 * Search ranking of the documentation: a match in a page title weighs as much as this number of matches in
 * the text. More matches in the text do not count.
 */
const TITLE_WEIGHT = 10;
const HEADING_WEIGHT = 5;

/**
 * Target audiences of the documentation. Each audience has a folder of pages with its name, except app
 * developers, whose pages are in the root folder.
 */
export const AUDIENCES = ['developers', 'owners', 'operators', 'contributors'] as const;
export type Audience = (typeof AUDIENCES)[number];

interface Section {
  path: string;
  title: string;
  heading: string;
  text: string;
  searched: string;
}

export interface Finding {
  path: string;
  title: string;
  heading: string;
  excerpt: string;
}

export interface PageText {
  path: string;
  text: string;
  /** Offset at which the text continues. null at the end of the page. */
  next_offset: number | null;
}

/**
 * Searches the Markdown pages of the documentation site. Reads the pages at first use, because few processes
 * need them.
 */
export class DocsLibrary {
  private sections: readonly Section[] = [];
  private list = '';

  constructor(private readonly site: Pick<DocsSite, 'text'>) {}

  /**
   * Returns the documentation sections for an audience that contain all search words, best match first.
   * Returns undefined until the documentation site is built.
   */
  search(query: string, limit: number, audience: Audience): Finding[] | undefined {
    const sections = this.read();
    if (!sections) return undefined;
    const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
    const scored = sections
      .filter(({ path }) => audienceOf(path) === audience)
      .map((section) => ({ section, score: scoreOf(section, words) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score);
    return scored.slice(0, limit).map(({ section }) => findingOf(section, words));
  }

  page(path: string, offset: number): PageText | undefined {
    const text = this.site.text(`${path.replace(/^\/?(?:docs\/)?/, '').replace(/(?:\.md|\/)$/, '')}.md`);
    if (text === undefined) return undefined;
    const end = offset + MAX_TEXT_LENGTH;
    return { path, text: text.slice(offset, end), next_offset: end < text.length ? end : null };
  }

  schema(api: string, name: string): object | undefined {
    const text = this.site.text(`schemas/${api}/${name}.json`);
    return text === undefined ? undefined : (JSON.parse(text) as object);
  }

  /** Reloads the documentation pages if `llms.txt` has changed. */
  private read(): readonly Section[] | undefined {
    const list = this.site.text('llms.txt');
    if (list === undefined) return undefined;
    if (list !== this.list) {
      const paths = list.split('\n').flatMap(linkedPath);
      this.sections = paths.flatMap((path) => sectionsOf(path, this.site.text(`${path}.md`) ?? ''));
      this.list = list;
    }
    return this.sections;
  }
}

const LINK_START = '](/docs/';
const LINK_END = '.md)';

function audienceOf(path: string): Audience {
  return AUDIENCES.find((each) => path.startsWith(`${each}/`)) ?? 'developers';
}

function linkedPath(line: string): string[] {
  const start = line.indexOf(LINK_START);
  const end = line.indexOf(LINK_END, start);
  return start === -1 || end === -1 ? [] : [line.slice(start + LINK_START.length, end)];
}

function sectionsOf(path: string, page: string): Section[] {
  const [, title = path] = /^# (.+)$/m.exec(page) ?? [];
  return page.split(/^(?=#{2,3} )/m).map((text) => {
    const [, heading = title] = /^#+ (.+)$/m.exec(text) ?? [];
    return { path, title, heading: heading.replace(/ \{#\w+\}$/, ''), text, searched: text.toLowerCase() };
  });
}

function scoreOf({ title, heading, searched }: Section, words: readonly string[]): number {
  const [ofPage, ofSection] = [title.toLowerCase(), heading.toLowerCase()];
  const scores = words.map(
    (word) =>
      Math.min(searched.split(word).length - 1, TITLE_WEIGHT) +
      (ofPage.includes(word) ? TITLE_WEIGHT : 0) +
      (ofSection.includes(word) ? HEADING_WEIGHT : 0),
  );
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

function findingOf({ path, title, heading, text, searched }: Section, words: readonly string[]): Finding {
  const start = Math.max(0, searched.indexOf(words[0]!) - MAX_EXCERPT_LENGTH / 4);
  const excerpt = text
    .slice(start, start + MAX_EXCERPT_LENGTH)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return { path, title, heading, excerpt };
}
