import { randomUUID } from 'node:crypto';
import {
  aDelivery,
  aListener,
  aNumberedEvent,
  aStream,
  identifier,
  listens,
  type Tenant,
} from '@storewright/api-testing';
import type { HttpClient, Options, Response, TestDatabase } from '@storewright/testing';
import type { ScopedRoute } from './routes';
import { aLinkage, anObject, sampleOf, served } from './samples';

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
  installation?: string,
): Promise<RightRequest> {
  const resource = served.find(({ type }) => type === route.type);
  if (!resource) return aRequestAboutOthers(database, route, tenant, installation);
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
}

/** About what is no resource of the shop's business. */
async function aRequestAboutOthers(
  database: TestDatabase,
  { label, type, method, path }: ScopedRoute,
  tenant: Tenant,
  installation?: string,
): Promise<RightRequest> {
  const { shop } = tenant;
  if (method === 'POST' && type === 'webhook_deliveries')
    return { method, path, body: await aDeliveryToMake(database, tenant, installation) };
  const installation_id = installation ?? randomUUID();
  const ids: Record<string, () => string | Promise<string>> = {
    shops: () => shop.id,
    webhook_streams: () => aStream(database, shop, { installation_id }),
    webhook_deliveries: () => aDelivery(database, shop, { installation_id }),
    events: () => anEventForAll(database, tenant, installation_id),
  };
  const id = ids[type];
  if (!id || method !== 'GET')
    throw new Error(`${label} is about nothing that resources.ts has: say here what a right request is.`);
  return { method, path: path.replace(':id', await id()) };
}

/** An event of the shop that may be sent again to the installation. */
async function aDeliveryToMake(
  database: TestDatabase,
  { shop }: Tenant,
  installation?: string,
): Promise<object> {
  const events = ['installations.created'];
  if (installation) await listens(database, shop, installation, events);
  const id = installation ?? (await aListener(database, shop, { events })).installation;
  const event_id = await aNumberedEvent(database, shop, { type: events[0], resource_id: id });
  return {
    data: {
      type: 'webhook_deliveries',
      attributes: { kind: 'again', event_id },
      relationships: { installation: identifier('installations', id) },
    },
  };
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
