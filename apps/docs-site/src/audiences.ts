import type { Item } from './page';

interface PageGroup {
  text: string;
  /**
   * Paths of documentation pages in display order, relative to the audience's folder. `*` stands for all pages of a
   * folder, sorted by title.
   */
  pages: string[];
  files?: Item[];
}

/** A group of readers, such as app developers, with its own navigation, landing page and search index. */
export interface Audience {
  name: 'developers' | 'owners' | 'operators' | 'contributors';
  /** Name of the audience in the navigation and in `llms.txt`. */
  title: string;
  /**
   * Folder of the audience's documentation pages. Empty for developers, because API errors and headers link to these
   * pages.
   */
  folder: string;
  landing: string;
  searchLabel: string;
  groups: PageGroup[];
  /** Folders with their own sidebar, keyed by folder, with the heading of the sidebar. */
  folders: Record<string, string>;
}

const developers: Audience = {
  name: 'developers',
  title: 'App developers',
  folder: '',
  landing: 'developers/index',
  searchLabel: 'Search developer docs',
  groups: [
    {
      text: 'Get started',
      pages: [
        'developers/index',
        'guides/quick-start',
        'guides/plain-http',
        'guides/install-flow',
        'guides/tokens-and-scopes',
        'guides/testing',
        'guides/sample-app',
        'sdk',
        'cli',
      ],
    },
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
        'guides/pagination',
        'guides/money',
        'guides/time-zones',
        'guides/rate-limits',
        'guides/limits',
        'guides/cors',
        'guides/rotate-secrets',
        'guides/erasure',
        'guides/token-patterns',
        'guides/audit-log-exports',
        'guides/going-live',
        'guides/listing-your-app',
        'guides/deprecations',
        'guides/app-contracts',
      ],
    },
    {
      text: 'Reference',
      pages: ['errors', 'events', 'scopes', 'reference/downloads', 'api-changes/index'],
      files: [{ text: 'API explorer', link: '/explorer/', target: '_self' }],
    },
    { text: 'Shop API', pages: ['reference/shop/*'] },
    { text: 'Auth API', pages: ['reference/auth/*'] },
    {
      text: 'Reference in prose',
      pages: ['shop-api', 'store-resources', 'auth-api', 'contract', 'json-api'],
    },
  ],
  folders: { errors: 'Error codes' },
};

const owners: Audience = {
  name: 'owners',
  title: 'Shop owners',
  folder: 'owners/',
  landing: 'owners/index',
  searchLabel: 'Search owner docs',
  groups: [
    {
      text: 'Apps',
      pages: ['index', 'install-apps', 'permissions', 'approvals', 'agents', 'suspend'],
    },
    { text: 'Your shop', pages: ['tokens', 'staff', 'activity', 'exports', 'erasure'] },
  ],
  folders: {},
};

const operators: Audience = {
  name: 'operators',
  title: 'Operators',
  folder: 'operators/',
  landing: 'operators/index',
  searchLabel: 'Search operator docs',
  groups: [
    { text: 'Run it', pages: ['index', 'operating', 'settings', 'databases', 'scaling', 'backup'] },
    { text: 'Watch it', pages: ['monitoring', 'runbook/index', 'faults', 'performance'] },
    { text: 'Releases', pages: ['changelog'] },
  ],
  folders: { performance: 'Measurements', runbook: 'Runbook' },
};

const contributors: Audience = {
  name: 'contributors',
  title: 'Contributors',
  folder: 'contributors/',
  landing: 'contributors/index',
  searchLabel: 'Search contributor docs',
  groups: [
    {
      text: 'Develop the platform',
      pages: [
        'index',
        'contributing',
        'architecture',
        'adding-a-resource',
        'migrations',
        'contracts-of-apps',
        'debugging',
        'ci',
        'style',
        'adr/index',
      ],
    },
  ],
  folders: { adr: 'Decisions' },
};

export const audiences: readonly Audience[] = [developers, owners, operators, contributors];

/** Site path of each document that an audience with a folder lists, keyed by document path. */
const placed = new Map(
  audiences.flatMap(({ folder, groups }) =>
    folder === ''
      ? []
      : groups
          .flatMap(({ pages }) => pages)
          .filter((page) => page !== 'index')
          .map((page) => [page, `${folder}${page}`] as const),
  ),
);

/** Returns the path of a document on the site. A document without an audience belongs to the developers. */
export function placeFor(path: string): string {
  const [top = ''] = path.split('/');
  const separate = audiences.find(({ folder, folders }) => folder !== '' && Object.hasOwn(folders, top));
  return separate ? `${separate.folder}${path}` : (placed.get(path) ?? path);
}

export function audienceOf(path: string): Audience {
  return audiences.find(({ folder }) => folder !== '' && path.startsWith(folder)) ?? developers;
}
