import { aListener, aNumberedEvent, aTenant, type TestApi } from '@storewright/api-testing';
import { startDeliveriesApi } from './testing/deliveries-api';

let api: TestApi;
beforeAll(async () => {
  api = await startDeliveriesApi({});
});
afterAll(() => api.close());

it('POST /api/webhook_deliveries by a token without read access returns the delivery without the event', async () => {
  const { shop } = await aTenant(api);
  const { installation } = await aListener(api.database, shop);
  const attributes = { kind: 'again', event_id: await aNumberedEvent(api.database, shop, {}) };
  const relationships = { installation: { data: { type: 'installations', id: installation } } };
  const document = { data: { type: 'webhook_deliveries', attributes, relationships } };
  const { http } = await aTenant(api, ['webhook_deliveries.post'], shop);
  const { status, body } = await http.post('/api/webhook_deliveries', document);
  expect([status, body.data.attributes, body.data.relationships]).toEqual([201, attributes, relationships]);
});
