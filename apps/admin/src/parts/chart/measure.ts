/** Theme colors by meaning. */
export const tones = {
  good: 'var(--accent)',
  warning: 'var(--warning-text)',
  bad: 'var(--danger)',
} as const;

/** One number per row. */
export interface Series<Row> {
  title: string;
  tone: keyof typeof tones;
  /** Value of a row. null if the row has no value. */
  value: (row: Row) => number | null;
}

/** Stacked series that share one scale. */
export interface Measure<Row> {
  id: string;
  title: string;
  series: readonly Series<Row>[];
  format: (value: number) => string;
  /** Short format for the axis. */
  short: (value: number) => string;
}

/** Names of a row: short for the axis, and in full. */
export interface RowNames<Row> {
  short: (row: Row) => string;
  full: (row: Row) => string;
}

/** Number format of the axis: compact, with enough digits to distinguish the marks. */
export const scaleNumber = { notation: 'compact', maximumSignificantDigits: 3 } as const;
