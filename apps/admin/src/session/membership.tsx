import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { authDocument } from '../api/auth-api';
import type { Document } from '../api/documents';
import { onRefusedRight } from '../api/refused-right';
import type { Member } from '../api/members';
import { toast } from '../parts/toast';
import { useTexts } from '../texts/texts';
import type { Shop } from './shop';

const MembershipContext = createContext<Member | undefined>(undefined);

export function useMembership(): Member {
  const member = useContext(MembershipContext);
  if (!member) throw new Error('This screen needs a member of a shop.');
  return member;
}

/**
 * Returns a function that checks whether the user has all of the given scopes, as in `may('orders.patch')`. The panel
 * hides actions that need another scope.
 */
export function useMay(): (...rights: string[]) => boolean {
  const { attributes } = useMembership();
  return (...rights) => rights.every((right) => attributes.rights.includes(right));
}

/**
 * Returns a function that checks whether the user has a scope, inside or outside a shop. undefined stands for no
 * required scope and returns true.
 */
export function useAllows(): (right: string | undefined) => boolean {
  const member = useContext(MembershipContext);
  return (right) => right === undefined || (member?.attributes.rights.includes(right) ?? false);
}

export function useOwnMembership(shop: Shop | null | undefined) {
  return useQuery({
    queryKey: ['membership', shop?.id],
    enabled: !!shop,
    queryFn: async ({ signal }): Promise<Member> =>
      (await authDocument<Document<Member>>(`/api/shops/${shop!.id}/membership`, { signal })).data,
    staleTime: 60_000,
  });
}

export function MembershipProvider({
  shop,
  member,
  children,
}: {
  shop: Shop;
  member: Member;
  children: ReactNode;
}): ReactNode {
  useRoleChanges(shop.id, member);
  return <MembershipContext value={member}>{children}</MembershipContext>;
}

/**
 * Reloads the membership when the API rejects an action because of a missing scope, role or membership.
 * Reports a changed role.
 */
function useRoleChanges(shopId: string, before: Member): void {
  const t = useTexts();
  const queries = useQueryClient();
  useEffect(
    () =>
      onRefusedRight(() => {
        const read = async (): Promise<void> => {
          await queries.invalidateQueries({ queryKey: ['shop'] });
          await queries.invalidateQueries({ queryKey: ['membership'] });
          const now = queries.getQueryData<Member>(['membership', shopId]);
          if (now && now.attributes.rights.join() !== before.attributes.rights.join())
            toast(t('people.changed.now', { role: t(`people.role.${now.attributes.role}`) }));
        };
        void read();
      }),
    [shopId, before, queries, t],
  );
}
