import { type Audience, audiences } from './audiences';
import { groupsOf, type Navigation } from './navigation';
import { type Page, titleOf } from './page';

/** Maximum length of a page description in characters. */
const MAX_DESCRIPTION_LENGTH = 160;

const INTRODUCTION = `# Storewright

> The self-hosted app platform for stores. Shop owners install apps and grant them scopes. Apps and AI agents read and
> write over a JSON:API and receive an event for every change.

Each heading names the readers of its pages: app developers, shop owners, operators of the platform, and contributors
to its code. Each link leads to a page as Markdown. Without \`.md\` the same address is the page for browsers. The MCP
server at \`/mcp\` of this host searches these pages.
`;

/** Returns `llms.txt` (https://llmstxt.org), which lists all pages by audience and navigation group. */
export function llmsText(pages: readonly Page[], navigation: Pick<Navigation, 'sidebar'>): string {
  const sections = audiences.flatMap((audience) => sectionsOf(audience, pages, navigation));
  return [INTRODUCTION, ...sections].join('\n');
}

export function llmsTextFor(
  audience: Audience,
  pages: readonly Page[],
  navigation: Pick<Navigation, 'sidebar'>,
): string {
  return [INTRODUCTION, ...sectionsOf(audience, pages, navigation)].join('\n');
}

function sectionsOf(
  audience: Audience,
  pages: readonly Page[],
  navigation: Pick<Navigation, 'sidebar'>,
): string[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return groupsOf(audience, navigation).map(({ text, items }) => {
    const lines = items.flatMap(({ text: title, link }) => {
      const page = byPath.get(`${link}`.replace(/^\//, '')) ?? byPath.get(`${link}index`.replace(/^\//, ''));
      // Skips the link at the start of a separate sidebar, because the landing page is already in the first
      // group.
      return page && !title.startsWith('←') ? [lineOf(title, page)] : [];
    });
    return `## ${audience.title}: ${text}\n\n${lines.join('\n')}\n`;
  });
}

function lineOf(title: string, page: Page): string {
  const description = descriptionOf(page);
  return `- [${title}](/docs/${page.path}.md)${description === '' ? '' : `: ${description}`}`;
}

/** Returns the first sentence of a page as plain text. */
export function descriptionOf(page: Page): string {
  const heading = page.text.indexOf(`# `) === -1 ? '' : titleOf(page);
  const paragraphs = page.text.slice(page.text.indexOf('\n') + 1).split(/\n{2,}/);
  const first = paragraphs.map((each) => each.trim()).find((each) => /^[\p{L}`*[]/u.test(each)) ?? heading;
  const plain = first
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ');
  const [sentence] = /^.*?[.:!?](?=\s|$)/.exec(plain) ?? [plain];
  const short = sentence.replace(/:$/, '.');
  return short.length <= MAX_DESCRIPTION_LENGTH ? short : `${short.slice(0, MAX_DESCRIPTION_LENGTH - 1)}…`;
}
