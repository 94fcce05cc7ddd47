import type { ReactNode } from 'react';

export interface Column<Row> {
  id?: string;
  title: ReactNode;
  cell: (row: Row) => ReactNode;
  isName?: boolean;
  /** API field by which the column sorts the list. */
  sort?: string;
  end?: boolean;
  /** True if only screen readers can find the column heading, for a column of checkboxes or buttons. */
  hideTitle?: boolean;
  /** Control that replaces the column heading, such as a checkbox for all rows. */
  control?: ReactNode;
  /**
   * Order in which values move below the row's name if the table is too wide: first columns with `low`, then
   * columns without importance, then columns with `high`, each from right to left. A column with `always`
   * never moves.
   */
  importance?: 'low' | 'high' | 'always';
  /** Omits the heading of a value below the row's name, because the value is clear without a heading. */
  isPlain?: boolean;
  /** Lets long text wrap. Values of other columns stay on one line. */
  wraps?: boolean;
}

export interface TableLayout<Row> {
  /** Columns with a heading, from left to right. */
  beside: readonly Column<Row>[];
  /** Columns whose values are below the row's name. */
  below: readonly Column<Row>[];
  /** True if each row has two lines without headings, with the buttons below the text. */
  isCompact: boolean;
}

const rank = { low: 0, none: 1, high: 2 } as const;

const isMovable = <Row>({ isName, hideTitle, importance }: Column<Row>): boolean =>
  !isName && !hideTitle && importance !== 'always';

function movableIn<Row>(columns: readonly Column<Row>[]): Column<Row>[] {
  const rankOf = ({ importance }: Column<Row>): number =>
    importance === undefined || importance === 'always' ? rank.none : rank[importance];
  return columns
    .filter(isMovable)
    .reverse()
    .sort((a, b) => rankOf(a) - rankOf(b));
}

/**
 * Returns the number of layout steps from the full table to compact rows. Returns 0 if the table has no name column.
 */
export function stepsOf<Row>(columns: readonly Column<Row>[]): number {
  return columns.some(({ isName }) => isName) ? columns.filter(isMovable).length + 1 : 0;
}

/**
 * Returns the table layout after `step` steps. Each step moves another column below the row's name, and the last step
 * makes the rows compact.
 */
export function layoutOf<Row>(columns: readonly Column<Row>[], step: number): TableLayout<Row> {
  const moved = new Set(movableIn(columns).slice(0, step));
  return {
    beside: columns.filter((column) => !moved.has(column)),
    below: columns.filter((column) => moved.has(column)),
    isCompact: step > 0 && step === stepsOf(columns),
  };
}
