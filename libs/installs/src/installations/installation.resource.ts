import {
  AreTexts,
  checkNames,
  type ChecksItself,
  defineResource,
  isUuid,
  IsText,
  type Violations,
} from '@storewright/json-api';
import { IsOptional, ValidateBy } from 'class-validator';
import { ofScopes, scopeNames } from '../apps/app-input';

/** Code points of a state. */
export const longestState = 1024;

/** What an owner agrees to. */
export class CreateInstallation implements ChecksItself {
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
  @AreTexts(ofScopes)
  scopes?: string[] | null;

  /** Comes back on the install URL, as it is. */
  @IsOptional()
  @IsText(1, longestState)
  state?: string | null;

  check(violations: Violations, pointer: string): void {
    checkNames(this.scopes, scopeNames, violations, `${pointer}/scopes`);
  }
}

/** One app in one shop. Its token: the living one, else the last one. */
export const installations = defineResource({
  type: 'installations',
  path: '/api/shops/:shop_id/installations',
  attributes: {
    app_name: 'text',
    scopes: 'texts',
    status: 'text',
    token_status: 'text',
    last_used_at: 'timestamp',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  relationships: {
    app: { type: 'apps', column: 'app_id' },
    shop: { type: 'shops', column: 'shop_id' },
  },
  filters: ['status', 'app_id'],
  create: CreateInstallation,
});

export const installationColumns =
  'i.id, i.shop_id, i.app_id, i.scopes, i.status, i.created_at, i.updated_at, a.name AS app_name, t.token_status, t.last_used_at';

export const installationSource = `FROM auth.installations i JOIN auth.apps a ON a.id = i.app_id
  LEFT JOIN LATERAL (
    SELECT status AS token_status, last_used_at FROM auth.oauth_tokens
    WHERE shop_id = i.shop_id AND installation_id = i.id ORDER BY status = 'active' DESC, id DESC LIMIT 1
  ) t ON true
  WHERE i.shop_id = $1`;
