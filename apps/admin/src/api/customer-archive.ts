import { Problem, problemOf } from './problem';
import { askWithToken } from './shop-api';

/** Scopes for an export of all data about a customer (docs/adr/customer-archive.md). */
export const archiveRights = [
  ...['customers.get', 'customers.collection', 'orders.collection', 'order_comments.collection'],
  ...['transactions.collection', 'fulfillments.collection', 'codes.collection', 'meta.collection'],
  ...['events.collection', 'webhook_deliveries.collection', 'proposals.collection'],
];

/** Minimum remaining token lifetime in milliseconds, because the API aborts a download when the token expires. */
const TOKEN_MS = 600_000;
/** Maximum length in bytes of the last NDJSON line, which marks a complete archive. */
const MAX_END = 64;

/**
 * Downloads all data of a customer as NDJSON. Throws if the request is rejected or the response is truncated.
 */
export async function downloadArchive(shopId: string, customerId: string): Promise<Blob> {
  const response = await askWithToken(shopId, (token) => begun(customerId, token), TOKEN_MS);
  const file = await response.blob().catch(() => {
    throw new Problem(0);
  });
  const end = await file.slice(Math.max(0, file.size - MAX_END)).text();
  if (!end.includes('"complete":true')) throw new Problem(0);
  return file;
}

async function begun(customerId: string, token: string): Promise<Response> {
  const response = await fetch(`/api/customers/${customerId}/archive`, {
    headers: { accept: 'application/x-ndjson', authorization: `Bearer ${token}` },
    credentials: 'same-origin',
    redirect: 'error',
  });
  if (!response.ok) throw await problemOf(response);
  return response;
}
