import { areaAccess, type AreaName } from '@storewright/areas';
import type { Resource } from './documents';

export const roles = ['owner', 'administrator', 'staff', 'read_only'] as const;
export type Role = (typeof roles)[number];

/**
 * Panel areas that a staff member can access. `other` stands for permissions outside all areas and is offered
 * only if it is already selected.
 */
export type Area = AreaName | 'other';
export const areas: readonly Area[] = [...(Object.keys(areaAccess) as AreaName[]), 'other'];

export interface RoleGrant {
  role: Role;
  /** Id of a custom role, whose areas apply instead of `areas`. */
  roleId?: string | undefined;
  /** Areas of a staff member, or null if the role alone determines the permissions. */
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

/** A role that the shop has defined. */
export type CustomRole = Resource<{ name: string; areas: Area[]; member_count: number }>;

/** Returns the id of the custom role of a member or an invitation. */
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
