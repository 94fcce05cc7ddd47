export const tones = {
  good: 'var(--accent)',
  warning: 'var(--warning-text)',
  bad: 'var(--danger)',
} as const;

/** A series of a chart, which has one value per row. */
export interface Series<Row> {
  title: string;
  tone: keyof typeof tones;
  /** Returns the value of a row, or null if the row has no value. */
  value: (row: Row) => number | null;
}

/** Stacked series that share one axis. */
export interface Measure<Row> {
  id: string;
  title: string;
  series: readonly Series<Row>[];
  format: (value: number) => string;
  /** Formats a value for the chart axis. */
  short: (value: number) => string;
}

/** Short and full name of a chart row. The axis shows the short name. */
export interface RowNames<Row> {
  short: (row: Row) => string;
  full: (row: Row) => string;
}

/** Number format of the chart axis: compact, with enough digits to distinguish the ticks. */
export const scaleNumber = { notation: 'compact', maximumSignificantDigits: 3 } as const;
