import { randomUUID } from 'node:crypto';
import type { ControllerSample, RequestContext } from '@storewright/conformance';
import { events } from './event.resource';

export const eventsSample: ControllerSample = {
  resource: events,
  routes: ['GET /api/events', 'GET /api/events/:id'],
  request: async ({ method, path }, context) => ({
    method,
    path: path.replace(':id', await anEventForAll(context)),
  }),
};

/** Inserts an event of an installation, which a token can read without any scope. */
export async function anEventForAll({
  database,
  tenant,
  installation = randomUUID(),
}: RequestContext): Promise<string> {
  const [event] = await database.query<{ id: string }>(
    `INSERT INTO shop.events (shop_id, id, type, resource_type, resource_id, resource, changed, occurred_at)
     VALUES ($1, gen_random_uuid(), 'installations.created', 'installations', $2, '{}', '{}', now()) RETURNING id`,
    [tenant.shop.id, installation],
  );
  return event!.id;
}
