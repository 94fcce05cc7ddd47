import type { ReactNode } from 'react';
import { authPage } from '../../api/auth-api';
import { appIdOf, type Installation, installationsKey } from '../../api/installations';
import type { AuditEntry } from '../../parts/audit/audit-entry';
import { Entries } from '../../parts/audit/entries';
import { Card } from '../../parts/layout';
import { ListPage, usePagedList } from '../../parts/paged-list';
import { EmptyState } from '../../parts/states';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';

/** Entries of the shop's audit log about the app. */
export function AppActivity({ installation }: { installation: Installation }): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const path = `/api/shops/${id}/audit_entries?sort=-id&filter[app]=${appIdOf(installation)}`;
  const key = [...installationsKey(id), installation.id, 'audit_entries'];
  const list = usePagedList<AuditEntry>(key, path, authPage);
  return (
    <Card flush title={t('apps.part.activity')}>
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
