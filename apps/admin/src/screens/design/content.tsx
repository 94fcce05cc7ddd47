import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { AppIcon } from '../../parts/app-icon';
import { Button } from '../../parts/button';
import { Chart } from '../../parts/chart/chart';
import type { Measure } from '../../parts/chart/measure';
import { Facts } from '../../parts/facts';
import { Card, Stack } from '../../parts/layout';
import { Badge, Notice } from '../../parts/notice';
import { SaveBar } from '../../parts/save-bar';
import { EmptyState, ErrorState, Skeleton, Unknown } from '../../parts/states';
import { type Column, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { useTexts } from '../../texts/texts';
import styles from './design.module.css';
import { Sample, Samples } from './sample';

const WIDTHS_PX = [1000, 600, 320] as const;
const MOMENT = '2026-03-14T09:26:53.589793Z';

interface Product {
  id: string;
  title: string;
  price: number;
  isActive: boolean;
}

const products: readonly Product[] = [
  { id: '1', title: 'Teekanne „Hafenblick“ mit Bambusgriff, 1,2 Liter', price: 12_345_678.9, isActive: true },
  { id: '2', title: 'إبريق شاي', price: 24.5, isActive: false },
];

export function Tables(): ReactNode {
  const t = useTexts();
  const { formatNumber } = useIntl();
  const columns: readonly Column<Product>[] = [
    { title: t('createShop.name'), isName: true, cell: ({ title }) => title },
    {
      ...{ title: t('people.role'), isPlain: true },
      cell: ({ isActive }) => <Badge kind={isActive ? 'good' : 'neutral'}>{t('people.role.staff')}</Badge>,
    },
    { title: t('requests.when'), importance: 'low', cell: () => <Time value={MOMENT} /> },
    { title: t('requests.all'), end: true, cell: ({ price }) => formatNumber(price) },
    {
      ...{ title: t('table.details'), hideTitle: true, end: true },
      cell: () => (
        <Button size="small" look="destructive">
          {t('scopes.action.delete')}
        </Button>
      ),
    },
  ];
  return (
    <Card title={<code>Table</code>}>
      <Stack>
        {WIDTHS_PX.map((width) => (
          <div key={width} className={styles['width']} data-width={width}>
            <Table
              label={`${t('navigation.products')} ${width}`}
              columns={columns}
              rows={products}
              rowKey={({ id }) => id}
            />
          </div>
        ))}
      </Stack>
    </Card>
  );
}

const kinds = ['info', 'good', 'warning', 'danger'] as const;

export function Notices(): ReactNode {
  const t = useTexts();
  return (
    <Card title={<code>Badge, Notice</code>}>
      <Stack>
        <div className={styles['samples']}>
          {(['neutral', ...kinds] as const).map((kind) => (
            <Sample key={kind} state={`kind="${kind}"`}>
              <Badge kind={kind}>{t('people.role.staff')}</Badge>
            </Sample>
          ))}
        </div>
        {kinds.map((kind) => (
          <Notice
            key={kind}
            kind={kind}
            title={t('error.unknown')}
            actions={<Button size="small">{t('action.retry')}</Button>}
          >
            <p>{t('error.away')}</p>
          </Notice>
        ))}
      </Stack>
    </Card>
  );
}

/** Style guide samples of screen sections that are loading, empty, failed, unknown or unsaved. */
export function States(): ReactNode {
  const t = useTexts();
  return (
    <Card title={<code>Skeleton, EmptyState, ErrorState, Unknown, SaveBar</code>}>
      <Stack>
        <Skeleton lines={4} />
        <Skeleton lines={2} cards />
        <EmptyState
          icon="product"
          title={t('requests.empty.title')}
          actions={<Button look="primary">{t('createShop.open')}</Button>}
        >
          {t('requests.empty.lead')}
        </EmptyState>
        <ErrorState error={new Error('sample')} onRetry={() => undefined} />
        <Unknown onRetry={() => undefined}>{t('error.offline')}</Unknown>
        <SaveBar form="none" title={t('navigation.general')} isPending={false} onDiscard={() => undefined} />
      </Stack>
    </Card>
  );
}

export function Values(): ReactNode {
  const t = useTexts();
  const forms = ['full', 'date', 'clock', 'seconds', 'relative'] as const;
  return (
    <Samples name="Facts, Time, AppIcon">
      <Facts
        facts={[
          ...forms.map((form) => ({ name: form, value: <Time value={MOMENT} form={form} /> })),
          { name: 'null', value: <Time value={null} /> },
        ]}
      />
      {(['small', 'normal', 'large', 'heading'] as const).map((size) => (
        <Sample key={size} state={`size="${size}"`}>
          <AppIcon name={t('product.name')} url={null} size={size} />
        </Sample>
      ))}
    </Samples>
  );
}

interface Day {
  day: string;
  answered: number;
  failed: number | null;
}

const days: readonly Day[] = [
  ...[120, 340, 90, 560, 410, 620].map((answered, at) => ({ day: `${8 + at}`, answered, failed: at * 12 })),
  { day: '14', answered: 75, failed: null },
];

/** A sample chart with two series. One series lacks a value. */
export function Charts(): ReactNode {
  const t = useTexts();
  const { formatNumber } = useIntl();
  const requests: Measure<Day> = {
    ...{ id: 'requests', title: t('requests.all'), format: formatNumber, short: formatNumber },
    series: [
      { title: t('requests.answered'), tone: 'good', value: ({ answered }) => answered },
      { title: t('requests.failed'), tone: 'bad', value: ({ failed }) => failed },
    ],
  };
  return (
    <Card title={<code>Chart</code>}>
      <Chart
        label={t('requests.title')}
        rows={days}
        names={{ short: ({ day }) => day, full: ({ day }) => day }}
        nameTitle={t('requests.when')}
        measures={[requests]}
      />
    </Card>
  );
}
