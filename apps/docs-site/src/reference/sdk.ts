import type { Operation } from '../openapi/document';
import { type ExampleBody, requestBodies } from './request-bodies';

/** Name of the SDK client for each resource type that has an SDK client. */
const clients: Record<string, string> = {
  codes: 'codes',
  customers: 'customers',
  events: 'events',
  fulfillments: 'fulfillments',
  imports: 'imports',
  inventory_changes: 'inventoryChanges',
  meta: 'meta',
  order_comments: 'orderComments',
  order_statistics: 'orderStatistics',
  orders: 'orders',
  product_images: 'productImages',
  products: 'products',
  proposals: 'proposals',
  shops: 'shops',
  transactions: 'transactions',
  variants: 'variants',
  webhook_deliveries: 'webhookDeliveries',
  webhook_statistics: 'webhookStatistics',
  webhook_streams: 'webhookStreams',
};

/** Returns the SDK call for an operation. Returns undefined if the SDK has no method for the operation. */
export function sdkOf({ api, operationId, method, path }: Operation, type: string): string | undefined {
  const client = clients[type];
  if (api !== 'shop' || !client || !new RegExp(`^/api/${type}(?:/\\{id\\})?$`).test(path)) return undefined;
  const call = `await shop.${client}`;
  const body = requestBodies[operationId];
  if (!body && ['POST', 'PATCH'].includes(method)) return undefined;
  if (operationId.startsWith('list')) return `const [first] = ${call}.list().toArray({ max: 1 });`;
  if (method === 'GET') return `const found = ${call}.get(id);`;
  if (method === 'POST') return `const made = ${call}.create(${argumentsOf(body!)});`;
  if (method === 'PATCH') return `const changed = ${call}.update(id, ${code(body!.attributes)});`;
  return `${call}.delete(id);`;
}

function argumentsOf({ attributes, relationships }: ExampleBody): string {
  return relationships ? `${code(attributes)}, { relationships: ${code(relationships)} }` : code(attributes);
}

/** Formats a value as JavaScript. `$PRODUCT_ID` becomes the variable `productId`. */
function code(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(code).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, each]) => `${name}: ${code(each)}`);
    return `{ ${members.join(', ')} }`;
  }
  if (typeof value !== 'string') return String(value);
  if (!value.startsWith('$')) return `'${value}'`;
  return value
    .slice(1)
    .toLowerCase()
    .replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
