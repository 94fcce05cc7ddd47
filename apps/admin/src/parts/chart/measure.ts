export const tones = {
  good: 'var(--accent)',
  warning: 'var(--warning-text)',
  bad: 'var(--danger)',
} as const;

export interface Series<Row> {
  title: string;
  tone: keyof typeof tones;
  /** Returns the value of a row. null means that the row has no value. */
  value: (row: Row) => number | null;
}

export interface Measure<Row> {
  id: string;
  title: string;
  series: readonly Series<Row>[];
  format: (value: number) => string;
  short: (value: number) => string;
}

/** Names of a row of chart data. The axis shows the short name. */
export interface RowNames<Row> {
  short: (row: Row) => string;
  full: (row: Row) => string;
}

/** Compact number format of the chart axis, with three significant digits to distinguish the ticks. */
export const scaleNumber = { notation: 'compact', maximumSignificantDigits: 3 } as const;
