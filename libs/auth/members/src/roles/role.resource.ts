import {
  checkNames,
  type CustomValidation,
  describeResource,
  IsOmittable,
  IsStringArray,
  type Violations,
} from '@storewright/json-api';
import { IsDisplayName } from '@storewright/people';
import { type Area, areaNames } from '@storewright/scopes';
import { areaVocabulary } from '../member.resource';

export class CreateRole implements CustomValidation {
  @IsDisplayName()
  name: string;

  @IsStringArray('areas such as "orders"')
  areas: Area[];

  check(violations: Violations, pointer: string): void {
    checkNames(this.areas, areaVocabulary, violations, `${pointer}/areas`);
  }
}

export class UpdateRole implements CustomValidation {
  @IsOmittable()
  @IsDisplayName()
  name?: string;

  @IsOmittable()
  @IsStringArray('areas such as "orders"')
  areas?: Area[];

  check(violations: Violations, pointer: string): void {
    checkNames(this.areas, areaVocabulary, violations, `${pointer}/areas`);
  }
}

export const customRoles = describeResource({
  type: 'roles',
  description: 'A custom role of the shop: a named set of areas that staff members can use.',
  path: '/api/shops/:shop_id/roles',
  attributes: {
    name: 'string',
    areas: 'string[]',
    member_count: 'number',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  described: {
    name: { description: 'Name of the role. It must be unique within the shop, ignoring case.' },
    areas: {
      description: 'Areas that members with this role can use.',
      schema: { type: 'array', items: { type: 'string', enum: areaNames } },
    },
    member_count: { description: 'Number of members with this role.' },
    created_at: { description: 'Time at which the role was created.' },
    updated_at: { description: 'Time of the last change of the role.' },
  },
  relationships: { shop: { type: 'shops', column: 'shop_id' } },
  create: CreateRole,
  update: UpdateRole,
  errors: {
    create: ['already_exists', 'insufficient_role', 'limit_reached'],
    update: ['already_exists', 'insufficient_role'],
    delete: ['still_referenced', 'insufficient_role'],
  },
});
