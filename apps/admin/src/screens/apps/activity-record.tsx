import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { authDocument } from '../../api/auth-api';
import type { Document, Resource } from '../../api/documents';
import type { Installation } from '../../api/installations';
import { Button } from '../../parts/button';
import { Chart } from '../../parts/chart/chart';
import type { Measure, RowNames } from '../../parts/chart/measure';
import { Card, Stack } from '../../parts/layout';
import { saveFile } from '../../parts/save-file';
import { EmptyState, ErrorState, Skeleton } from '../../parts/states';
import { Table } from '../../parts/table';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { type ActivityDays, chartDays, csvLines, type Reads, sumsByType } from './activity-days';
import { CustomersTable } from './customers-read';

type ActivityRecord = Resource<{
  days: ActivityDays;
  networks: { network: string; requests: number; first_used_on: string; last_used_on: string }[];
}>;

const CHART_DAYS = 30;

/**
 * Shows which objects the app has read and written, by resource type and day. Also shows the networks of the app's
 * requests.
 */
export default function ActivityRecordCard({
  installation: { id },
}: {
  installation: Installation;
}): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const path = `/api/shops/${shop.id}/activity_records/${id}`;
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['activity_records', shop.id, id],
    queryFn: async ({ signal }) => (await authDocument<Document<ActivityRecord>>(path, { signal })).data,
  });
  const days = data?.attributes.days ?? [];
  const download = (
    <Button onPress={() => saveFile(csvOf(days), `activity-${id}.csv`)}>{t('apps.record.csv')}</Button>
  );
  return (
    <Card
      title={t('apps.record')}
      lead={t('apps.record.lead')}
      {...(days.length > 0 && { actions: download })}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton lines={6} tall />}
      {data && days.length === 0 && <EmptyState icon="activity" title={t('apps.record.empty')} />}
      {data && days.length > 0 && (
        <Stack>
          <DaysChart days={days} nowMs={dataUpdatedAt} />
          <TypesTable days={days} />
          <CustomersTable days={days} />
          <NetworksTable networks={data.attributes.networks} />
        </Stack>
      )}
    </Card>
  );
}

function DaysChart({ days, nowMs }: { days: ActivityDays; nowMs: number }): ReactNode {
  const t = useTexts();
  const { formatDate, formatNumber } = useIntl();
  const dayOf = ({ day }: Reads & { day: string }) => new Date(`${day}T00:00:00Z`);
  const names: RowNames<Reads & { day: string }> = {
    short: (row) => formatDate(dayOf(row), { timeZone: 'UTC', day: 'numeric', month: 'short' }),
    full: (row) => formatDate(dayOf(row), { timeZone: 'UTC', dateStyle: 'medium' }),
  };
  const measure: Measure<Reads & { day: string }> = {
    ...{ id: 'requests', title: t('requests.all'), format: formatNumber, short: formatNumber },
    series: [
      { title: t('apps.record.reads'), tone: 'good', value: ({ reads }) => reads },
      { title: t('apps.record.writes'), tone: 'warning', value: ({ writes }) => writes },
    ],
  };
  const rows = chartDays(days, CHART_DAYS, nowMs);
  return (
    <Chart
      label={t('apps.record')}
      rows={rows}
      names={names}
      nameTitle={t('apps.record.day')}
      measures={[measure]}
    />
  );
}

function TypesTable({ days }: { days: ActivityDays }): ReactNode {
  const t = useTexts();
  const { formatNumber } = useIntl();
  return (
    <Table
      label={t('apps.record.byType')}
      rows={sumsByType(days)}
      rowKey={({ type }) => type}
      columns={[
        { title: t('apps.record.type'), isName: true, cell: ({ type }) => type },
        { title: t('apps.record.reads'), end: true, cell: ({ reads }) => formatNumber(reads) },
        { title: t('apps.record.writes'), end: true, cell: ({ writes }) => formatNumber(writes) },
      ]}
    />
  );
}

function NetworksTable({ networks }: { networks: ActivityRecord['attributes']['networks'] }): ReactNode {
  const t = useTexts();
  const { formatDate, formatNumber } = useIntl();
  const date = (day: string) =>
    formatDate(new Date(`${day}T00:00:00Z`), { timeZone: 'UTC', dateStyle: 'medium' });
  return (
    <Table
      label={t('apps.record.networks')}
      rows={networks}
      rowKey={({ network }) => network}
      columns={[
        { title: t('apps.record.network'), isName: true, cell: ({ network }) => network },
        { title: t('requests.all'), end: true, cell: ({ requests }) => formatNumber(requests) },
        { title: t('apps.record.first'), cell: ({ first_used_on }) => date(first_used_on) },
        { title: t('apps.record.last'), cell: ({ last_used_on }) => date(last_used_on) },
      ]}
    />
  );
}

/** Builds the same CSV file as `GET …/activity_records/{id}/days`. */
function csvOf(days: ActivityDays): Blob {
  return new Blob([csvLines(days).join('\r\n')], { type: 'text/csv;charset=utf-8' });
}
