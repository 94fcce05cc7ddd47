import type { ReactNode } from 'react';
import { AppEntries } from '../../parts/audit/app-entries';
import { useTexts } from '../../texts/texts';
import { appsKey } from './own-app';

/** Shows the developer's audit log entries about the app, such as changed settings, new secrets and paused webhooks. */
export default function AppActivity({ id }: { id: string }): ReactNode {
  const t = useTexts();
  return (
    <AppEntries
      title={t('developerApps.activity')}
      lead={t('developerApps.activity.lead')}
      log="/api/audit_entries"
      appId={id}
      ownerKey={[...appsKey, id]}
    />
  );
}
