import { usedScopes } from './used-scopes';

it.each([
  ['GET', '/api/orders', 'orders.collection'],
  ['HEAD', '/api/orders/:id', 'orders.get'],
  ['POST', '/api/products', 'products.post'],
  ['PATCH', '/api/products/:id', 'products.patch'],
  ['DELETE', '/api/meta/:id', 'meta.delete'],
  ['GET', '/api/products/:id/variants', 'variants.collection'],
])('usedScopes counts the request %s %s as a use of the scope %s', (method, route, scope) => {
  expect([...usedScopes([{ method, route }])]).toEqual([scope]);
});

it('usedScopes ignores routes that need no scope', () => {
  expect(usedScopes([{ method: 'GET', route: '/api/unknown' }])).toEqual(new Set());
});
