import { lazy, type ReactNode } from 'react';
import { appIdOf, type Installation, installationsKey } from '../../api/installations';
import { AppEntries } from '../../parts/audit/app-entries';
import { Stack } from '../../parts/layout';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';

const ActivityRecordCard = lazy(() => import('./activity-record'));

export function AppActivity({ installation }: { installation: Installation }): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const may = useMay();
  return (
    <Stack>
      {may('request_counts.get') && <ActivityRecordCard installation={installation} />}
      <AppEntries
        title={t('apps.record.log')}
        log={`/api/shops/${id}/audit_entries`}
        appId={appIdOf(installation)}
        ownerKey={[...installationsKey(id), installation.id]}
      />
    </Stack>
  );
}
