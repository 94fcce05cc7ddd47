import { useQueryClient } from '@tanstack/react-query';
import { isProblem } from '../../api/problem';
import type { RoleGrant } from '../../api/members';
import type { TextId } from '../../texts/texts';

export const membersPath = (shopId: string): string => `/api/shops/${shopId}/members`;
export const invitationsPath = (shopId: string): string => `/api/shops/${shopId}/invitations`;
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

/** Returns the grant to send. Only the role staff has areas. */
export function sentGrant({ role, areas }: RoleGrant): RoleGrant {
  return { role, areas: role === 'staff' ? (areas ?? []) : null };
}

/** Returns the text for a rejection that people can resolve, or undefined for other errors. */
export function refusal(error: unknown): TextId | undefined {
  if (!isProblem(error)) return undefined;
  if (error.has('last_owner')) return 'people.lastOwner';
  return error.has('insufficient_role') ? 'people.refused' : undefined;
}
