/** Theme colors by meaning. */
export const tones = {
  good: 'var(--accent)',
  warning: 'var(--warning-text)',
  bad: 'var(--danger)',
} as const;

/** A series of the chart, which has one number per row. */
export interface Series<Row> {
  title: string;
  tone: keyof typeof tones;
  /** Returns the value of a row, or null if the row has none. */
  value: (row: Row) => number | null;
}

/** Stacked series that share one scale. */
export interface Measure<Row> {
  id: string;
  title: string;
  series: readonly Series<Row>[];
  format: (value: number) => string;
  /** Formats a value for the axis. */
  short: (value: number) => string;
}

/** Names of a row: a short one for the axis, and the full one. */
export interface RowNames<Row> {
  short: (row: Row) => string;
  full: (row: Row) => string;
}

/** Number format of the axis: compact, with enough digits to distinguish the marks. */
export const scaleNumber = { notation: 'compact', maximumSignificantDigits: 3 } as const;
