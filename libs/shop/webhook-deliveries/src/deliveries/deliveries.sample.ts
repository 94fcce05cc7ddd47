import { randomUUID } from 'node:crypto';
import { aDelivery, aListener, aNumberedEvent, identifier, listens } from '@storewright/api-testing';
import type { ControllerSample, RequestContext } from '@storewright/conformance';
import { deliveries } from './delivery.resource';

export const deliveriesSample: ControllerSample = {
  resource: deliveries,
  routes: ['GET /api/webhook_deliveries', 'POST /api/webhook_deliveries', 'GET /api/webhook_deliveries/:id'],
  request: async ({ method, path }, context) => {
    if (method === 'POST') return { method, path, body: await aDeliveryToMake(context) };
    const { database, tenant, installation = randomUUID() } = context;
    const id = await aDelivery(database, tenant.shop, { installation_id: installation });
    return { method, path: path.replace(':id', id) };
  },
};

/** An event of the shop that may be sent again to the installation. */
async function aDeliveryToMake({ database, tenant, installation }: RequestContext): Promise<object> {
  const { shop } = tenant;
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
