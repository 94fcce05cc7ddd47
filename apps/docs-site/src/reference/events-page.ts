import { events } from '@storewright/scopes';
import type { ApiDocument } from '../openapi/document';
import { table } from '../openapi/schema-text';
import type { Page } from '../page';

/** Operations whose responses contain the resource of an event, keyed by resource type. */
const shownBy: Record<string, string> = {
  codes: 'getCode',
  customers: 'getCustomer',
  fulfillments: 'getFulfillment',
  imports: 'getImport',
  installations: 'getShopInstallation',
  meta: 'getMeta',
  order_comments: 'getOrderComment',
  orders: 'getOrder',
  product_images: 'getProductImage',
  products: 'getProduct',
  proposals: 'getProposal',
  shops: 'listShops',
  transactions: 'getTransaction',
  variants: 'getVariant',
};

/** Returns the page that lists every event type by resource, with an example of the webhook body. */
export function eventsPage(documents: readonly ApiDocument[]): Page {
  const resources = [...new Set(Object.keys(events).map((type) => type.split('.')[0]!))];
  const text = `# Events

Changes in a shop, delivered by [webhooks](./webhooks.md) and listed by the [event log](./guides/event-log.md).
An app receives the events of a resource if it has the scope \`<resource>.get\`. Events of its own installation
and of the shop need no scope.

${resources.map((resource) => section(resource, documents)).join('\n\n')}
`;
  return { path: 'events', text };
}

function section(resource: string, documents: readonly ApiDocument[]): string {
  const own = Object.entries(events).filter(([type]) => type.startsWith(`${resource}.`));
  const payload = payloadOf(own[0]![0], exampleOf(documents, shownBy[resource]));
  return [
    `## ${resource[0]!.toUpperCase()}${resource.slice(1)} {#${resource}}`,
    table(
      ['Type', 'What happened'],
      own.map(([type, sentence]) => [`\`${type}\``, sentence]),
    ),
    ...(payload ? [`\`\`\`json\n${JSON.stringify(payload, null, 2)}\n\`\`\``] : []),
  ].join('\n\n');
}

function exampleOf(documents: readonly ApiDocument[], operationId?: string): object | undefined {
  for (const document of documents) {
    const operation = document.operations.find((each) => each.operationId === operationId);
    if (operation) return document.exampleOf(operation);
  }
  return undefined;
}

/** Returns the webhook body for an object of the demo. */
function payloadOf(type: string, answer: unknown): object | undefined {
  const { data } = (answer ?? {}) as { data?: object | object[] };
  const [resource] = [data].flat();
  if (!resource) return undefined;
  return {
    type,
    timestamp: '2026-11-21T08:42:27.432021Z',
    data: resource,
    changed: [],
    shop: { id: '01a1fcc3-bb62-71d1-84a4-9a254e1fb861', domain: 'demo-shop' },
    sequence: 42,
    epoch: 1,
  };
}
