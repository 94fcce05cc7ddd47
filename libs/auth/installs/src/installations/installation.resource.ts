import {
  checkNames,
  type CustomValidation,
  defineResource,
  IsString,
  IsStringArray,
  isUuid,
  type Violations,
} from '@storewright/json-api';
import { IsOptional, ValidateBy } from 'class-validator';
import { ofScopes, scopeNames } from '../apps/app-input';

/** Code points of a state. */
export const longestState = 1024;

/** What an owner agrees to. */
export class CreateInstallation implements CustomValidation {
  @ValidateBy({
    name: 'isAppId',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isUuid(value),
      defaultMessage: () => 'app_id is the id of an app (a UUID)',
    },
  })
  app_id: string;

  /** What the owner saw and agreed to; absent: everything the app asks for. */
  @IsOptional()
  @IsStringArray(ofScopes)
  scopes?: string[] | null;

  /** Comes back on the install URL, as it is. */
  @IsOptional()
  @IsString(1, longestState)
  state?: string | null;

  check(violations: Violations, pointer: string): void {
    checkNames(this.scopes, scopeNames, violations, `${pointer}/scopes`);
  }
}

/**
 * One app in one shop. `token_status`: of the living token, else of the last one. `nonce_status`: whether the app has come for its token since the owner
 * last agreed: `waiting` until `nonce_expires_at`, `exchanged` or `expired`.
 */
export const installations = defineResource({
  type: 'installations',
  path: '/api/shops/:shop_id/installations',
  attributes: {
    app_name: 'string',
    scopes: 'string[]',
    status: 'string',
    token_status: 'string',
    nonce_status: 'string',
    nonce_expires_at: 'timestamp',
    last_used_at: 'timestamp',
    installed_at: 'timestamp',
    uninstalled_at: 'timestamp',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  relationships: {
    app: { type: 'apps', column: 'app_id' },
    shop: { type: 'shops', column: 'shop_id' },
  },
  filters: ['status', 'app_id'],
  create: CreateInstallation,
  events: ['created', 'scopes_changed', 'uninstalled'],
});

/** A double click leaves two nonces: the one that was exchanged after both were made speaks for both. */
export const installationColumns = `i.id, i.shop_id, i.app_id, i.scopes, i.status, i.installed_at, i.uninstalled_at, i.created_at, i.updated_at,
  a.name AS app_name, t.token_status, used.last_used_at, n.expires_at AS nonce_expires_at,
  CASE WHEN n.exchanged_at >= n.granted_at THEN 'exchanged' WHEN n.waiting THEN 'waiting' WHEN n.granted_at IS NOT NULL THEN 'expired' END AS nonce_status`;

const tokens = 'FROM auth.oauth_tokens t WHERE t.shop_id = i.shop_id AND t.installation_id = i.id';

export const installationSource = `FROM auth.installations i JOIN auth.apps a ON a.id = i.app_id
  LEFT JOIN LATERAL (SELECT t.status AS token_status ${tokens} ORDER BY t.status = 'active' DESC, t.id DESC LIMIT 1) t ON true
  CROSS JOIN LATERAL (SELECT max(t.last_used_at) AS last_used_at ${tokens}) used
  CROSS JOIN LATERAL (
    SELECT max(n.created_at) AS granted_at, max(n.expires_at) AS expires_at, max(n.exchanged_at) AS exchanged_at,
      bool_or(n.exchanged_at IS NULL AND n.expires_at > now() AND t.status = 'pending') AS waiting
    FROM auth.nonces n JOIN auth.oauth_tokens t ON t.shop_id = n.shop_id AND t.id = n.oauth_token_id
    WHERE t.shop_id = i.shop_id AND t.installation_id = i.id
  ) n
  WHERE i.shop_id = $1`;
