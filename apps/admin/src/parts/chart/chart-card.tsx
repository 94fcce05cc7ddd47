import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts';
import type { IconName } from '../icon';
import { Card } from '../layout';
import { Segments } from '../segments';
import { EmptyState, ErrorState, Skeleton } from '../states';
import styles from './chart.module.css';

interface ChartCardProps<Period extends string, Data> {
  title: string;
  lead: string;
  periods: readonly { id: Period; text: string }[];
  period: Period;
  onChange: (period: Period) => void;
  query: { data: Data | undefined; error: unknown; isPending: boolean; refetch: () => unknown };
  /** Returns the message for a period without data. Returns undefined if the period has data. */
  empty: (data: Data) => { icon: IconName; title: string; lead: string } | undefined;
  children: (data: Data) => ReactNode;
}

/** A chart with a period selector. The card has the same size while the chart is loading, empty or failed. */
export function ChartCard<Period extends string, Data>({
  title,
  lead,
  periods,
  period,
  onChange,
  query: { data, error, isPending, refetch },
  empty,
  children,
}: ChartCardProps<Period, Data>): ReactNode {
  const t = useTexts();
  const nothing = data === undefined ? undefined : empty(data);
  return (
    <Card
      title={title}
      lead={lead}
      actions={<Segments label={t('chart.period')} options={periods} value={period} onChange={onChange} />}
    >
      <div className={styles['content']}>
        {isPending && <Skeleton lines={6} tall />}
        {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
        {nothing && (
          <EmptyState icon={nothing.icon} title={nothing.title}>
            {nothing.lead}
          </EmptyState>
        )}
        {data !== undefined && !nothing && children(data)}
      </div>
    </Card>
  );
}

export function ChartSum({ children }: { children: ReactNode }): ReactNode {
  return <p className={styles['sum']}>{children}</p>;
}
