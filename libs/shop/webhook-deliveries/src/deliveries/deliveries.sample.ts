import { randomUUID } from 'node:crypto';
import { aDelivery, aStream, aListener, aNumberedEvent, identifier, listens } from '@storewright/api-testing';
import { anApp } from '@storewright/testing';
import type { ControllerSample, RequestContext } from '@storewright/conformance';
import { deliveries } from './delivery.resource';

export const deliveriesSample: ControllerSample = {
  resource: deliveries,
  routes: [
    'GET /api/webhook_deliveries',
    'POST /api/webhook_deliveries',
    'GET /api/webhook_deliveries/:id',
    'PATCH /api/webhook_deliveries/:id',
  ],
  request: async ({ method, path }, context) => {
    if (method === 'POST') return { method, path, body: await aDeliveryToMake(context) };
    const { database, tenant, installation = randomUUID() } = context;
    if (method === 'PATCH') {
      const id = await aRefusedDelivery(context, installation);
      const data = { type: 'webhook_deliveries', id, attributes: { status: 'skipped' } };
      return { method, path: path.replace(':id', id), body: { data } };
    }
    const id = await aDelivery(database, tenant.shop, { installation_id: installation });
    return { method, path: path.replace(':id', id) };
  },
};

async function aRefusedDelivery(
  { database, tenant: { shop } }: RequestContext,
  installation_id: string,
): Promise<string> {
  const id = await aDelivery(database, shop, { installation_id, status: 'retrying', attempts: 3 });
  const { id: app_id } = await anApp(database);
  await aStream(database, shop, { installation_id, app_id, delivery_id: id, attempts: 3 });
  return id;
}

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
