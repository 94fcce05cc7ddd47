import { account } from './de/account';
import { activity } from './de/activity';
import { apiAccess } from './de/api-access';
import { apps } from './de/apps';
import { appUsage } from './de/app-usage';
import { bulk } from './de/bulk';
import { codes } from './de/codes';
import { deliveries } from './de/deliveries';
import { developerApps } from './de/developer-apps';
import { device } from './de/device';
import { directory } from './de/directory';
import { erasures } from './de/erasures';
import { errors } from './de/errors';
import { first } from './de/first';
import { general } from './de/general';
import { grant } from './de/grant';
import { home } from './de/home';
import { imports } from './de/imports';
import { lists } from './de/lists';
import { meta } from './de/meta';
import { networks } from './de/networks';
import { notifications } from './de/notifications';
import { palette } from './de/palette';
import { passwordReset } from './de/password-reset';
import { people } from './de/people';
import { proposals } from './de/proposals';
import { reductions } from './de/reductions';
import { scopes } from './de/scopes';
import { security } from './de/security';
import { store } from './de/store';
import { testShops } from './de/test-shops';
import { variants } from './de/variants';
import { webhooks } from './de/webhooks';
import type { TextId } from './catalogue';

/** German texts with the formal “Sie” and the terms of Shopify's admin. */
export const de: Record<TextId, string> = {
  ...first,
  ...errors,
  ...palette,
  ...passwordReset,
  ...people,
  ...account,
  ...security,
  ...apiAccess,
  ...general,
  ...home,
  ...imports,
  ...grant,
  ...device,
  ...proposals,
  ...reductions,
  ...scopes,
  ...apps,
  ...directory,
  ...erasures,
  ...developerApps,
  ...appUsage,
  ...testShops,
  ...webhooks,
  ...bulk,
  ...lists,
  ...deliveries,
  ...meta,
  ...networks,
  ...notifications,
  ...activity,
  ...store,
  ...codes,
  ...variants,
};
