import { firstCall } from './first-call';

describe('the first call of a new token', () => {
  it.each([
    [null, { type: 'orders', list: true }],
    [['orders.collection'], { type: 'orders', list: true }],
    [['codes.get', 'meta.post', 'orders.collection'], { type: 'orders', list: true }],
    [['webhook_deliveries.post', 'webhook_deliveries.get'], { type: 'webhook_deliveries', list: false }],
  ])('is one that it may make: of %j', (scopes, call) => {
    expect(firstCall(scopes)).toEqual(call);
  });

  it('is none where it may read nothing', () => {
    expect(firstCall(['orders.post', 'meta.patch'])).toBeUndefined();
  });
});
