import { account } from './en/account';
import { activity } from './en/activity';
import { apiAccess } from './en/api-access';
import { apps } from './en/apps';
import { appUsage } from './en/app-usage';
import { bulk } from './en/bulk';
import { codes } from './en/codes';
import { deliveries } from './en/deliveries';
import { developerApps } from './en/developer-apps';
import { device } from './en/device';
import { directory } from './en/directory';
import { erasures } from './en/erasures';
import { errors } from './en/errors';
import { first } from './en/first';
import { general } from './en/general';
import { grant } from './en/grant';
import { home } from './en/home';
import { imports } from './en/imports';
import { lists } from './en/lists';
import { meta } from './en/meta';
import { networks } from './en/networks';
import { notifications } from './en/notifications';
import { palette } from './en/palette';
import { passwordReset } from './en/password-reset';
import { people } from './en/people';
import { proposals } from './en/proposals';
import { reductions } from './en/reductions';
import { scopes } from './en/scopes';
import { security } from './en/security';
import { store } from './en/store';
import { testShops } from './en/test-shops';
import { variants } from './en/variants';
import { webhooks } from './en/webhooks';

/** All texts of the panel in ICU message syntax, one file per screen. A translation copies this folder. */
export const en = {
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
} as const;
