import { randomUUID } from 'node:crypto';
import { aDelivery } from '@storewright/api-testing';
import type { ControllerSample } from '@storewright/conformance';
import { v7 as uuidv7 } from 'uuid';
import { webhookStatistics } from './webhook-statistics.resource';

const hourMs = 3_600_000;
let count = 0;

export const webhookStatisticsSample: ControllerSample = {
  resource: webhookStatistics,
  routes: ['GET /api/webhook_statistics', 'GET /api/webhook_statistics/:id'],
  scopes: ['webhook_deliveries.collection'],
  // Each sample has a different hour, because webhook statistics have the hour as their id.
  request: async ({ method, path }, { database, tenant, installation = randomUUID() }) => {
    const created_at = new Date(Date.now() - (count += 1) * hourMs);
    const id = uuidv7({ msecs: created_at.getTime() });
    await aDelivery(database, tenant.shop, {
      ...{ id, installation_id: installation, created_at, updated_at: created_at },
    });
    return { method, path: path.replace(':id', created_at.toISOString().slice(0, 13)) };
  },
};
