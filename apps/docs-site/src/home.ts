import type { Page } from './page';

const cards = [
  ['guides/quick-start', 'Quick start', 'Start the platform and verify a first webhook in five minutes.'],
  ['guides/install-flow', 'Install flow', 'An owner grants scopes, and your app gets a token.'],
  ['guides/meta', 'Metadata', 'Attach data to any resource and search it by any key.'],
  ['webhooks', 'Webhooks', 'Webhooks are signed, ordered and retried, and can be sent again.'],
  ['guides/event-log', 'Event log', 'Copy a shop’s data and follow all later changes.'],
  ['reference/shop/products', 'Reference', 'Every resource and request of the APIs, with real responses.'],
  ['errors', 'Errors', 'Each error code with its cause and a solution.'],
  ['guides/going-live', 'Going live', 'A checklist before your app is installed in real shops.'],
  ['operating', 'Run it', 'Run the platform on your machine or in production.'],
] as const;

export const home: Page = {
  path: 'index',
  text: `# Storewright

The self-hosted app platform for stores. Shop owners install apps and grant them scopes.
Apps read and write over a JSON:API and receive an event for every change.

<div class="cards">
${cards.map(([path, title, text]) => `<a href="./${path}"><strong>${title}</strong>${text}</a>`).join('\n')}
</div>
`,
};
