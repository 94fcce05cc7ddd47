import { type ReactNode, useState } from 'react';
import { authPage } from '../../api/auth-api';
import { ButtonLink } from '../../parts/button';
import { Card } from '../../parts/layout';
import { ListPage, usePagedList } from '../../parts/paged-list';
import { Segments } from '../../parts/segments';
import { EmptyState } from '../../parts/states';
import { useShop } from '../../session/shop';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import { AppsTable } from './apps-table';
import { type Installation, listKey, listPath, useFollowed } from './installation';
import { UninstallApp } from './uninstall-app';

const filters = ['installed', 'uninstalled'] as const;
type Filter = (typeof filters)[number];

/** The apps of the shop. */
export default function Apps(): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const [filter, setFilter] = useState<Filter>('installed');
  const [leaving, setLeaving] = useState<Installation>();
  const path = `${listPath(id)}?sort=-id&filter[status]=${filter}`;
  const list = usePagedList<Installation>([...listKey(id), 'list'], path, authPage);
  useFollowed(id, list.page?.data);
  return (
    <Page title={t('apps.title')} lead={t('apps.lead')}>
      <Card
        flush
        title={t('apps.list')}
        actions={
          <Segments
            label={t('apps.filter')}
            options={filters.map((each) => ({ id: each, text: t(`apps.filter.${each}`) }))}
            value={filter}
            onChange={setFilter}
          />
        }
      >
        <ListPage list={list} empty={<NoApps filter={filter} />}>
          {(installations) => (
            <AppsTable installations={installations} filter={filter} onUninstall={setLeaving} />
          )}
        </ListPage>
      </Card>
      <UninstallApp installation={leaving} onClose={() => setLeaving(undefined)} />
    </Page>
  );
}

function NoApps({ filter }: { filter: Filter }): ReactNode {
  const t = useTexts();
  if (filter === 'uninstalled') {
    return (
      <EmptyState icon="apps" title={t('apps.none.title')}>
        {t('apps.none.lead')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="apps"
      title={t('apps.empty.title')}
      actions={<ButtonLink href="/developer/apps">{t('apps.empty.own')}</ButtonLink>}
    >
      {t('apps.empty.lead')}
    </EmptyState>
  );
}
