import { areaAccess, type AreaName } from '@storewright/areas';
import type { Resource } from './documents';

export const roles = ['owner', 'administrator', 'staff', 'read_only'] as const;
export type Role = (typeof roles)[number];

/**
 * Panel areas that a staff member can access. `other` stands for permissions outside all areas. The panel
 * offers `other` only if it is already selected.
 */
export type Area = AreaName | 'other';
export const areas: readonly Area[] = [...(Object.keys(areaAccess) as AreaName[]), 'other'];

export interface RoleGrant {
  role: Role;
  /** Id of a custom role, which replaces the member's `areas`. */
  roleId?: string | undefined;
  /** Areas of a staff member. null means that the role determines the permissions. */
  areas: Area[] | null;
}

type StoredGrant = Omit<RoleGrant, 'roleId'>;

export type Member = Resource<
  StoredGrant & {
    name: string;
    email: string;
    rights: string[];
    created_at: string;
    last_seen_at: string | null;
  }
>;

export type CustomRole = Resource<{ name: string; areas: Area[]; member_count: number }>;

export function customRoleOf({ relationships }: Resource<object>): string | undefined {
  return (relationships?.['custom_role']?.data as { id: string } | null | undefined)?.id;
}

export type Invitation = Resource<
  StoredGrant & {
    email: string;
    status: 'pending' | 'expired' | 'accepted' | 'withdrawn';
    mail_status: 'waiting' | 'retrying' | 'sent' | 'failed';
    invited_by: string;
    created_at: string;
    expires_at: string;
  }
>;
