import { checkNetworks, IsNetworkList } from '@storewright/access';
import { AccessToken, defineResource } from '@storewright/entities';
import {
  checkNames,
  type CustomValidation,
  IsTimestamp,
  IsNullable,
  IsStringArray,
  type Violations,
  type Vocabulary,
} from '@storewright/json-api';
import { IsDisplayName } from '@storewright/people';
import { isScope } from '@storewright/scopes';
import { ValidateIf } from 'class-validator';

const scopeNames: Vocabulary = { what: 'scope', has: isScope, see: 'see GET /api/scopes' };

const sent = (_: object, value: unknown): boolean => value !== undefined;

export class CreateAccessToken implements CustomValidation {
  @IsDisplayName()
  name: string;

  /**
   * Scopes of the access token. null or no value grants all scopes, including scopes that the platform adds
   * later.
   */
  @IsNullable()
  @IsStringArray('scopes such as "meta.get" (null for all)')
  scopes?: string[] | null;

  /** Time at which the access token expires. null or no value means that the token does not expire. */
  @IsNullable()
  @IsTimestamp()
  expires_at?: string | null;

  /**
   * Networks in CIDR notation from which the access token can be used. null or no value allows every network.
   */
  @IsNullable()
  @IsNetworkList()
  allowed_networks?: string[] | null;

  check(violations: Violations, pointer: string): void {
    checkNames(this.scopes, scopeNames, violations, `${pointer}/scopes`);
    checkNetworks(this.allowed_networks, violations, `${pointer}/allowed_networks`);
  }
}

export class UpdateAccessToken implements CustomValidation {
  @ValidateIf(sent)
  @IsDisplayName()
  name?: string;

  /**
   * New scopes of the access token. null grants all scopes, including scopes that the platform adds later.
   */
  @IsNullable()
  @IsStringArray('scopes such as "meta.get" (null for all)')
  scopes?: string[] | null;

  /** Networks in CIDR notation from which the access token can be used. null allows every network. */
  @IsNullable()
  @IsNetworkList()
  allowed_networks?: string[] | null;

  check(violations: Violations, pointer: string): void {
    checkNames(this.scopes, scopeNames, violations, `${pointer}/scopes`);
    checkNetworks(this.allowed_networks, violations, `${pointer}/allowed_networks`);
  }
}

export const accessTokens = defineResource(AccessToken, {
  type: 'access_tokens',
  description: 'An access token of a shop. Only the response that creates the token contains its text.',
  path: '/api/shops/:shop_id/access_tokens',
  computed: {
    prefix: {
      kind: 'string',
      description: 'Prefix of the token text, which is equal for all access tokens.',
    },
    unused_expires_at: {
      kind: 'timestamp',
      isNullable: true,
      description:
        'Time at which the access token expires if no request uses it. null if unused tokens do not expire, or ' +
        'if the token has expired or was revoked.',
    },
  },
  relationships: { shop: { type: 'shops', column: 'shop_id' } },
  filters: {
    status: {
      schema: { type: 'string', enum: ['active', 'revoked', 'expired'] },
    },
    unused: { schema: { type: 'string', enum: ['true', 'false'] } },
  },
  sortable: ['name'],
  create: CreateAccessToken,
  update: UpdateAccessToken,
  errors: { create: ['limit_reached'], update: ['illegal_transition'] },
});
