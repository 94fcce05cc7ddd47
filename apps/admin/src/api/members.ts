import type { Resource } from './documents';

export const roles = ['owner', 'administrator', 'staff', 'read_only'] as const;
export type Role = (typeof roles)[number];

/** What can be ticked for somebody of the staff; `other`: what is in no area yet, which only goes on where it was ticked before. */
export const areas = [
  ...(['orders', 'products', 'customers', 'codes', 'meta'] as const),
  ...(['apps', 'api_access', 'activity', 'people', 'settings', 'other'] as const),
] as const;
export type Area = (typeof areas)[number];

export interface RoleGrant {
  role: Role;
  /** Null: the role says everything. */
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
