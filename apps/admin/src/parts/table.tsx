import type { ReactNode } from 'react';
import styles from './table.module.css';

export interface Column<Row> {
  /** Heading; beside the value where the table has become cards. */
  title: ReactNode;
  cell: (row: Row) => ReactNode;
  /** The column that says which row it is. */
  isName?: boolean;
  /** Right-aligned, as numbers and buttons are. */
  end?: boolean;
  /** The heading is for screen readers alone: for a column of buttons. */
  hideTitle?: boolean;
}

interface TableProps<Row> {
  /** What the table lists. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/** Rows and columns; on narrow screens a card for each row. */
export function Table<Row>({ label, columns, rows, rowKey }: TableProps<Row>): ReactNode {
  return (
    <table className={styles['table']} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ title, end, hideTitle }, at) => (
            <th key={at} scope="col" data-end={end ?? false}>
              <span className={hideTitle ? styles['visuallyHidden'] : ''}>{title}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column, at) => (
              <Cell key={at} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell<Row>({
  column: { title, cell, isName, end, hideTitle },
  row,
}: {
  column: Column<Row>;
  row: Row;
}): ReactNode {
  const content = (
    <>
      {!isName && !hideTitle && (
        <span className={styles['inCard']} aria-hidden="true">
          {title}
        </span>
      )}
      <span className={styles['value']} dir="auto">
        {cell(row)}
      </span>
    </>
  );
  return isName ? (
    <th scope="row" data-end={end ?? false}>
      {content}
    </th>
  ) : (
    <td data-end={end ?? false} data-buttons={hideTitle ?? false}>
      {content}
    </td>
  );
}
