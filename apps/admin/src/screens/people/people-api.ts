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

export function usePeopleChanged(shopId: string): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    // Reloads the shop first, because a former member can no longer read the lists of members.
    await queries.invalidateQueries({ queryKey: ['shop'] });
    await queries.invalidateQueries({ queryKey: peopleKey(shopId) });
    await queries.invalidateQueries({ queryKey: ['membership', shopId] });
  };
}

/**
 * Returns the attributes and relationships of a role for a request. Only a staff role without a custom role has
 * areas.
 */
export function sentGrant({ role, areas, roleId }: RoleGrant) {
  if (roleId !== undefined)
    return {
      attributes: { role: 'staff' },
      relationships: { custom_role: { data: { type: 'roles', id: roleId } } },
    };
  return { attributes: { role, areas: role === 'staff' ? (areas ?? []) : null } };
}

/** Returns true for a staff role without areas. */
export function lacksAreas({ role, areas, roleId }: RoleGrant): boolean {
  return role === 'staff' && roleId === undefined && !areas?.length;
}

/** Loads up to 50 custom roles of the shop. Returns an empty array for users who cannot read members. */
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

/** Returns the text for an error that the user can resolve. Returns undefined for all other errors. */
export function refusal(error: unknown): TextId | undefined {
  if (!isProblem(error)) return undefined;
  if (error.has('last_owner')) return 'people.lastOwner';
  return error.has('insufficient_role') ? 'people.refused' : undefined;
}
