import { audiences } from './audiences';
import { addressOf, type Page } from './page';

type Card = readonly [path: string, title: string, text: string];

const introductions: Record<(typeof audiences)[number]['name'], string> = {
  developers: 'Build an app: quick start, guides, and a reference of both APIs with real responses.',
  owners: 'Install apps, control what apps can do, and suspend or uninstall them.',
  operators: 'Run the platform on your servers: settings, backup, scaling, alerts.',
  contributors: 'Change the platform itself: architecture, resources, decisions.',
};

/** Home page of the site. Without a sidebar, because it belongs to no audience. */
const home: Page = {
  path: 'index',
  frontmatter: { sidebar: false, aside: false },
  text: `# Storewright

The self-hosted app platform for stores. Shop owners install apps and grant them scopes.
Apps read and write over a JSON:API and receive an event for every change.

## Who are you?

${cards(audiences.map(({ name, title, landing }) => [landing, title, introductions[name]]))}

## Find it fast

${cards([
  ['guides/quick-start', 'Quick start', 'Start the platform and verify a first webhook in five minutes.'],
  ['reference/shop/products', 'Reference', 'Every resource and request of the APIs, with real responses.'],
  ['errors', 'Errors', 'Each error code with its cause and a solution.'],
])}
`,
};

const developers: Page = {
  path: 'developers/index',
  text: `# App developers

Your app reads and writes the data of shops over a JSON:API, and receives an event for every change.

${cards([
  ['guides/quick-start', 'Quick start', 'Start the platform and verify a first webhook in five minutes.'],
  ['guides/install-flow', 'Install flow', 'An owner grants scopes, and your app gets a token.'],
  ['guides/meta', 'Metadata', 'Attach data to any resource and search it by any key.'],
  ['webhooks', 'Webhooks', 'Webhooks are signed, ordered and retried, and can be sent again.'],
  ['guides/event-log', 'Event log', 'Copy a shop’s data and keep the copy up to date.'],
  ['guides/agents', 'AI agents', 'An MCP server for every shop, and these pages as Markdown.'],
  ['reference/shop/products', 'Reference', 'Every resource and request of the APIs, with real responses.'],
  [
    'reference/downloads',
    'OpenAPI and Postman',
    'OpenAPI documents and Postman collections for code generators and API clients.',
  ],
  ['errors', 'Errors', 'Each error code with its cause and a solution.'],
  ['api-changes/index', 'API changelog', 'API changes that affect clients, also as a feed.'],
  ['guides/going-live', 'Going live', 'A checklist before your app is installed in real shops.'],
])}
`,
};

const operators: Page = {
  path: 'operators/index',
  text: `# Operators

You run the platform for shops, on one machine or on many.

${cards([
  ['operators/operating', 'Operating', 'Start, stop and update the platform, and read its logs.'],
  ['operators/settings', 'Settings', 'Every environment variable with its default.'],
  ['operators/scaling', 'Scaling', 'More processes, replicas and shards, and when to add them.'],
  ['operators/backup', 'Backup', 'Back up and restore the databases, and rehearse a restore.'],
  ['operators/monitoring', 'Monitoring', 'Metrics, dashboards and traces.'],
  ['operators/runbook/index', 'Runbook', 'Steps to take for each alert.'],
  ['operators/changelog', 'Changelog', 'Changes of each release, and what to do before an update.'],
])}
`,
};

const contributors: Page = {
  path: 'contributors/index',
  text: `# Contributors

You change the platform itself, or add resources to it.

${cards([
  [
    'contributors/contributing',
    'Contributing',
    'Set up the repository, run the specs, and open a pull request.',
  ],
  ['contributors/architecture', 'Architecture', 'All projects, and which project imports which.'],
  [
    'contributors/adding-a-resource',
    'Adding a resource',
    'Add a resource to the API, from the generator to the panel.',
  ],
  ['contributors/migrations', 'Migrations', 'Change the schema while the platform runs.'],
  ['contributors/debugging', 'Debugging', 'Run one service under a debugger.'],
  [
    'contributors/adr/index',
    'Decisions',
    'Architecture decision records: one page per decision, with its reasons.',
  ],
])}
`,
};

/** The site's home page and landing pages, which are not documents of the repository. */
export const landings: readonly Page[] = [home, developers, operators, contributors];

function cards(all: readonly Card[]): string {
  const links = all.map(
    ([path, title, text]) => `<a href="/docs${addressOf(path)}"><strong>${title}</strong>${text}</a>`,
  );
  return `<div class="cards">\n${links.join('\n')}\n</div>`;
}
