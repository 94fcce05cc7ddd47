import { installationsPath } from '../../api/installations';
import { type ListDefinition, wishesOf } from '../../parts/store/list-address';

export const appFilters = ['installed', 'permissions_changed', 'uninstalled'] as const;
export type AppFilter = (typeof appFilters)[number];

export function appList(shopId: string): ListDefinition {
  return {
    path: installationsPath(shopId),
    sort: '-id',
    sorts: ['id'],
    filters: [
      {
        kind: 'words',
        name: 'status',
        words: ['permissions_changed', 'uninstalled'] satisfies AppFilter[],
        title: 'apps.column.connection',
        all: 'apps.filter.installed',
        textOf: (word) => `apps.filter.${word as AppFilter}`,
        conditionOf: (word = 'installed') =>
          word === 'permissions_changed' ? { name: word, value: 'true' } : { name: 'status', value: word },
      },
    ],
  };
}

export function appFilterOf(definition: ListDefinition, search: string): AppFilter {
  const value = wishesOf(definition, search).values['filter[status]'];
  return appFilters.find((each) => each === value) ?? 'installed';
}
