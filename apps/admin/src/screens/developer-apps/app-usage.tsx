import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { authPage } from '../../api/auth-api';
import type { Resource } from '../../api/documents';
import { Card } from '../../parts/layout';
import { ListPage, usePagedList } from '../../parts/paged-list';
import { RequestsCard } from '../../parts/requests-card';
import { EmptyState } from '../../parts/states';
import { type Column, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { AppWebhookHealth } from '../../parts/webhook-health';
import { type Texts, useTexts } from '../../texts/texts';
import { AppContract } from './app-contract';
import { AppRequests } from './app-requests';
import { AppShops } from './app-shops';
import { appsKey } from './own-app';

type DeprecatedRequests = Resource<{
  feature: string;
  day: string;
  requests: number;
  sunset_at: string | null;
  shop_domain: string;
}>;

export default function AppUsage({ id }: { id: string }): ReactNode {
  return (
    <>
      <RequestsCard queryKey={[...appsKey, id]} path={`/api/apps/${id}/request_counts`} inUtc />
      <AppWebhookHealth queryKey={[...appsKey, id]} appId={id} />
      <AppShops id={id} />
      <AppRequests id={id} />
      <AppContract id={id} />
      <Deprecated id={id} />
    </>
  );
}

function Deprecated({ id }: { id: string }): ReactNode {
  const t = useTexts();
  const { formatNumber } = useIntl();
  const path = `/api/apps/${id}/deprecated_requests?sort=-id`;
  const list = usePagedList<DeprecatedRequests>([...appsKey, id, 'deprecated_requests'], path, authPage);
  return (
    <Card flush title={t('developerApps.deprecated')} lead={t('developerApps.deprecated.lead')}>
      <ListPage list={list} empty={<EmptyState icon="check" title={t('developerApps.deprecated.none')} />}>
        {(rows) => (
          <Table
            label={t('developerApps.deprecated')}
            columns={columns(t, formatNumber)}
            rows={rows}
            rowKey={(row) => row.id}
          />
        )}
      </ListPage>
    </Card>
  );
}

function columns(t: Texts, number: (value: number) => string): Column<DeprecatedRequests>[] {
  return [
    {
      title: t('developerApps.deprecated.feature'),
      isName: true,
      cell: ({ attributes }) => <code>{attributes.feature}</code>,
    },
    {
      title: t('developerApps.deprecated.day'),
      isPlain: true,
      cell: ({ attributes }) => <Time value={attributes.day} form="date" />,
    },
    {
      title: t('developerApps.installations.shop'),
      isPlain: true,
      cell: ({ attributes }) => attributes.shop_domain,
    },
    {
      title: t('developerApps.deprecated.requests'),
      importance: 'always',
      end: true,
      cell: ({ attributes }) => number(attributes.requests),
    },
    {
      title: t('developerApps.deprecated.sunset'),
      cell: ({ attributes }) => <Time value={attributes.sunset_at} form="date" />,
    },
  ];
}
