import { checkNetworks, IsNetworkList } from '@storewright/access';
import { defineResource, Installation } from '@storewright/entities';
import {
  Description,
  checkNames,
  type CustomValidation,
  IsBoolean,
  IsIntBetween,
  IsNullable,
  IsOmittable,
  IsText,
  IsStringArray,
  isUuid,
  Rule,
  type Violations,
} from '@storewright/json-api';
import { ofScopes, scopeNames } from '../apps/app-input';
import { isCodeChallenge } from '../oauth/code-challenge';

/** Maximum length in code points of the value `state`, which the platform appends to the install URL. */
export const MAX_STATE_LENGTH = 1024;

const MAX_DAILY_LIMIT = 1_000_000_000;

export class CreateInstallation implements CustomValidation {
  @Rule(
    'isAppId',
    (value) => typeof value === 'string' && isUuid(value),
    'must be the id of an app (a UUID)',
    {
      type: 'string',
      format: 'uuid',
    },
  )
  @Description('Id of the app to install.')
  app_id: string;

  /**
   * Scopes that the owner saw and granted. Defaults to the required scopes that the shop has not withdrawn,
   * and the optional scopes that the app already has.
   */
  @IsNullable()
  @IsStringArray(ofScopes)
  scopes?: string[] | null;

  @IsNullable()
  @IsText(1, MAX_STATE_LENGTH)
  @Description('Value that is appended unchanged to the install URL as `state`. null means no value.')
  state?: string | null;

  @IsNullable()
  @Rule(
    'isCodeChallenge',
    (value) => typeof value === 'string' && isCodeChallenge(value),
    'must be the S256 code challenge of PKCE: 43 characters of base64url',
    { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' },
  )
  @Description(
    'PKCE code challenge with method S256 (RFC 7636). ' +
      'If present, the install URL gets `code` instead of `nonce`, and POST /oauth/token requires the code verifier.',
  )
  code_challenge?: string | null;

  check(violations: Violations, pointer: string): void {
    checkNames(this.scopes, scopeNames, violations, `${pointer}/scopes`);
  }
}

const ofWriteScopes = 'scopes of writes such as "products.patch"';
const writeScopes: typeof scopeNames = {
  what: 'scope of a write',
  has: (name) => scopeNames.has(name) && /\.(?:post|patch|delete)$/.test(name),
  see: 'see GET /api/scopes',
};

export class UpdateInstallation implements CustomValidation {
  /** Suspends or resumes the app. A suspended app stays installed and keeps its token, but has no access. */
  @IsOmittable()
  @IsBoolean()
  suspended?: boolean;

  /**
   * Networks in CIDR notation from which the app may send requests. null applies the app's
   * `app_allowed_networks`.
   */
  @IsNullable()
  @IsNetworkList()
  allowed_networks?: string[] | null;

  /**
   * Scopes whose writes become proposals. A proposed write is applied when a member of the shop approves it.
   */
  @IsOmittable()
  @IsStringArray(ofWriteScopes)
  ask_scopes?: string[];

  /** Maximum number of requests of the app per day (UTC). null means unlimited. */
  @IsNullable()
  @IsIntBetween(1, MAX_DAILY_LIMIT)
  daily_request_limit?: number | null;

  /** Maximum number of writes of the app per day (UTC). null means unlimited. */
  @IsNullable()
  @IsIntBetween(1, MAX_DAILY_LIMIT)
  daily_write_limit?: number | null;

  check(violations: Violations, pointer: string): void {
    checkNetworks(this.allowed_networks, violations, `${pointer}/allowed_networks`);
    checkNames(this.ask_scopes, writeScopes, violations, `${pointer}/ask_scopes`);
  }
}

export const installations = defineResource(Installation, {
  type: 'installations',
  description: 'An app that is or was installed in a shop.',
  path: '/api/shops/:shop_id/installations',
  computed: {
    app_name: { kind: 'string', description: 'Name of the app.' },
    app_client_url: {
      kind: 'string',
      isNullable: true,
      description: 'URL of the client metadata document if the app is an agent, otherwise null.',
    },
    daily_requests_used: {
      ...{ kind: 'number', isNullable: true, after: 'daily_write_limit' },
      description:
        'Number of requests since midnight (UTC) that count towards daily_request_limit, up to a second late. ' +
        'null if there is no limit.',
    },
    daily_writes_used: {
      ...{ kind: 'number', isNullable: true, after: 'daily_write_limit' },
      description:
        'Number of writes since midnight (UTC) that count towards daily_write_limit, up to a second late. ' +
        'null if there is no limit.',
    },
    app_icon_url: {
      kind: 'string',
      isNullable: true,
      description: 'URL of the app’s icon. null if the app has no icon.',
    },
    app_allowed_networks: {
      ...{ kind: 'string[]', isNullable: true, after: 'allowed_networks' },
      description:
        'Networks from which the developer allows requests. They apply while allowed_networks is null. ' +
        'null means every network.',
    },
    permissions_changed: {
      kind: 'boolean',
      description:
        'Whether the app requires a scope that the shop neither granted nor withdrew, or no longer requests a ' +
        'granted scope.',
    },
    receives_webhooks: {
      kind: 'boolean',
      description: 'Whether the app has a webhook URL and subscribes to events.',
    },
    token_status: {
      ...{ kind: 'string', isNullable: true, values: ['pending', 'active', 'revoked', 'superseded'] },
      description: 'Status of the app’s active OAuth token, or of the latest OAuth token if none is active.',
    },
    nonce_status: {
      ...{ kind: 'string', isNullable: true, values: ['waiting', 'exchanged', 'expired'] },
      description:
        'Status of the latest nonce. waiting: the app can exchange the nonce for a token until nonce_expires_at. ' +
        'exchanged: the app has the token. expired: the app did not exchange the nonce in time.',
    },
    nonce_expires_at: {
      kind: 'timestamp',
      isNullable: true,
      description: 'Time until which the app can exchange the latest nonce for an OAuth token.',
    },
    last_used_at: {
      ...{ kind: 'timestamp', isNullable: true },
      description:
        'Time at which the app last used an OAuth token, up to ten seconds late. null if it never did.',
    },
  },
  relationships: {
    app: { type: 'apps', column: 'app_id' },
    shop: { type: 'shops', column: 'shop_id' },
  },
  filters: {
    status: {
      schema: { type: 'string', enum: ['installed', 'uninstalled'] },
    },
    permissions_changed: {
      schema: { type: 'string', enum: ['true', 'false'] },
    },
    app_id: { schema: { type: 'string', format: 'uuid' } },
  },
  create: CreateInstallation,
  update: UpdateInstallation,
  errors: { update: ['illegal_transition'] },
});
