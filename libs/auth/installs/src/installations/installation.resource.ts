import { defineResource, Installation } from '@storewright/entities';
import {
  Description,
  checkNames,
  type CustomValidation,
  IsNullable,
  IsText,
  IsStringArray,
  isUuid,
  Rule,
  type Violations,
} from '@storewright/json-api';
import { ofScopes, scopeNames } from '../apps/app-input';
import { isCodeChallenge } from '../oauth/code-challenge';

/** Code points of a state. */
export const MAX_STATE_LENGTH = 1024;

/** What an owner agrees to. */
export class CreateInstallation implements CustomValidation {
  @Rule('isAppId', (value) => typeof value === 'string' && isUuid(value), 'the id of an app (a UUID)', {
    type: 'string',
    format: 'uuid',
  })
  @Description('Id of the app to install.')
  app_id: string;

  /** What the owner saw and agreed to; absent: everything the app asks for. */
  @IsNullable()
  @IsStringArray(ofScopes)
  scopes?: string[] | null;

  /** Comes back on the install URL, as it is. */
  @IsNullable()
  @IsText(1, MAX_STATE_LENGTH)
  @Description('Value of the app that its install URL gets back. null: none.')
  state?: string | null;

  @IsNullable()
  @Rule(
    'isCodeChallenge',
    (value) => typeof value === 'string' && isCodeChallenge(value),
    'the S256 code challenge of PKCE: 43 characters of base64url',
    { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' },
  )
  @Description(
    'S256 code challenge of PKCE (RFC 7636). The install URL then gets `code`, which needs the verifier at POST /oauth/token, instead of `nonce`. null: none.',
  )
  code_challenge?: string | null;

  check(violations: Violations, pointer: string): void {
    checkNames(this.scopes, scopeNames, violations, `${pointer}/scopes`);
  }
}

/**
 * One app in one shop. `token_status`: of the living token, else of the last one. `nonce_status`: whether the app has come for its token since the owner
 * last agreed: `waiting` until `nonce_expires_at`, `exchanged` or `expired`.
 */
export const installations = defineResource(Installation, {
  type: 'installations',
  description: 'One app in one shop.',
  path: '/api/shops/:shop_id/installations',
  computed: {
    app_name: { kind: 'string', description: 'What the app is called.' },
    app_icon_url: { kind: 'string', isNullable: true, description: 'The icon of the app.' },
    permissions_changed: {
      kind: 'boolean',
      description: 'Whether the app asks for other scopes by now than the owner agreed to.',
    },
    token_status: {
      ...{ kind: 'string', isNullable: true, values: ['pending', 'active', 'revoked', 'superseded'] },
      description: 'Of the living token, else of the last one.',
    },
    nonce_status: {
      ...{ kind: 'string', isNullable: true, values: ['waiting', 'exchanged', 'expired'] },
      description: 'Whether the app has come for its token since the owner last agreed.',
    },
    nonce_expires_at: { kind: 'timestamp', isNullable: true, description: 'Until when the app may come.' },
    last_used_at: {
      ...{ kind: 'timestamp', isNullable: true },
      description: 'When one of its tokens was last used, up to ten seconds behind.',
    },
  },
  relationships: {
    app: { type: 'apps', column: 'app_id' },
    shop: { type: 'shops', column: 'shop_id' },
  },
  filters: {
    status: {
      description: 'Equals the value.',
      schema: { type: 'string', enum: ['installed', 'uninstalled'] },
    },
    permissions_changed: {
      description: 'Equals the value.',
      schema: { type: 'string', enum: ['true', 'false'] },
    },
    app_id: { description: 'Equals the value.', schema: { type: 'string', format: 'uuid' } },
  },
  create: CreateInstallation,
  events: ['created', 'scopes_changed', 'uninstalled'],
});
