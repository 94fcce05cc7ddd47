import { useQuery, useQueryClient } from '@tanstack/react-query';
import { authPage } from '../../api/auth-api';
import { isProblem } from '../../api/problem';
import type { CustomRole, RoleGrant } from '../../api/members';
import { useMay } from '../../session/membership';
import type { TextId } from '../../texts/texts';

export const membersPath = (shopId: string): string => `/api/shops/${shopId}/members`;
export const invitationsPath = (shopId: string): string => `/api/shops/${shopId}/invitations`;
export const rolesPath = (shopId: string): string => `/api/shops/${shopId}/roles`;
export const ownershipTransfersPath = (shopId: string): string => `/api/shops/${shopId}/ownership_transfers`;
export const peopleKey = (shopId: string) => ['people', shopId] as const;

/** Returns a function that reloads members and invitations. */
export function usePeopleChanged(shopId: string): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    // Reloads the shop first, because a former member can no longer read the lists.
    await queries.invalidateQueries({ queryKey: ['shop'] });
    await queries.invalidateQueries({ queryKey: peopleKey(shopId) });
    await queries.invalidateQueries({ queryKey: ['membership', shopId] });
  };
}

/**
 * Returns the attributes and relationships to send. Only a staff member without a role of the shop has areas.
 */
export function sentGrant({ role, areas, roleId }: RoleGrant) {
  if (roleId !== undefined)
    return {
      attributes: { role: 'staff' },
      relationships: { custom_role: { data: { type: 'roles', id: roleId } } },
    };
  return { attributes: { role, areas: role === 'staff' ? (areas ?? []) : null } };
}

/** True if a staff member would have no area. */
export function lacksAreas({ role, areas, roleId }: RoleGrant): boolean {
  return role === 'staff' && roleId === undefined && !areas?.length;
}

/** Returns the roles that the shop defines, at most 50. Empty for people who may not read members. */
export function useCustomRoles(shopId: string): CustomRole[] {
  const may = useMay();
  const { data } = useQuery({
    queryKey: [...peopleKey(shopId), 'roles'],
    enabled: may('members.collection'),
    queryFn: async ({ signal }) => {
      const query = { 'page[size]': 50 };
      return (await authPage<CustomRole>(rolesPath(shopId), { query, signal })).data;
    },
  });
  return data ?? [];
}

/** Returns the text for a rejection that the person can resolve, or undefined for other errors. */
export function refusal(error: unknown): TextId | undefined {
  if (!isProblem(error)) return undefined;
  if (error.has('last_owner')) return 'people.lastOwner';
  return error.has('insufficient_role') ? 'people.refused' : undefined;
}
