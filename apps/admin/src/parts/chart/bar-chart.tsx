import type { ReactNode } from 'react';
import { Bar, BarChart as Bars, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useTexts } from '../../texts/texts';
import styles from './chart.module.css';
import { type Measure, tones } from './measure';
import { roundTicks } from './ticks';

export interface BarOf {
  short: string;
  full: string;
  values: readonly (number | null)[];
}

interface BarChartProps {
  label: string;
  bars: readonly BarOf[];
  measure: Pick<Measure<never>, 'series' | 'format' | 'short'>;
}

const axis = { tickLine: false, axisLine: false, tick: { fill: 'var(--text-soft)', fontSize: 12 } } as const;

/**
 * A bar chart that shows the values of a bar on hover or arrow keys. The chart is a separate chunk because of the
 * large chart library.
 */
export default function BarChart({ label, bars, measure }: BarChartProps): ReactNode {
  const t = useTexts();
  const ticks = roundTicks(Math.max(0, ...bars.map(sumOf)));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <Bars
        data={[...bars]}
        title={t('chart.title', { label })}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey={nameOf}
          tickFormatter={shortOf(bars)}
          interval="equidistantPreserveStart"
          minTickGap={24}
          {...axis}
        />
        <YAxis
          tickFormatter={measure.short}
          ticks={ticks}
          domain={[0, ticks.at(-1)!]}
          interval={0}
          width="auto"
          {...axis}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--hover)' }}
          content={({ active, payload }) => {
            const bar = payload[0]?.payload as BarOf | undefined;
            return active && bar ? <Numbers bar={bar} measure={measure} /> : null;
          }}
        />
        {measure.series.map(({ title, tone }, at) => (
          <Bar
            key={title}
            name={title}
            dataKey={({ values }: BarOf) => values[at]}
            stackId="all"
            fill={tones[tone]}
            maxBarSize={40}
            isAnimationActive={false}
          />
        ))}
      </Bars>
    </ResponsiveContainer>
  );
}

const sumOf = ({ values }: BarOf): number => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

const nameOf = ({ full }: BarOf): string => full;

/**
 * Returns a function that maps a bar's full name to its short name. The axis uses full names as keys, because short
 * names can repeat.
 */
function shortOf(bars: readonly BarOf[]): (full: string) => string {
  const short = new Map(bars.map((bar) => [bar.full, bar.short]));
  return (full) => short.get(full) ?? '';
}

function Numbers({ bar, measure }: { bar: BarOf; measure: BarChartProps['measure'] }): ReactNode {
  return (
    <div className={styles['numbers']}>
      <strong>{bar.full}</strong>
      <ul>
        {measure.series.map(({ title }, at) => {
          const value = bar.values[at] ?? null;
          return (
            <li key={title}>
              {title}: {value === null ? '–' : measure.format(value)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
