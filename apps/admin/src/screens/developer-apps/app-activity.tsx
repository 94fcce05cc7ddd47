import type { ReactNode } from 'react';
import { authPage } from '../../api/auth-api';
import { Entries } from '../../parts/audit/entries';
import type { AuditEntry } from '../../parts/audit/audit-entry';
import { Card } from '../../parts/layout';
import { ListPage, usePagedList } from '../../parts/paged-list';
import { EmptyState } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import { appsKey } from './own-app';

/** Entries about the app in the developer's audit log, such as changes, secrets and paused webhooks. */
export default function AppActivity({ id }: { id: string }): ReactNode {
  const t = useTexts();
  const path = `/api/audit_entries?sort=-id&filter[app]=${id}`;
  const list = usePagedList<AuditEntry>([...appsKey, id, 'audit_entries'], path, authPage);
  return (
    <Card flush title={t('developerApps.activity')} lead={t('developerApps.activity.lead')}>
      <ListPage
        list={list}
        lines={6}
        empty={<EmptyState icon="activity" title={t('activity.empty.title')} />}
      >
        {(entries) => <Entries entries={entries} />}
      </ListPage>
    </Card>
  );
}
