import { shapeOf } from './page-shape';

describe('shapeOf', () => {
  it.each([
    ['/orders', 'list'],
    ['/apps/a-1/deliveries', 'list'],
    ['/activity/erasures', 'list'],
    ['/activity/erasures/e-1', 'cards'],
    ['/developer/test-shops', 'list'],
    ['/orders/o-1', 'object'],
    ['/variants/v-1', 'object'],
    ['/', 'cards'],
    ['/apps/a-1/webhooks', 'cards'],
    ['/orders/o-1/print', 'cards'],
  ])('returns for the page %s the layout %s', (path, shape) => {
    expect(shapeOf(path)).toBe(shape);
  });
});
