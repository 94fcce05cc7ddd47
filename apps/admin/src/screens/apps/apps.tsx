import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { authPage } from '../../api/auth-api';
import { type Installation, installationsKey } from '../../api/installations';
import { isProblem } from '../../api/problem';
import { ApiSuspendedNotice } from '../../parts/api-suspended-notice';
import { ButtonLink } from '../../parts/button';
import { useFollowed } from '../../parts/followed';
import { Card } from '../../parts/layout';
import { ListPage, RefusedList } from '../../parts/paged-list';
import { Segments } from '../../parts/segments';
import { EmptyState } from '../../parts/states';
import { type ListDefinition, searchWith } from '../../parts/store/list-address';
import { ListRange } from '../../parts/store/list-range';
import { ListTools } from '../../parts/store/list-tools';
import { shownColumns, useList } from '../../parts/store/use-list';
import { Table } from '../../parts/table';
import { useStreams } from '../../parts/webhook-state';
import { PausedNotice, usePaused } from '../../parts/webhooks';
import { useShop } from '../../session/shop';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import { type AppFilter, appFilterOf, appFilters, appList } from './app-list';
import styles from './apps.module.css';
import { appColumns } from './apps-table';
import { connectionOf, waitingMs } from './installation';
import { UninstallApp } from './uninstall-app';

const WebhookHealth = lazy(async () => ({
  default: (await import('../../parts/webhook-health')).WebhookHealth,
}));

export default function Apps(): ReactNode {
  const t = useTexts();
  const [leaving, setLeaving] = useState<Installation>();
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
      <ApiSuspendedNotice />
      <AppsCard streams={streams} onUninstall={setLeaving} />
      <Suspense>
        {streams.data !== undefined && streams.data.size > 0 && <WebhookHealth minDays={2} />}
      </Suspense>
      <UninstallApp installation={leaving} onClose={() => setLeaving(undefined)} />
    </Page>
  );
}

interface AppsCardProps {
  streams: ReturnType<typeof useStreams>;
  onUninstall: (installation: Installation) => void;
}

function AppsCard({ streams, onUninstall }: AppsCardProps): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const { search } = useLocation();
  const navigate = useNavigate();
  const definition = appList(id);
  const key = [...installationsKey(id), 'list'];
  const list = useList<Installation>(key, definition, authPage);
  const isWaiting = list.page?.data.some((each) => connectionOf(each) === 'waiting') ?? false;
  useFollowed(key, isWaiting, waitingMs);
  // Waits for the notices above the list, to avoid a layout shift.
  const paused = usePaused();
  const filter = appFilterOf(definition, search);
  const columns = appColumns(t, { filter, streams: streams.data, onUninstall });
  const clear = { label: t('list.clear'), onPress: () => void navigate({ search: '' }) };
  return (
    <Card flush title={t('apps.list')}>
      <ListTools
        definition={definition}
        columns={columns}
        total={<ListRange list={list} />}
        tabs={<FilterTabs definition={definition} />}
      />
      <div className={styles['above']}>
        <PausedNotice query={paused} onRetry={() => void paused.refetch()} />
      </div>
      {isProblem(list.error) && list.error.status === 400 ? (
        <RefusedList problem={list.error} title={t('list.refused')} action={clear} />
      ) : (
        <ListPage
          list={{ ...list, page: paused.isPending || streams.isLoading ? undefined : list.page }}
          empty={<NoApps filter={filter} />}
        >
          {(installations) => (
            <Table
              label={t('apps.list')}
              columns={shownColumns(definition, search, columns)}
              rows={installations}
              rowKey={(installation) => installation.id}
            />
          )}
        </ListPage>
      )}
    </Card>
  );
}

function FilterTabs({ definition }: { definition: ListDefinition }): ReactNode {
  const t = useTexts();
  const { search } = useLocation();
  const navigate = useNavigate();
  const select = (filter: AppFilter): void => {
    const value = filter === 'installed' ? '' : filter;
    void navigate({ search: searchWith(definition, search, { 'filter[status]': value }) });
  };
  return (
    <Segments
      label={t('apps.filter')}
      options={appFilters.map((each) => ({ id: each, text: t(`apps.filter.${each}`) }))}
      value={appFilterOf(definition, search)}
      onChange={select}
    />
  );
}

function NoApps({ filter }: { filter: AppFilter }): ReactNode {
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
