import { NEW } from '../../parts/addressed-dialog';
import type { IconName } from '../../parts/icon';
import type { Limits } from '../../session/limits';
import type { TextId } from '../../texts/texts';

/**
 * An action that opens a screen, with the right that it requires. An action without a right is available to
 * everybody.
 */
export interface Action {
  text: TextId;
  icon: IconName;
  path: string;
  right?: string;
  /** Limit of the person that must not be 0. */
  limit?: keyof Limits;
}

/** Actions of the palette that open a screen or the dialog of a screen. */
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
