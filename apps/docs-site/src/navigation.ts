import { type Page, titleOf } from './page';

interface Item {
  text: string;
  link: string;
  /** Makes the browser load the page itself, because VitePress did not build the page. */
  target?: '_self';
}
interface Group {
  text: string;
  items: Item[];
}

/** Pages of each group in order. `*` stands for all pages of a folder, sorted by title. */
const groups: { text: string; pages: string[] }[] = [
  { text: 'Get started', pages: ['guides/quick-start', 'guides/install-flow', 'guides/tokens-and-scopes'] },
  {
    text: 'Guides',
    pages: [
      'guides/meta',
      'webhooks',
      'guides/event-log',
      'guides/errors-and-retries',
      'guides/idempotency',
      'guides/atomic-operations',
      'guides/agents',
      'guides/limits',
      'guides/deprecations',
      'guides/sample-app',
      'guides/testing',
      'guides/going-live',
      'guides/listing-your-app',
      'guides/protection',
      'guides/audit-log-exports',
      'guides/erasure',
      'guides/token-patterns',
      'sdk',
      'cli',
    ],
  },
  {
    text: 'Reference',
    pages: ['errors', 'events', 'scopes'],
  },
  { text: 'Shop API', pages: ['reference/shop/*'] },
  { text: 'Auth API', pages: ['reference/auth/*'] },
  {
    text: 'Reference in prose',
    pages: ['shop-api', 'store-resources', 'auth-api', 'contract', 'json-api'],
  },
  {
    text: 'Run it',
    pages: [
      'operating',
      'settings',
      'databases',
      'monitoring',
      'runbook/index',
      'backup',
      'scaling',
      'faults',
      'performance',
    ],
  },
  {
    text: 'Develop the platform',
    pages: [
      'contributing',
      'architecture',
      'adding-a-resource',
      'migrations',
      'style',
      'debugging',
      'ci',
      'adr/index',
    ],
  },
  { text: 'Releases', pages: ['changelog'] },
];

/** Folders whose pages have a separate sidebar. */
const folders: Record<string, string> = {
  adr: 'Decisions',
  errors: 'Error codes',
  performance: 'Measurements',
  runbook: 'Runbook',
};

/** Short titles for the navigation, for pages with a long heading. */
const shorter: Record<string, string> = {
  'adr/index': 'Decisions',
  'store-resources': 'Products to orders',
};

export interface Navigation {
  nav: Item[];
  /** Sidebars by the start of the path. */
  sidebar: Record<string, Group[]>;
}

/** Navigation of the site for VitePress. Pages without an entry are placed last. */
export function navigationOf(pages: readonly Page[]): Navigation {
  const left = new Map(pages.map((page) => [page.path, page]));
  left.delete('index');
  const take = (path: string): Item => {
    const page = left.get(path);
    if (!page) throw new Error(`the page ${path} does not exist`);
    left.delete(path);
    return { text: shorter[path] ?? titleOf(page), link: `/${path.replace(/(^|\/)index$/, '$1')}` };
  };
  const inFolder = (name: string): Item[] =>
    [...left.keys()]
      .filter((path) => path.startsWith(`${name}/`))
      .map(take)
      .sort((a, b) => a.text.localeCompare(b.text));
  const all = groups.map(({ text, pages: listed }) => ({
    text,
    items: listed.flatMap((path) => (path.endsWith('/*') ? inFolder(path.slice(0, -2)) : [take(path)])),
  }));
  const sidebar: Navigation['sidebar'] = {};
  for (const [name, text] of Object.entries(folders))
    sidebar[`/${name}/`] = [{ text, items: [{ text: '← All pages', link: '/' }, ...inFolder(name)] }];
  sidebar['/'] = left.size === 0 ? all : [...all, { text: 'More', items: [...left.keys()].map(take) }];
  const nav: Item[] = [
    { text: 'Quick start', link: '/guides/quick-start' },
    { text: 'Reference', link: '/reference/shop/products' },
    { text: 'Explorer', link: '/explorer/', target: '_self' },
    { text: 'Events', link: '/events' },
    { text: 'Errors', link: '/errors' },
    { text: 'Changelog', link: '/changelog' },
  ];
  return { nav, sidebar };
}
