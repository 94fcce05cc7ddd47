import { type ReactNode, useState } from 'react';
import { authPage } from '../../api/auth-api';
import type { Resource } from '../../api/documents';
import { CopyButton } from '../../parts/copy-button';
import { useDuration } from '../../parts/duration';
import { Card } from '../../parts/layout';
import { Badge } from '../../parts/notice';
import { ListPage, usePagedList } from '../../parts/paged-list';
import { EmptyState } from '../../parts/states';
import { type Column, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { type Texts, useTexts } from '../../texts/texts';
import styles from './developer-apps.module.css';
import { appsKey } from './own-app';
import { RequestFilterBar } from './request-filters';
import { noFilters, queryOf } from './request-query';

type AppRequest = Resource<{
  method: string;
  route: string;
  status: number;
  duration_ms: number;
  request_id: string;
  requested_at: string;
  shop_domain: string;
  /** Number of preceding requests that the log omits because of its limit per minute. */
  left_out: number;
}>;

export function AppRequests({ id }: { id: string }): ReactNode {
  const t = useTexts();
  const duration = useDuration();
  const [filters, setFilters] = useState(noFilters);
  const query = queryOf(filters);
  const list = usePagedList<AppRequest>(
    [...appsKey, id, 'requests'],
    `/api/apps/${id}/requests?page[size]=10${query}`,
    authPage,
  );
  return (
    <Card flush title={t('developerApps.requests')} lead={t('developerApps.requests.lead')}>
      <RequestFilterBar filters={filters} onChange={setFilters} />
      <ListPage
        list={list}
        lines={6}
        empty={
          <EmptyState
            icon="activity"
            title={t(query === '' ? 'developerApps.requests.none' : 'developerApps.requests.nothing')}
          />
        }
      >
        {(rows) => (
          <Table
            label={t('developerApps.requests')}
            columns={columns(t, duration)}
            rows={rows}
            rowKey={(row) => row.id}
          />
        )}
      </ListPage>
    </Card>
  );
}

const kindOf = (status: number) => (status < 400 ? 'good' : status < 500 ? 'warning' : 'danger');

function columns(t: Texts, duration: (ms: number) => string): Column<AppRequest>[] {
  return [
    {
      title: t('developerApps.requests.time'),
      isPlain: true,
      cell: ({ attributes }) => <Time value={attributes.requested_at} form="seconds" />,
    },
    {
      title: t('developerApps.requests.request'),
      isName: true,
      cell: ({ attributes: { method, route, left_out } }) => (
        <>
          <code>
            {method} {route}
          </code>
          {left_out > 0 && (
            <span className={styles['leftOut']}>
              {t('developerApps.requests.leftOut', { count: left_out })}
            </span>
          )}
        </>
      ),
    },
    {
      title: t('developerApps.requests.status'),
      importance: 'always',
      cell: ({ attributes: { status } }) => <Badge kind={kindOf(status)}>{status}</Badge>,
    },
    {
      title: t('developerApps.requests.duration'),
      isPlain: true,
      end: true,
      cell: ({ attributes }) => duration(attributes.duration_ms),
    },
    {
      title: t('developerApps.installations.shop'),
      isPlain: true,
      importance: 'high',
      cell: ({ attributes }) => attributes.shop_domain,
    },
    {
      title: t('developerApps.requests.id'),
      importance: 'low',
      end: true,
      cell: ({ attributes: { request_id } }) => (
        <CopyButton text={request_id} label={`${t('developerApps.requests.id')} ${request_id}`} />
      ),
    },
  ];
}
