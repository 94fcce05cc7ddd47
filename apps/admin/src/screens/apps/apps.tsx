import { type ReactNode, useState } from 'react';
import { authPage } from '../../api/auth-api';
import { type Installation, installationsKey, installationsPath } from '../../api/installations';
import { ButtonLink } from '../../parts/button';
import { useFilterInAddress } from '../../parts/filter-in-address';
import { useFollowed } from '../../parts/followed';
import { Card } from '../../parts/layout';
import { ListPage, usePagedList } from '../../parts/paged-list';
import { Segments } from '../../parts/segments';
import { EmptyState } from '../../parts/states';
import { WebhookHealth } from '../../parts/webhook-health';
import { useStreams } from '../../parts/webhook-state';
import { PausedNotice, usePaused } from '../../parts/webhooks';
import { useShop } from '../../session/shop';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import styles from './apps.module.css';
import { AppsTable } from './apps-table';
import { connectionOf, waitingMs } from './installation';
import { UninstallApp } from './uninstall-app';

const filters = ['installed', 'permissions_changed', 'uninstalled'] as const;
type Filter = (typeof filters)[number];

/** Query of the API for each filter. */
const queries: Record<Filter, string> = {
  installed: 'filter[status]=installed',
  permissions_changed: 'filter[permissions_changed]=true',
  uninstalled: 'filter[status]=uninstalled',
};

/** Installed apps of the shop. */
export default function Apps(): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const [filter, setFilter] = useFilterInAddress(filters);
  const [leaving, setLeaving] = useState<Installation>();
  const path = `${installationsPath(id)}?sort=-id&${queries[filter]}`;
  const list = usePagedList<Installation>([...installationsKey(id), 'list'], path, authPage);
  const isWaiting = list.page?.data.some((each) => connectionOf(each) === 'waiting') ?? false;
  useFollowed([...installationsKey(id), 'list'], isWaiting, waitingMs);
  // Waits for the notices above the list, so that the layout does not shift.
  const paused = usePaused();
  const streams = useStreams();
  return (
    <Page
      title={t('apps.title')}
      lead={t('apps.lead')}
      actions={
        <ButtonLink look="primary" icon="plus" needs="installations.post" href="/apps/directory">
          {t('apps.install')}
        </ButtonLink>
      }
    >
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
        <div className={styles['above']}>
          <PausedNotice query={paused} onRetry={() => void paused.refetch()} />
        </div>
        <ListPage
          list={{ ...list, page: paused.isPending || streams.isLoading ? undefined : list.page }}
          empty={<NoApps filter={filter} />}
        >
          {(installations) => (
            <AppsTable
              installations={installations}
              filter={filter}
              streams={streams.data}
              onUninstall={setLeaving}
            />
          )}
        </ListPage>
      </Card>
      {streams.data !== undefined && streams.data.size > 0 && <WebhookHealth />}
      <UninstallApp installation={leaving} onClose={() => setLeaving(undefined)} />
    </Page>
  );
}

function NoApps({ filter }: { filter: Filter }): ReactNode {
  const t = useTexts();
  if (filter !== 'installed') {
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
      actions={
        <>
          <ButtonLink needs="installations.post" href="/apps/directory">
            {t('apps.install')}
          </ButtonLink>
          <ButtonLink href="/developer/apps">{t('apps.empty.own')}</ButtonLink>
        </>
      }
    >
      {t('apps.empty.lead')}
    </EmptyState>
  );
}
