import type { IconName } from '../parts/icon';
import type { Limits } from '../session/limits';
import type { TextId } from '../texts/texts';

export interface Place {
  to: string;
  text: TextId;
  icon: IconName;
  /** Scope that the screen requires. If undefined, every user sees the navigation item. */
  right?: string;
  /** Shows the navigation item only in a shop. */
  needsShop?: true;
  /** Hides the navigation item from users whose limit is 0. */
  limit?: keyof Limits;
}

export const navigation: readonly { title?: TextId; places: readonly Place[] }[] = [
  {
    places: [
      { to: '/', text: 'navigation.home', icon: 'home', needsShop: true },
      { to: '/orders', text: 'navigation.orders', icon: 'orders', right: 'orders.collection' },
      { to: '/products', text: 'navigation.products', icon: 'product', right: 'products.collection' },
      { to: '/stock', text: 'navigation.stock', icon: 'stock', right: 'variants.collection' },
      { to: '/customers', text: 'navigation.customers', icon: 'person', right: 'customers.collection' },
      { to: '/codes', text: 'navigation.codes', icon: 'tag', right: 'codes.collection' },
    ],
  },
  {
    title: 'navigation.group.apps',
    places: [
      { to: '/apps', text: 'navigation.apps', icon: 'apps', right: 'installations.collection' },
      { to: '/meta', text: 'navigation.meta', icon: 'meta', right: 'meta.collection' },
      { to: '/activity', text: 'navigation.activity', icon: 'activity', right: 'audit_entries.collection' },
    ],
  },
  {
    title: 'navigation.group.settings',
    places: [
      { to: '/settings/general', text: 'navigation.general', icon: 'info', right: 'shops.get' },
      { to: '/settings/people', text: 'navigation.people', icon: 'people', right: 'members.collection' },
      {
        to: '/settings/api-access',
        text: 'navigation.apiAccess',
        icon: 'key',
        right: 'access_tokens.collection',
      },
    ],
  },
  {
    title: 'navigation.group.developer',
    places: [
      { to: '/developer/apps', text: 'navigation.myApps', icon: 'code' },
      { to: '/developer/test-shops', text: 'navigation.testShops', icon: 'test', limit: 'test_shops' },
    ],
  },
];
