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

const areaVocabulary: Vocabulary = { what: 'area', has: isArea, see: `there are ${areaNames.join(', ')}` };

/** What is ticked for somebody of the staff; null for the other roles. */
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

/** What a row has of a role and what is ticked. Throws where they do not go together. */
export function grantOf(role: Role, areas: readonly Area[] | null | undefined): StoredGrant {
  const isTicked = (areas?.length ?? 0) > 0;
  if (isTicked && role !== 'staff') throw invalidAttribute('areas', 'areas are for the role "staff" alone.');
  if (!isTicked && role === 'staff')
    throw invalidAttribute('areas', 'areas names at least one for somebody of the staff.');
  return { role, scopes: role === 'staff' ? rightsOfAreas(areas ?? []) : null };
}

export const describedRole = {
  role: { description: 'What the person is in the shop.', values: roles },
  areas: {
    description: 'Of the staff: what was ticked; null: the role says everything.',
    isNullable: true,
    schema: { type: 'array', items: { type: 'string', enum: areaNames } },
  },
} as const;

/** A person in a shop; the id is the person's. */
export const members = describeResource({
  type: 'members',
  description: 'A person who may do something in a shop.',
  path: '/api/shops/:shop_id/members',
  attributes: {
    name: 'string',
    email: 'string',
    role: 'string',
    areas: 'string[]',
    rights: 'string[]',
    created_at: 'timestamp',
  },
  described: {
    ...describedRole,
    name: { description: 'What the person is called.' },
    email: { description: 'With which the person signs in.' },
    rights: { description: 'Everything that the person may do: scopes, and the same for the auth API.' },
    created_at: { description: 'When the person became a member.' },
  },
  relationships: { shop: { type: 'shops', column: 'shop_id' } },
  update: UpdateMember,
  errors: { update: ['last_owner', 'insufficient_role'], delete: ['last_owner', 'insufficient_role'] },
});
