import type { ReactNode } from 'react';
import { appIdOf, type Installation, installationsKey } from '../../api/installations';
import { AppEntries } from '../../parts/audit/app-entries';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';

/** Shows the entries of the shop's audit log about the app. */
export function AppActivity({ installation }: { installation: Installation }): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  return (
    <AppEntries
      title={t('apps.part.activity')}
      log={`/api/shops/${id}/audit_entries`}
      appId={appIdOf(installation)}
      ownerKey={[...installationsKey(id), installation.id]}
    />
  );
}
