import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { authPage } from '../../api/auth-api';
import { Card, Stack } from '../../parts/layout';
import {
  type Credential,
  ReduceScopes,
  type ScopeUses,
  UndoReduction,
  useReductions,
} from '../../parts/reduce-scopes';
import { useScopes } from '../../parts/scopes';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';

/**
 * Lists access tokens with permissions that were unused for 30 days, and recent removals of permissions. Hidden if
 * both lists are empty.
 */
export default function UnusedScopes(): ReactNode {
  const t = useTexts();
  const scopes = useScopes();
  const unused = useUnused();
  const reductions = useReductions().filter(({ relationships }) => relationships?.['access_token']?.data);
  if (!scopes.data || unused.length + reductions.length === 0) return null;
  return (
    <Card title={t('apiAccess.unused')} lead={t('apiAccess.unused.lead')}>
      <Stack>
        {unused.map((uses) => (
          <ReduceScopes key={uses.id} credential={tokenOf(uses)} uses={uses} all={scopes.data} />
        ))}
        {reductions.map((reduction) => (
          <UndoReduction key={reduction.id} credential={tokenOf(reduction)} reduction={reduction} />
        ))}
      </Stack>
    </Card>
  );
}

function tokenOf({
  relationships,
  attributes: { name },
}: Pick<ScopeUses, 'relationships'> & { attributes: { name: string } }): Credential {
  return { id: relationships!['access_token']!.data!.id, kind: 'token', name };
}

function useUnused(): readonly ScopeUses[] {
  const shop = useShop();
  const may = useMay();
  const query = useQuery({
    queryKey: ['scope_uses', shop.id],
    queryFn: ({ signal }) =>
      authPage<ScopeUses>(`/api/shops/${shop.id}/scope_uses`, {
        query: { 'filter[unused_days]': '30', 'page[size]': '100' },
        signal,
      }),
    enabled: may('request_counts.collection'),
  });
  return query.data?.data.filter(({ relationships }) => relationships?.['access_token']?.data) ?? [];
}
