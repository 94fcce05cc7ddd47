import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { authPage } from '../../api/auth-api';
import type { Resource } from '../../api/documents';
import { Card } from '../../parts/layout';
import { Badge } from '../../parts/notice';
import { ListPage, usePagedList } from '../../parts/paged-list';
import { EmptyState } from '../../parts/states';
import { type Column, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { type Texts, useTexts } from '../../texts/texts';
import { appsKey } from './own-app';

type AppInstallation = Resource<{
  shop_domain: string;
  shop_name: string;
  last_used_at: string | null;
  requests: number;
  client_errors: number;
  server_errors: number;
  webhook_status: 'active' | 'paused' | null;
  webhooks_delivered: number;
  webhooks_waiting: number;
  webhooks_failed: number;
}>;

export function AppShops({ id }: { id: string }): ReactNode {
  const t = useTexts();
  const { formatNumber } = useIntl();
  const path = `/api/apps/${id}/installations?sort=-id&filter[status]=installed`;
  const list = usePagedList<AppInstallation>([...appsKey, id, 'installations'], path, authPage);
  return (
    <Card flush title={t('developerApps.installations')}>
      <ListPage list={list} empty={<EmptyState icon="apps" title={t('developerApps.installations.none')} />}>
        {(rows) => (
          <Table
            label={t('developerApps.installations')}
            columns={columns(t, formatNumber)}
            rows={rows}
            rowKey={(row) => row.id}
          />
        )}
      </ListPage>
    </Card>
  );
}

function columns(t: Texts, formatNumber: (value: number) => string): Column<AppInstallation>[] {
  return [
    {
      title: t('developerApps.installations.shop'),
      isName: true,
      cell: ({ attributes: { shop_name, shop_domain } }) => <bdi title={shop_domain}>{shop_name}</bdi>,
    },
    {
      title: t('developerApps.installations.used'),
      cell: ({ attributes }) => <Time value={attributes.last_used_at} form="relative" />,
    },
    {
      title: t('developerApps.installations.requests'),
      end: true,
      cell: ({ attributes }) => formatNumber(attributes.requests),
    },
    {
      title: t('developerApps.installations.errors'),
      end: true,
      cell: ({ attributes: { client_errors, server_errors } }) => formatNumber(client_errors + server_errors),
    },
    {
      title: t('developerApps.installations.delivered'),
      end: true,
      cell: ({ attributes }) => formatNumber(attributes.webhooks_delivered),
    },
    {
      title: t('developerApps.installations.undelivered'),
      end: true,
      cell: ({ attributes: { webhooks_waiting, webhooks_failed } }) =>
        formatNumber(webhooks_waiting + webhooks_failed),
    },
    {
      title: t('webhooks.title'),
      importance: 'high',
      cell: ({ attributes: { webhook_status } }) =>
        webhook_status && (
          <Badge kind={webhook_status === 'paused' ? 'warning' : 'good'}>
            {t(`webhooks.state.${webhook_status === 'paused' ? 'paused' : 'delivering'}`)}
          </Badge>
        ),
    },
  ];
}
