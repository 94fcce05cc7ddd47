import { Component, lazy, type ReactNode, Suspense, useState } from 'react';
import { useTexts } from '../../texts/texts';
import { Segments } from '../segments';
import { type Column, Table } from '../table';
import styles from './chart.module.css';
import { type Measure, type RowNames, tones } from './measure';

const BarChart = lazy(() => import('./bar-chart'));

interface ChartProps<Row> {
  label: string;
  rows: readonly Row[];
  names: RowNames<Row>;
  /** Title of the horizontal axis and of the first column in the table of values. */
  nameTitle: string;
  measures: readonly [Measure<Row>, ...Measure<Row>[]];
  children?: ReactNode;
}

/** A bar chart of values over time. A button shows the values as a table. */
export function Chart<Row>(props: ChartProps<Row>): ReactNode {
  const { label, rows, names, nameTitle, measures, children } = props;
  const t = useTexts();
  const [chosen, setChosen] = useState(measures[0].id);
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const measure = measures.find(({ id }) => id === chosen) ?? measures[0];
  const table = <ValuesTable {...props} />;
  const bars = rows.map((row) => ({
    ...{ short: names.short(row), full: names.full(row) },
    values: measure.series.map(({ value }) => value(row)),
  }));
  return (
    <div>
      <div className={styles['choices']}>
        {children}
        {view === 'chart' && measures.length > 1 && (
          <Segments
            label={t('chart.measure')}
            options={measures.map(({ id, title }) => ({ id, text: title }))}
            value={measure.id}
            onChange={setChosen}
          />
        )}
        <Segments
          label={t('chart.view')}
          options={(['chart', 'table'] as const).map((id) => ({ id, text: t(`chart.view.${id}`) }))}
          value={view}
          onChange={setView}
        />
        {view === 'chart' && <Legend measure={measure} />}
      </div>
      <div className={styles['room']}>
        {view === 'table' ? (
          table
        ) : (
          <Otherwise show={table}>
            <div className={styles['plot']}>
              <p className={styles['axis']}>{measure.title}</p>
              <div className={styles['bars']}>
                <Suspense>
                  <BarChart label={label} bars={bars} measure={measure} />
                </Suspense>
              </div>
              <p className={`${styles['axis']} ${styles['across']}`}>{nameTitle}</p>
            </div>
          </Otherwise>
        )}
      </div>
    </div>
  );
}

function Legend<Row>({ measure: { series } }: { measure: Measure<Row> }): ReactNode {
  if (series.length < 2) return null;
  return (
    <ul className={styles['legend']}>
      {series.map(({ title, tone }) => (
        <li key={title}>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <rect width="10" height="10" rx="2" fill={tones[tone]} />
          </svg>
          {title}
        </li>
      ))}
    </ul>
  );
}

function ValuesTable<Row>({ label, rows, names, nameTitle, measures }: ChartProps<Row>): ReactNode {
  const numbers = measures.flatMap(({ series, format }) =>
    series.map(({ title, value }): Column<Row> => {
      const cell = (row: Row): string => {
        const number = value(row);
        return number === null ? '–' : format(number);
      };
      return { title, end: true, cell };
    }),
  );
  return (
    // The tabindex lets keyboard users scroll the table.
    <div className={styles['table']} role="region" aria-label={label} tabIndex={0}>
      <Table
        isFixed
        label={label}
        columns={[{ title: nameTitle, isName: true, cell: names.full }, ...numbers]}
        rows={rows.toReversed()}
        rowKey={names.full}
      />
    </div>
  );
}

/** Error boundary that renders `show` if the code of the children fails to load. */
class Otherwise extends Component<{ children: ReactNode; show: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    const { children, show } = this.props;
    return this.state.failed ? show : children;
  }
}
