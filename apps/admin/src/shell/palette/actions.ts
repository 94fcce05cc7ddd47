import { NEW } from '../../parts/addressed-dialog';
import type { IconName } from '../../parts/icon';
import type { Limits } from '../../session/limits';
import type { TextId } from '../../texts/texts';

/** A command palette action that opens a screen. `right` is the required scope, if any. */
export interface Action {
  text: TextId;
  icon: IconName;
  path: string;
  right?: string;
  /** User limit that must not be 0, otherwise the action is hidden. */
  limit?: keyof Limits;
}

/** Command palette actions that open a screen, or a dialog of a screen. */
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
