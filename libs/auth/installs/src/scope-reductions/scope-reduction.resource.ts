import { unusedPeriods } from '@storewright/activity';
import {
  checkNames,
  type CustomValidation,
  Description,
  describeResource,
  IsOmittable,
  IsStringArray,
  isUuid,
  Rule,
  type Violations,
} from '@storewright/json-api';
import { ofScopes, scopeNames } from '../apps/app-input';

const IsId = (of: string) =>
  Rule('isCredentialId', (value) => typeof value === 'string' && isUuid(value), `the id of ${of} (a UUID)`, {
    type: 'string',
    format: 'uuid',
  });

export type UnusedDays = (typeof unusedPeriods)[number];
const isUnusedPeriod = (value: unknown): boolean => unusedPeriods.includes(value as UnusedDays);

export class CreateScopeReduction implements CustomValidation {
  @IsOmittable()
  @IsId('an installation')
  @Description(
    'Id of the installation that loses the scopes. Send either installation_id or access_token_id.',
  )
  installation_id?: string;

  @IsOmittable()
  @IsId('an access token')
  @Description(
    'Id of the access token that loses the scopes. Send either access_token_id or installation_id.',
  )
  access_token_id?: string;

  @IsOmittable()
  @IsStringArray(ofScopes)
  @Description('Scopes to remove. Defaults to all scopes that have not been used for unused_days days.')
  scopes?: string[];

  @IsOmittable()
  @Rule('isUnusedPeriod', isUnusedPeriod, '30 or 90', { type: 'integer', enum: [...unusedPeriods] })
  @Description(
    'Number of days for which the removed scopes must be unused. If absent, scopes in use are removed too.',
  )
  unused_days?: UnusedDays;

  check(violations: Violations, pointer: string): void {
    checkNames(this.scopes, scopeNames, violations, `${pointer}/scopes`);
  }
}

export const scopeReductions = describeResource({
  type: 'scope_reductions',
  path: '/api/shops/:shop_id/scope_reductions',
  description:
    'Scopes that a member of the shop removed from an installed app or from an access token. The token stays valid. ' +
    'DELETE restores the scopes.',
  attributes: {
    name: 'string',
    removed_scopes: 'string[]',
    remaining_scopes: 'string[]',
    unused_days: 'number',
    refused_requests_30_days: 'number',
    created_at: 'timestamp',
    undo_until: 'timestamp',
  },
  described: {
    name: { description: 'Name of the app or access token.' },
    removed_scopes: { description: 'Scopes that the scope reduction removed.' },
    remaining_scopes: { description: 'Scopes that remained after the scope reduction.' },
    unused_days: {
      description:
        'Number of days for which the removed scopes were unused. null if a member of the shop chose the scopes to ' +
        'remove.',
      isNullable: true,
    },
    refused_requests_30_days: {
      description:
        'Number of requests in the 30 days before the scope reduction that required a removed scope.',
    },
    created_at: { description: 'Time at which the scopes were removed.' },
    undo_until: {
      description: 'Time until which the scope reduction can be undone, 30 days after created_at.',
    },
  },
  relationships: {
    installation: { type: 'installations', column: 'installation_id' },
    access_token: { type: 'access_tokens', column: 'access_token_id' },
  },
  filters: {
    installation_id: { schema: { type: 'string', format: 'uuid' } },
    access_token_id: { schema: { type: 'string', format: 'uuid' } },
  },
  create: CreateScopeReduction,
  errors: { delete: ['illegal_transition', 'insufficient_role'], create: ['insufficient_role'] },
});
