import { useQueryClient } from '@tanstack/react-query';
import { isProblem } from '../../api/problem';
import type { RoleGrant } from '../../api/members';
import type { TextId } from '../../texts/texts';

export const membersPath = (shopId: string): string => `/api/shops/${shopId}/members`;
export const invitationsPath = (shopId: string): string => `/api/shops/${shopId}/invitations`;
export const peopleKey = (shopId: string) => ['people', shopId] as const;

/** To be called when who is in the shop was changed. */
export function usePeopleChanged(shopId: string): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    // First: whoever has left sees nothing else of the shop.
    await queries.invalidateQueries({ queryKey: ['shop'] });
    await queries.invalidateQueries({ queryKey: peopleKey(shopId) });
    await queries.invalidateQueries({ queryKey: ['membership', shopId] });
  };
}

/** What the API takes: areas of the staff alone. */
export function sentGrant({ role, areas }: RoleGrant): RoleGrant {
  return { role, areas: role === 'staff' ? (areas ?? []) : null };
}

/** Why it was refused, where people can do something about it. */
export function refusal(error: unknown): TextId | undefined {
  if (!isProblem(error)) return undefined;
  if (error.has('last_owner')) return 'people.lastOwner';
  return error.has('insufficient_role') ? 'people.refused' : undefined;
}
