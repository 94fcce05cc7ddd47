import { areaAccess, type AreaName } from '@storewright/areas';
import type { Resource } from './documents';

export const roles = ['owner', 'administrator', 'staff', 'read_only'] as const;
export type Role = (typeof roles)[number];

/**
 * Areas of the panel that can be selected for a staff member. `other` holds rights that belong to no area yet. The
 * panel offers `other` only if it was selected before.
 */
export type Area = AreaName | 'other';
export const areas: readonly Area[] = [...(Object.keys(areaAccess) as AreaName[]), 'other'];

export interface RoleGrant {
  role: Role;
  /** Areas of a staff member. null if the role alone determines the rights. */
  areas: Area[] | null;
}

export type Member = Resource<
  RoleGrant & { name: string; email: string; rights: string[]; created_at: string }
>;

export type Invitation = Resource<
  RoleGrant & {
    email: string;
    status: 'pending' | 'expired' | 'accepted' | 'withdrawn';
    mail_status: 'waiting' | 'retrying' | 'sent' | 'failed';
    invited_by: string;
    created_at: string;
    expires_at: string;
  }
>;
