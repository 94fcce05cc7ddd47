import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { authDocument } from '../../api/auth-api';
import type { Document } from '../../api/documents';
import type { Installation } from '../../api/installations';
import { Card, Stack } from '../../parts/layout';
import {
  type Credential,
  ReduceScopes,
  type ScopeUses,
  UndoReduction,
  useReductions,
} from '../../parts/reduce-scopes';
import { ScopeList, useScopes } from '../../parts/scopes';
import { ErrorState, Skeleton } from '../../parts/states';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';

export function Permissions({ installation }: { installation: Installation }): ReactNode {
  const t = useTexts();
  const all = useScopes();
  const uses = useScopeUses(installation);
  const { scopes, status, app_name: name } = installation.attributes;
  const credential = { id: installation.id, kind: 'app', name } as const;
  const notes = useNotes(uses);
  return (
    <Card title={t(status === 'installed' ? 'apps.access' : 'apps.accessBefore')}>
      {all.isPending && <Skeleton lines={4} />}
      {all.error && !all.data && <ErrorState error={all.error} onRetry={() => void all.refetch()} />}
      {all.data && scopes.length === 0 && (
        <Stack>
          <p>{t('apps.access.none')}</p>
          <Reductions installation={installation} credential={credential} />
        </Stack>
      )}
      {all.data && scopes.length > 0 && (
        <Stack>
          <ReduceScopes credential={credential} uses={uses} all={all.data} />
          <Reductions installation={installation} credential={credential} />
          <ScopeList all={all.data} scopes={scopes} notes={notes} />
        </Stack>
      )}
    </Card>
  );
}

interface ReductionsProps {
  installation: Installation;
  credential: Credential;
}

function Reductions({ installation: { id, attributes }, credential }: ReductionsProps): ReactNode {
  return useReductions(id, attributes.status === 'installed').map((reduction) => (
    <UndoReduction key={reduction.id} credential={credential} reduction={reduction} />
  ));
}

/**
 * Loads the usage of an app's permissions. Returns undefined for uninstalled apps, and for users without the required
 * scope.
 */
function useScopeUses({ id, attributes }: Installation): ScopeUses | undefined {
  const shop = useShop();
  const may = useMay();
  const path = `/api/shops/${shop.id}/scope_uses/${id}`;
  const query = useQuery({
    queryKey: ['scope_uses', shop.id, id],
    queryFn: async ({ signal }) => (await authDocument<Document<ScopeUses>>(path, { signal })).data,
    enabled: attributes.status === 'installed' && may('request_counts.get'),
  });
  return query.data;
}

function useNotes(uses: ScopeUses | undefined): Record<string, string> {
  const t = useTexts();
  const { formatDate } = useIntl();
  if (!uses) return {};
  const { unused_30_days, unused_90_days, uses: each } = uses.attributes;
  const note = ({ scope, last_used_on }: (typeof each)[number]): string => {
    if (unused_90_days.includes(scope)) return t('apps.scope.unused', { days: 90 });
    if (last_used_on !== null)
      return t('apps.scope.used', {
        day: formatDate(last_used_on, { dateStyle: 'medium', timeZone: 'UTC' }),
      });
    return unused_30_days.includes(scope) ? t('apps.scope.unused', { days: 30 }) : t('apps.scope.notYet');
  };
  return Object.fromEntries(each.map((use) => [use.scope, note(use)]));
}
