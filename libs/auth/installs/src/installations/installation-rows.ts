import { selectColumns } from '@storewright/database';
import { App, type Installation, OAuthToken } from '@storewright/entities';
import type { DocumentRow } from '@storewright/json-api';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { iconUrl } from '../app-icons/icon-url';
import { Nonce } from '../oauth-tokens/nonce.entity';

const columns = [
  ...(['id', 'shop_id', 'app_id', 'scopes', 'withdrawn_scopes', 'status', 'ask_scopes'] as const),
  ...(['suspended', 'allowed_networks', 'daily_request_limit', 'daily_write_limit'] as const),
  ...(['installed_at', 'uninstalled_at', 'created_at', 'updated_at'] as const),
];

export function installationsOf(
  shop_id: string,
  repository: Repository<Installation>,
): SelectQueryBuilder<Installation> {
  const query = selectColumns(repository.createQueryBuilder('i'), columns);
  const tokens = () =>
    query.subQuery().from(OAuthToken, 't').where('t.shop_id = i.shop_id AND t.installation_id = i.id');
  const ofNonces = (sql: string) =>
    tokens()
      .select(sql)
      .innerJoin(Nonce, 'n', 'n.shop_id = t.shop_id AND n.oauth_token_id = t.id')
      .getQuery();
  const tokenStatus = tokens()
    .select('t.status')
    .orderBy("t.status = 'active'", 'DESC')
    .addOrderBy('t.id', 'DESC')
    .limit(1);
  return query
    .addSelect('a.name', 'app_name')
    .addSelect('a.client_url', 'app_client_url')
    .addSelect(dailyCount('requests', 'i.daily_request_limit'), 'daily_requests_used')
    .addSelect(dailyCount('writes', 'i.daily_write_limit'), 'daily_writes_used')
    .addSelect('a.icon_digest', 'icon_digest')
    .addSelect('a.allowed_networks', 'app_allowed_networks')
    .addSelect(permissionsChanged, 'permissions_changed')
    .addSelect('(a.webhook_url IS NOT NULL AND cardinality(a.webhook_events) > 0)', 'receives_webhooks')
    .addSelect(tokenStatus.getQuery(), 'token_status')
    .addSelect(tokens().select('max(t.last_used_at)').getQuery(), 'last_used_at')
    .addSelect(ofNonces(nonceStatus), 'nonce_status')
    .addSelect(ofNonces('max(n.expires_at)'), 'nonce_expires_at')
    .innerJoin(App, 'a', 'a.id = i.app_id')
    .where('i.shop_id = :shop_id', { shop_id });
}

/**
 * SQL expression for the requests or writes that count against a daily limit. NULL if the installation has no
 * limit.
 */
const dailyCount = (counted: 'requests' | 'writes', limit: string): string =>
  `CASE WHEN ${limit} IS NOT NULL THEN auth.daily_count('${counted}', i.id) END`;

/**
 * SQL condition for an installed app whose requested and granted scopes differ: the app requires a scope that
 * the shop neither granted nor withdrew, or no longer requests a granted scope.
 */
export const permissionsChanged = `(i.status = 'installed' AND NOT (
  a.scopes <@ (i.scopes || i.withdrawn_scopes) AND i.scopes <@ (a.scopes || a.optional_scopes)))`;

/**
 * SQL expression for the status of an installation's latest nonce. Every grant invalidates earlier nonces.
 */
const nonceStatus = `CASE
  WHEN max(n.exchanged_at) >= max(n.created_at) THEN 'exchanged'
  WHEN bool_or(n.exchanged_at IS NULL AND n.expires_at > now() AND t.status = 'pending') THEN 'waiting'
  WHEN max(n.created_at) IS NOT NULL THEN 'expired' END`;

export function withIcon(issuer: string, row: DocumentRow): DocumentRow {
  const { app_id: id, icon_digest } = row as unknown as { app_id: string; icon_digest: string | null };
  return { ...row, app_icon_url: iconUrl(issuer, { id, icon_digest }) };
}

export async function readInstallation(
  { shop_id, id }: Pick<Installation, 'shop_id' | 'id'>,
  repository: Repository<Installation>,
  issuer: string,
): Promise<DocumentRow | undefined> {
  const query = installationsOf(shop_id, repository).andWhere('i.id = :id', { id });
  const row = await query.getRawOne<DocumentRow>();
  return row && withIcon(issuer, row);
}
