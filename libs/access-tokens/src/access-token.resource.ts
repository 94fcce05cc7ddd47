import { type ChecksItself, defineResource, IsText, shown, type Violations } from '@storewright/json-api';
import { unknownScopes } from '@storewright/scopes';
import { IsOptional, ValidateBy } from 'class-validator';
import { isTimestamp } from './timestamp';

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

export class CreateAccessToken implements ChecksItself {
  /** For the owner to recognise it. */
  @IsText(1, 100)
  name: string;

  /** Absent or null: all scopes, also those that come later. */
  @IsOptional()
  @ValidateBy({
    name: 'areScopes',
    validator: {
      validate: isTexts,
      defaultMessage: () => 'scopes is a list of scopes such as "meta.get", or null for all',
    },
  })
  scopes?: string[] | null;

  /** Absent or null: never. */
  @IsOptional()
  @ValidateBy({
    name: 'isTimestamp',
    validator: {
      validate: isTimestamp,
      defaultMessage: () => 'expires_at is a time with its offset, such as "2030-01-31T12:00:00Z"',
    },
  })
  expires_at?: string | null;

  check(violations: Violations, pointer: string): void {
    const scopes = isTexts(this.scopes) ? this.scopes : [];
    const unknown = new Set(unknownScopes(scopes));
    for (const [at, scope] of scopes.entries()) {
      if (!unknown.has(scope)) continue;
      violations.add('invalid_attribute', {
        detail: `There is no scope "${shown(scope)}"; GET /api/scopes lists them.`,
        source: { pointer: `${pointer}/scopes/${at}` },
        meta: { attribute: 'scopes' },
      });
    }
  }
}

/** The token itself is only in the answer that made it; afterwards prefix and last four characters tell it from others. */
export const accessTokens = defineResource({
  type: 'access_tokens',
  path: '/api/shops/:shop_id/access_tokens',
  attributes: {
    name: 'text',
    scopes: 'texts',
    status: 'text',
    prefix: 'text',
    last_four: 'text',
    created_at: 'timestamp',
    last_used_at: 'timestamp',
    expires_at: 'timestamp',
  },
  relationships: { shop: { type: 'shops', column: 'shop_id' } },
  filters: ['status'],
  sortable: ['name'],
  create: CreateAccessToken,
});
