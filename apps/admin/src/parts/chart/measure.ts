/** Theme colours by meaning. */
export const tones = {
  good: 'var(--accent)',
  warning: 'var(--warning-text)',
  bad: 'var(--danger)',
} as const;

/** One number per row. */
export interface Series<Row> {
  title: string;
  tone: keyof typeof tones;
  /** null if the row has no value. */
  value: (row: Row) => number | null;
}

/** A set of stacked series that share one scale. */
export interface Measure<Row> {
  id: string;
  title: string;
  series: readonly Series<Row>[];
  format: (value: number) => string;
  /** Short form for the axis. */
  short: (value: number) => string;
}

/** Names of a row: short for the axis, and in full. */
export interface RowNames<Row> {
  short: (row: Row) => string;
  full: (row: Row) => string;
}

/** Format of axis numbers: compact, with enough digits to keep marks distinct. */
export const scaleNumber = { notation: 'compact', maximumSignificantDigits: 3 } as const;
