/** Colours of the theme, by what they mean. */
export const tones = {
  good: 'var(--accent)',
  warning: 'var(--warning-text)',
  bad: 'var(--danger)',
} as const;

/** One number of each row. */
export interface Series<Row> {
  title: string;
  tone: keyof typeof tones;
  /** Null: not known of this row. */
  value: (row: Row) => number | null;
}

/** What a chart can show at a time: its series stand one upon the other, on one scale. */
export interface Measure<Row> {
  id: string;
  title: string;
  series: readonly Series<Row>[];
  format: (value: number) => string;
  /** At the axis, where there is little room. */
  short: (value: number) => string;
}

/** When a row is: at the axis, and in full. */
export interface RowNames<Row> {
  short: (row: Row) => string;
  full: (row: Row) => string;
}

/** How a scale writes numbers: short, and never rounded to another mark of it. */
export const scaleNumber = { notation: 'compact', maximumSignificantDigits: 3 } as const;
