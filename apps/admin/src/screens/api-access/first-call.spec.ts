import { firstCall } from './first-call';

describe('firstCall', () => {
  it.each([
    [null, { type: 'orders', list: true }],
    [['orders.collection'], { type: 'orders', list: true }],
    [['codes.get', 'meta.post', 'orders.collection'], { type: 'orders', list: true }],
    [['webhook_deliveries.post', 'webhook_deliveries.get'], { type: 'webhook_deliveries', list: false }],
  ])('returns an example request that the scopes %j allow', (scopes, call) => {
    expect(firstCall(scopes)).toEqual(call);
  });

  it('returns undefined if no scope allows a read', () => {
    expect(firstCall(['orders.post', 'meta.patch'])).toBeUndefined();
  });
});
