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

const scopeNames: Vocabulary = { what: 'scope', has: isScope, see: 'GET /api/scopes lists them' };

export class CreateAccessToken implements CustomValidation {
  /** For the owner to recognise it. */
  @IsDisplayName()
  name: string;

  /** Absent or null: all scopes, also those that come later. */
  @IsNullable()
  @IsStringArray('scopes such as "meta.get" (null for all)')
  scopes?: string[] | null;

  /** Absent or null: never. */
  @IsNullable()
  @IsTimestamp()
  expires_at?: string | null;

  check(violations: Violations, pointer: string): void {
    checkNames(this.scopes, scopeNames, violations, `${pointer}/scopes`);
  }
}

/** The token itself is only in the answer that made it; afterwards prefix and last four characters tell it from others. */
export const accessTokens = defineResource(AccessToken, {
  type: 'access_tokens',
  description: 'A token that an owner generated; its text is in the answer that made it and nowhere else.',
  path: '/api/shops/:shop_id/access_tokens',
  computed: { prefix: { kind: 'string', description: 'How every access token begins.' } },
  relationships: { shop: { type: 'shops', column: 'shop_id' } },
  filters: {
    status: {
      description: 'Equals the value.',
      schema: { type: 'string', enum: ['active', 'revoked', 'expired'] },
    },
  },
  sortable: ['name'],
  create: CreateAccessToken,
  errors: { create: ['limit_reached'] },
});
