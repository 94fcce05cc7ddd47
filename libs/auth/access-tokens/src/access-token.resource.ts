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

/** True if the request contains the validated attribute. */
const sent = (_: object, value: unknown): boolean => value !== undefined;

export class CreateAccessToken implements CustomValidation {
  /** Name that helps the owner to recognize the token. */
  @IsDisplayName()
  name: string;

  /** Scopes of the token. Absent or null: all scopes, including scopes that are added later. */
  @IsNullable()
  @IsStringArray('scopes such as "meta.get" (null for all)')
  scopes?: string[] | null;

  /** Time at which the token expires. Absent or null: the token does not expire. */
  @IsNullable()
  @IsTimestamp()
  expires_at?: string | null;

  /** Networks in CIDR notation from which the token works. Absent or null: every network. */
  @IsNullable()
  @IsNetworkList()
  allowed_networks?: string[] | null;

  check(violations: Violations, pointer: string): void {
    checkNames(this.scopes, scopeNames, violations, `${pointer}/scopes`);
    checkNetworks(this.allowed_networks, violations, `${pointer}/allowed_networks`);
  }
}

export class UpdateAccessToken implements CustomValidation {
  /** Name that helps the owner to recognize the token. */
  @ValidateIf(sent)
  @IsDisplayName()
  name?: string;

  /** New scopes of the token. null: all scopes, including scopes that are added later. */
  @IsNullable()
  @IsStringArray('scopes such as "meta.get" (null for all)')
  scopes?: string[] | null;

  /** New networks in CIDR notation from which the token works. null: every network. */
  @IsNullable()
  @IsNetworkList()
  allowed_networks?: string[] | null;

  check(violations: Violations, pointer: string): void {
    checkNames(this.scopes, scopeNames, violations, `${pointer}/scopes`);
    checkNetworks(this.allowed_networks, violations, `${pointer}/allowed_networks`);
  }
}

/**
 * Only the response that creates the token contains its text. Later responses identify the token by its
 * prefix and its last four characters.
 */
export const accessTokens = defineResource(AccessToken, {
  type: 'access_tokens',
  description: 'An access token of a shop. Only the response that creates the token contains its text.',
  path: '/api/shops/:shop_id/access_tokens',
  computed: {
    prefix: { kind: 'string', description: 'First characters of every access token.' },
    unused_expires_at: {
      kind: 'timestamp',
      isNullable: true,
      description:
        'Time at which the token expires if no request uses it before. null if unused tokens do not expire, or the ' +
        'token has ended.',
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
