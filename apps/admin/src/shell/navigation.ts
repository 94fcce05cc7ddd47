import type { IconName } from '../parts/icon';
import type { TextId } from '../texts/texts';

export interface Place {
  /** Below `/admin`. */
  to: string;
  text: TextId;
  icon: IconName;
}

/** The screens in the navigation, in groups: one line each. A screen is listed here when it exists. */
export const navigation: readonly { title?: TextId; places: readonly Place[] }[] = [
  {
    places: [
      { to: '/', text: 'navigation.home', icon: 'home' },
      { to: '/orders', text: 'navigation.orders', icon: 'orders' },
      { to: '/products', text: 'navigation.products', icon: 'product' },
      { to: '/customers', text: 'navigation.customers', icon: 'person' },
      { to: '/codes', text: 'navigation.codes', icon: 'tag' },
    ],
  },
  {
    title: 'navigation.group.apps',
    places: [
      { to: '/apps', text: 'navigation.apps', icon: 'apps' },
      { to: '/meta', text: 'navigation.meta', icon: 'meta' },
      { to: '/activity', text: 'navigation.activity', icon: 'activity' },
    ],
  },
  {
    title: 'navigation.group.settings',
    places: [{ to: '/settings/api-access', text: 'navigation.apiAccess', icon: 'key' }],
  },
  {
    title: 'navigation.group.developer',
    places: [{ to: '/developer/apps', text: 'navigation.myApps', icon: 'code' }],
  },
];
