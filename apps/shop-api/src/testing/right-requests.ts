import { randomUUID } from 'node:crypto';
import type { HttpClient, Options, Response, TestDatabase } from '@storewright/testing';
import type { ScopedRoute } from './routes';
import { aLinkage, anObject, sampleOf, served } from './samples';
import type { Tenant } from './shop-api';
import { aDelivery, aStream } from './webhooks';

/** A request that is right for its route, about an object that is there. */
export interface RightRequest {
  method: string;
  path: string;
  body?: object;
}

let changes = 0;

/** A request to the route about a new object of the shop; of the installation, where the route is about what an app is sent. */
export async function aRightRequest(
  database: TestDatabase,
  route: ScopedRoute,
  tenant: Tenant,
  installation_id: string = randomUUID(),
): Promise<RightRequest> {
  const resource = served.find(({ type }) => type === route.type);
  if (!resource) return { ...route, path: route.path.replace(':id', await idOfOther()) };
  const { method, path, type, linkage } = route;
  const { http } = tenant;
  const sample = sampleOf(type);
  if (!path.includes(':id'))
    return method === 'POST' ? { method, path, body: await sample.document(http) } : { method, path };
  const object = await anObject(http, type);
  const request = { method, path: path.replace(':id', object.id) };
  if (method === 'GET') return request;
  if (linkage !== undefined) return { ...request, body: await aLinkage(http, resource, linkage) };
  if (method === 'PATCH') return { ...request, body: sample.change(object.id, (changes += 1)) };
  await sample.release?.(http, object);
  return request;

  /** Of what is no resource of the shop's business. */
  function idOfOther(): string | Promise<string> {
    if (route.type === 'shops') return tenant.shop.id;
    if (route.type === 'webhook_streams') return aStream(database, tenant.shop, { installation_id });
    if (route.type === 'webhook_deliveries') return aDelivery(database, tenant.shop, { installation_id });
    if (route.type === 'events') return anEventForAll(database, tenant, installation_id);
    throw new Error(`${route.label} is about nothing that resources.ts has: say here how one is made.`);
  }
}

/** An event that needs no further scope: of the installation of an app. */
async function anEventForAll(
  database: TestDatabase,
  { shop }: Tenant,
  installation: string,
): Promise<string> {
  const [event] = await database.query<{ id: string }>(
    `INSERT INTO shop.events (shop_id, id, type, resource_type, resource_id, resource, changed, occurred_at)
     VALUES ($1, gen_random_uuid(), 'installations.created', 'installations', $2, '{}', '{}', now()) RETURNING id`,
    [shop.id, installation],
  );
  return event!.id;
}

export function send(http: HttpClient, request: RightRequest, options: Options = {}): Promise<Response> {
  const { method, path, body } = request;
  return http.send(method, path, { ...(body && { body }), ...options });
}
