import type { ReactNode } from 'react';
import styles from './table.module.css';

export interface Column<Row> {
  /** Heading of the column. On narrow screens it is shown beside the value. */
  title: ReactNode;
  cell: (row: Row) => ReactNode;
  /** True for the column that identifies the row. */
  isName?: boolean;
  /** Aligns the column to the right, for numbers and buttons. */
  end?: boolean;
  /** Shows the heading to screen readers only, for a column of buttons. */
  hideTitle?: boolean;
}

interface TableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/** A table. On narrow screens it shows a card for each row. */
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
