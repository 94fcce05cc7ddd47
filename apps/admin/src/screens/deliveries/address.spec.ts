import { filtersOf, pageSearch, pathOf, searchOf } from './address';

describe('address of the deliveries screen', () => {
  it('contains the API’s filters', () => {
    const search = searchOf({ status: 'failed', type: 'meta.updated' });
    expect(search).toBe('?filter%5Bstatus%5D=failed&filter%5Bevent_type%5D=meta.updated');
    expect(filtersOf(search)).toEqual({ status: 'failed', type: 'meta.updated' });
    expect(searchOf({ status: '', type: '' })).toBe('');
    expect(filtersOf('')).toEqual({ status: '', type: '' });
  });

  it('always requests one installation’s deliveries, newest first', () => {
    expect(pathOf('7', '?filter[status]=failed&sort=id&filter[kind]=test')).toBe(
      '/api/webhook_deliveries?sort=-id&filter%5Binstallation%5D=7&filter%5Bstatus%5D=failed',
    );
    expect(pathOf('7', '?filter[installation]=8')).toContain('filter%5Binstallation%5D=7');
  });

  it('contains the cursor of a page link, or no cursor for the first page', () => {
    const link = 'http://demo-shop.localhost:3000/api/webhook_deliveries?sort=-id&page%5Bafter%5D=a%2B';
    const search = pageSearch('?filter[status]=failed', link);
    expect(search).toBe('?filter%5Bstatus%5D=failed&page%5Bafter%5D=a%2B');
    expect(pageSearch(search, undefined)).toBe('?filter%5Bstatus%5D=failed');
  });
});
