import { randomUUID } from 'node:crypto';
import { aStream } from '@storewright/api-testing';
import type { ControllerSample } from '@storewright/conformance';
import { streams } from './stream.resource';

export const streamsSample: ControllerSample = {
  resource: streams,
  routes: ['GET /api/webhook_streams', 'GET /api/webhook_streams/:id'],
  request: async ({ method, path }, { database, tenant, installation = randomUUID() }) => {
    const id = await aStream(database, tenant.shop, { installation_id: installation });
    return { method, path: path.replace(':id', id) };
  },
};
