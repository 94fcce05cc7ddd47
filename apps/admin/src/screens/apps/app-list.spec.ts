import { listPath, searchWith } from '../../parts/store/list-address';
import { appFilterOf, appList } from './app-list';

describe('URL of the apps screen', () => {
  const definition = appList('1');
  const queryOf = (search: string) =>
    Object.fromEntries(new URL(listPath(definition, search, 'Europe/Berlin'), 'http://x').searchParams);

  it.each([
    ['', 'installed', { 'filter[status]': 'installed' }],
    ['?filter[status]=lost', 'installed', { 'filter[status]': 'installed' }],
    ['?filter[status]=uninstalled', 'uninstalled', { 'filter[status]': 'uninstalled' }],
    ['?filter[status]=permissions_changed', 'permissions_changed', { 'filter[permissions_changed]': 'true' }],
  ])('"%s" selects the filter %s', (search, filter, condition) => {
    expect(appFilterOf(definition, search)).toBe(filter);
    expect(queryOf(search)).toEqual({ sort: '-id', 'page[total]': 'true', ...condition });
  });

  it('keeps the sort order and the hidden columns of the list when the filter changes', () => {
    const search = '?filter[status]=uninstalled&sort=id&hide=access&page[after]=x';
    expect(searchWith(definition, search, { 'filter[status]': '' })).toBe('?sort=id&hide=access');
  });
});
