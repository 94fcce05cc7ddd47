import { type Audience, audienceOf, audiences } from './audiences';
import { addressOf, type Item, type Page, titleOf } from './page';

interface Group {
  text: string;
  items: Item[];
}

/** Short navigation titles for pages with a long heading, keyed by path. */
const shorter: Record<string, string> = {
  'contributors/adr/index': 'Decisions',
  'store-resources': 'Products to orders',
};

export interface Navigation {
  nav: Item[];
  /** Sidebars, keyed by the start of the page path. */
  sidebar: Record<string, Group[]>;
}

/** Returns the VitePress navigation of the site. A page that its audience does not list is in the group `More`. */
export function navigationOf(pages: readonly Page[]): Navigation {
  const sidebar = Object.assign({}, ...audiences.map((audience) => sidebarsOf(audience, pages))) as Record<
    string,
    Group[]
  >;
  return { nav: audiences.map(topEntry), sidebar };
}

/** Returns the navigation groups of an audience, including the groups in separate sidebars. */
export function groupsOf(audience: Audience, { sidebar }: Pick<Navigation, 'sidebar'>): Group[] {
  return Object.entries(sidebar).flatMap(([path, groups]) =>
    audienceOf(path.slice(1)) === audience ? groups : [],
  );
}

function topEntry({ title, folder, landing }: Audience): Item {
  const others = audiences.flatMap((each) => (each.folder === '' ? [] : [each.folder]));
  const activeMatch = folder === '' ? `^/(?!$|${others.join('|')})` : `^/${folder}`;
  return { text: title, link: addressOf(landing), activeMatch };
}

function sidebarsOf(audience: Audience, pages: readonly Page[]): Navigation['sidebar'] {
  const { folder, folders, groups, landing } = audience;
  const left = new Map(
    pages.filter(({ path }) => audienceOf(path) === audience).map((page) => [page.path, page]),
  );
  left.delete('index');
  const take = (path: string): Item => {
    const page = left.get(path);
    if (!page) throw new Error(`the page ${path} does not exist`);
    left.delete(path);
    const text = shorter[path] ?? (path === landing ? 'Overview' : titleOf(page));
    return { text, link: addressOf(path) };
  };
  const inFolder = (name: string): Item[] =>
    [...left.keys()]
      .filter((path) => path.startsWith(`${folder}${name}/`))
      .map(take)
      .sort((a, b) => a.text.localeCompare(b.text));
  const all = groups.map(({ text, pages: listed, files = [] }) => ({
    text,
    items: [
      ...listed.flatMap((path) =>
        path.endsWith('/*') ? inFolder(path.slice(0, -2)) : [take(`${folder}${path}`)],
      ),
      ...files,
    ],
  }));
  const separate = Object.entries(folders).map(([name, text]) => [
    `/${folder}${name}/`,
    [{ text, items: [{ text: '← All pages', link: addressOf(landing) }, ...inFolder(name)] }],
  ]);
  const more = left.size === 0 ? [] : [{ text: 'More', items: [...left.keys()].map(take) }];
  return { [`/${folder}`]: [...all, ...more], ...(Object.fromEntries(separate) as Navigation['sidebar']) };
}
