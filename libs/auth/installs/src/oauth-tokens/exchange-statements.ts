import { defineStatement, selectColumns } from '@storewright/database';
import { App, Installation, OAuthToken, Shop } from '@storewright/entities';
import type { contactColumns, ShownShop } from '@storewright/tenancy';
import type { DataSource } from 'typeorm';
import { Nonce } from './nonce.entity';
import { oauthTokenColumns, type ShownOAuthToken } from './oauth-token.resource';

/**
 * SQL statements of nonce exchanges, compiled once, because many apps can exchange nonces at the same time.
 */

export const findNonce = defineStatement<Pick<Nonce, 'shop_id' | 'oauth_token_id'>>(
  'exchange-nonce',
  (source) =>
    selectColumns(source.createQueryBuilder(Nonce, 'n'), ['shop_id', 'oauth_token_id']).where(
      'n.digest = :nonce',
    ),
);

function installationOf(source: DataSource): string {
  return source
    .createQueryBuilder(OAuthToken, 't')
    .select('t.installation_id')
    .where('t.shop_id = :shop_id AND t.id = :oauth_token_id')
    .getQuery();
}

/**
 * Locks the installation before its tokens, like grants and uninstalls, to avoid deadlocks. Concurrent
 * exchanges of one nonce run one after the other.
 */
export const lockInstallation = defineStatement('exchange-installation', (source) =>
  source
    .createQueryBuilder(Installation, 'i')
    .select('1', 'locked')
    .where(`i.shop_id = :shop_id AND i.id = (${installationOf(source)})`)
    .setLock('pessimistic_write'),
);

/** Locks the OAuth tokens that a nonce exchange replaces. */
export const lockActive = defineStatement<Pick<OAuthToken, 'id'>>('exchange-active', (source) =>
  selectColumns(source.createQueryBuilder(OAuthToken, 'o'), ['id'])
    .where(
      `o.shop_id = :shop_id AND o.installation_id = (${installationOf(source)}) AND o.status = :active`,
      {
        active: 'active',
      },
    )
    .setLock('pessimistic_write'),
);

/** Data of the installation to which a nonce belongs, read after locking. */
export interface Installed
  extends
    ShownOAuthToken,
    Pick<OAuthToken, 'installation_id' | 'digest'>,
    Pick<Nonce, 'code_challenge'>,
    Pick<App, 'require_secret' | 'install_url'>,
    Pick<Shop, (typeof contactColumns)[number] | 'logo_url'> {
  expired: boolean;
  installation_status: Installation['status'];
  app_suspended: boolean;
  shop_status: Shop['status'];
  api_suspended: boolean;
  domain: string;
  name: string;
  title: string;
  description: string;
  time_zone: string;
  currency_code: string;
}

/** Reads the clock after acquiring the locks, because waiting for a lock takes time. */
export const readInstalled = defineStatement<Installed>('exchange-read', (source) =>
  selectColumns(source.createQueryBuilder(OAuthToken, 't'), [
    ...oauthTokenColumns,
    'installation_id',
    'digest',
  ])
    .addSelect('n.expires_at <= clock_timestamp()', 'expired')
    .addSelect('n.code_challenge', 'code_challenge')
    .addSelect('a.require_secret', 'require_secret')
    .addSelect('a.install_url', 'install_url')
    .addSelect('i.status', 'installation_status')
    .addSelect('i.suspended', 'app_suspended')
    .addSelect('s.status', 'shop_status')
    .addSelect('s.api_suspended', 'api_suspended')
    .addSelect('s.domain', 'domain')
    .addSelect('s.name', 'name')
    .addSelect('s.title', 'title')
    .addSelect('s.description', 'description')
    .addSelect('s.time_zone', 'time_zone')
    .addSelect('s.currency_code', 'currency_code')
    .addSelect('s.support_email', 'support_email')
    .addSelect('s.support_phone', 'support_phone')
    .addSelect('s.address', 'address')
    .addSelect('s.logo_url', 'logo_url')
    .innerJoin(Nonce, 'n', 'n.shop_id = t.shop_id AND n.oauth_token_id = t.id')
    .innerJoin(Installation, 'i', 'i.shop_id = t.shop_id AND i.id = t.installation_id')
    .innerJoin(App, 'a', 'a.id = t.app_id')
    .innerJoin(Shop, 's', 's.id = t.shop_id')
    .where('n.digest = :nonce')
    .setLock('pessimistic_write', undefined, ['t']),
);

export function shopOf(installed: Installed): ShownShop {
  const { shop_id, domain, name, title, description, time_zone, currency_code } = installed;
  const { support_email, support_phone, address, logo_url } = installed;
  return {
    ...{ id: shop_id, domain, name, title, description, time_zone, currency_code },
    ...{ support_email, support_phone, address, logo_url },
  };
}

export const supersede = defineStatement('exchange-supersede', (source) =>
  source
    .createQueryBuilder()
    .update(OAuthToken)
    .set({ status: 'superseded', updated_at: () => 'now()' })
    .where('shop_id = :shop_id AND installation_id = :installation_id AND status = :active', {
      active: 'active',
    }),
);

export const activate = defineStatement<ShownOAuthToken>('exchange-activate', (source) =>
  source
    .createQueryBuilder()
    .update(OAuthToken)
    .set({ status: 'active', digest: () => ':token', updated_at: () => 'now()' })
    .where('shop_id = :shop_id AND id = :id')
    .returning(oauthTokenColumns),
);

export const markExchanged = defineStatement('exchange-mark', (source) =>
  source
    .createQueryBuilder()
    .update(Nonce)
    .set({ exchanged_at: () => 'now()' })
    .where('digest = :nonce'),
);
