import { isFirstPage } from '../../parts/place';
import { kindsOf, pageSearch, pathOf, searchOf } from './address';

describe('URL of the audit log', () => {
  it('lists the filtered kinds of entries in a fixed order and ignores unknown kinds', () => {
    expect(searchOf(['access_tokens.created', 'sessions.created'])).toBe(
      '?filter%5Bkind%5D=sessions.created,access_tokens.created',
    );
    expect(kindsOf('?filter[kind]=access_tokens.created,nonsense,sessions.created')).toEqual([
      'sessions.created',
      'access_tokens.created',
    ]);
    expect(searchOf([])).toBe('');
  });

  it('contains the cursor of a pagination link, or no cursor for the first page', () => {
    const link = 'http://localhost:3001/api/shops/1/audit_entries?sort=-id&page%5Bafter%5D=a%2B';
    const search = pageSearch('?filter[kind]=sessions.created', link);
    expect(search).toBe('?filter%5Bkind%5D=sessions.created&page%5Bafter%5D=a%2B');
    expect([isFirstPage(search), isFirstPage(pageSearch(search, undefined))]).toEqual([false, true]);
    expect(pathOf('7', search)).toBe(
      '/api/shops/7/audit_entries?filter%5Bkind%5D=sessions.created&page%5Bafter%5D=a%2B&sort=-id',
    );
    expect(pathOf('7', '')).toBe('/api/shops/7/audit_entries?sort=-id');
  });
});
