import {
  checkNames,
  type CustomValidation,
  describeResource,
  invalidAttribute,
  IsIn,
  IsNullable,
  IsOmittable,
  IsStringArray,
  type Violations,
  type Vocabulary,
} from '@storewright/json-api';
import { type Area, areaNames, isArea, rightsOfAreas, type Role, roles } from '@storewright/scopes';
import type { StoredGrant } from './membership';
import type { CustomRole } from './roles/role.entity';

export const areaVocabulary: Vocabulary = { what: 'area', has: isArea, see: `use ${areaNames.join(', ')}` };

/** Areas of the shop that a staff member can access. null for other roles. */
export abstract class AreasInput implements CustomValidation {
  @IsNullable()
  @IsStringArray('areas such as "orders"')
  areas?: Area[] | null;

  check(violations: Violations, pointer: string): void {
    checkNames(this.areas, areaVocabulary, violations, `${pointer}/areas`);
  }
}

export class UpdateMember extends AreasInput {
  @IsOmittable()
  @IsIn(roles)
  role?: Role;
}

export function grantOf(
  role: Role,
  areas: readonly Area[] | null | undefined,
  custom?: Pick<CustomRole, 'id' | 'scopes'>,
): StoredGrant {
  if (custom && (role !== 'staff' || areas?.length))
    throw invalidAttribute(
      role === 'staff' ? 'areas' : 'role',
      'custom_role requires the role "staff" and determines the areas. Omit areas.',
    );
  if (custom) return { role, role_id: custom.id, scopes: custom.scopes };
  const isTicked = (areas?.length ?? 0) > 0;
  if (isTicked && role !== 'staff') throw invalidAttribute('areas', 'areas requires the role "staff".');
  if (!isTicked && role === 'staff')
    throw invalidAttribute('areas', 'areas must contain at least one area for the role "staff".');
  return { role, role_id: null, scopes: role === 'staff' ? rightsOfAreas(areas ?? []) : null };
}

export const describedRole = {
  role: { description: 'Role of the person in the shop.', values: roles },
  areas: {
    description: 'Areas of the shop that a member with the role staff can use. null for other roles.',
    isNullable: true,
    schema: { type: 'array', items: { type: 'string', enum: areaNames } },
  },
} as const;

export const members = describeResource({
  type: 'members',
  description: 'A member of a shop. Its id is the id of the person.',
  path: '/api/shops/:shop_id/members',
  attributes: {
    name: 'string',
    email: 'string',
    role: 'string',
    areas: 'string[]',
    rights: 'string[]',
    created_at: 'timestamp',
    last_seen_at: 'timestamp',
  },
  described: {
    ...describedRole,
    name: { description: 'Name of the person.' },
    email: { description: 'Email address with which the person signs in.' },
    rights: { description: 'All permissions of the member in the shop API and in the auth API.' },
    created_at: { description: 'Time at which the person became a member.' },
    last_seen_at: {
      description:
        'Time of the person’s last request for this shop, accurate to five minutes. null before the first request.',
      isNullable: true,
    },
  },
  relationships: {
    shop: { type: 'shops', column: 'shop_id' },
    custom_role: { type: 'roles', column: 'role_id', writable: ['update'] },
  },
  update: UpdateMember,
  errors: { update: ['last_owner', 'insufficient_role'], delete: ['last_owner', 'insufficient_role'] },
});
