import { NEW } from '../../parts/addressed-dialog';
import type { IconName } from '../../parts/icon';
import type { Limits } from '../../session/limits';
import type { TextId } from '../../texts/texts';

/** A command palette action that opens a screen. `right` is the scope that the screen requires. */
export interface Action {
  text: TextId;
  icon: IconName;
  path: string;
  right?: string;
  /** Hides the action from users whose limit is 0. */
  limit?: keyof Limits;
}

export const actions: readonly Action[] = [
  { text: 'palette.newProduct', icon: 'plus', path: `/products${NEW}`, right: 'products.post' },
  { text: 'palette.newCustomer', icon: 'plus', path: `/customers${NEW}`, right: 'customers.post' },
  { text: 'palette.newCode', icon: 'plus', path: `/codes${NEW}`, right: 'codes.post' },
  { text: 'palette.newMeta', icon: 'plus', path: '/meta/new', right: 'meta.post' },
  { text: 'palette.install', icon: 'apps', path: '/apps/directory', right: 'installations.post' },
  { text: 'palette.invite', icon: 'people', path: `/settings/people${NEW}`, right: 'invitations.post' },
  { text: 'palette.token', icon: 'key', path: `/settings/api-access${NEW}`, right: 'access_tokens.post' },
  { text: 'palette.register', icon: 'code', path: '/developer/apps/new' },
  {
    ...{ text: 'palette.newTestShop', icon: 'test', path: `/developer/test-shops${NEW}` },
    limit: 'test_shops',
  },
];
