import type { ReactNode } from 'react';
import { authPage } from '../../api/auth-api';
import { useTexts } from '../../texts/texts';
import { Card } from '../layout';
import { ListPage, usePagedList } from '../paged-list';
import { EmptyState } from '../states';
import type { AuditEntry } from './audit-entry';
import { Entries } from './entries';

interface AppEntriesProps {
  title: string;
  lead?: string;
  log: string;
  appId: string;
  /** React Query key of the object to which the audit log entries belong. */
  ownerKey: readonly unknown[];
}

/** A card with the audit log entries about one app, newest first. */
export function AppEntries({ title, lead, log, appId, ownerKey }: AppEntriesProps): ReactNode {
  const t = useTexts();
  const path = `${log}?sort=-id&filter[app]=${appId}`;
  const list = usePagedList<AuditEntry>([...ownerKey, 'audit_entries'], path, authPage);
  return (
    <Card flush title={title} {...(lead !== undefined && { lead })}>
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
