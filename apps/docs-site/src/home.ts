import type { Page } from './page';

const cards = [
  ['guides/quick-start', 'Quick start', 'From nothing to a verified webhook in five minutes.'],
  ['guides/install-flow', 'Install flow', 'An owner grants your scopes; your app gets a token.'],
  ['guides/meta', 'Metadata', 'Attach data to any resource and search it by any key.'],
  ['webhooks', 'Webhooks', 'Signed, ordered and retried. Send them again on request.'],
  ['guides/event-log', 'Event log', 'Copy a shop and follow its changes without a gap.'],
  ['reference/shop/products', 'Reference', 'Every resource and request, with real responses.'],
  ['errors', 'Errors', 'A code and advice for each error.'],
  ['guides/going-live', 'Going live', 'The checklist before the first real shop.'],
  ['operating', 'Run it', 'On your machine with one command, and in production.'],
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
