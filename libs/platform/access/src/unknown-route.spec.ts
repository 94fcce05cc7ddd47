import { unknownRouteOf } from './unknown-route';

describe('unknownRouteOf', () => {
  it.each([
    ['/api/order', '/api/order'],
    ['/api/order/1001?token=x', '/api/order/{id}'],
    ['/api/swo_0123456789/orders', '/api/{id}/orders'],
    ['/api//orders/', '/api//orders/'],
    ['/Api/%6Frders/..', '/{id}/{id}/{id}'],
    ['/', '/'],
    [`/${'a/'.repeat(1_000)}`, '/a/a/a/a/a/a/a/a/…'],
    [`/${'a'.repeat(41)}`, '/{id}'],
  ])('returns the logged path for %s: %s', (url, route) => expect(unknownRouteOf(url)).toBe(route));
});
